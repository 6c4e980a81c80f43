import { Fault } from '#contract/faults.ts'
import { loginName } from '#server/kit/auth/login.ts'
import type { Input, Output } from '#contract/kit/call.ts'
import type { emailDashboardRecords } from '#contract/recon-dashboard-records.ts'
import { exporterOf } from '#server/exports/exporter.ts'
import { existingExport, shownExport } from '#server/exports/list.ts'
import { permitted, prepareExport } from '#server/exports/prepare.ts'
import { madeAs } from '#server/kit/audit/audit-diff.ts'
import { ownUser } from '#server/kit/auth/own-user.ts'
import type { Ctx } from '#server/kit/ctx.ts'

type Asked = Input<typeof emailDashboardRecords>['body']

/** Has records prepared as a file for some of the merchant's users, who are told when it is ready. */
export async function emailRecords(ctx: Ctx, { emails, sub_merchant, ...request }: Asked): Promise<Output<typeof emailDashboardRecords>> {
  const user = ownUser(ctx)
  const asked = { of: 'exportDashboardRecords' as const, path: {}, request, sub_merchant }
  const recipients = await usersOf(ctx, emails, asked)
  const exportId = await prepareExport(ctx, user, asked, { shared_with: recipients })
  ctx.auditSubject(exportId, madeAs({ msm_id: request.msm_id, data_source: request.data_source, users: recipients.length })) // prettier-ignore
  return shownExport(ctx, user, await existingExport(ctx, exportId))
} // prettier-ignore

/** The users with these addresses who may see the records. Throws `invalidRequest`, which names the others and does not say why. */
async function usersOf(ctx: Ctx, emails: readonly string[], asked: Parameters<typeof permitted>[2]): Promise<string[]> {
  const users = await ctx.own.select('sub_users').select(['sub_user_id', 'email']).where('is_active', '=', true).execute()
  const found = new Map(users.map(({ email, sub_user_id }) => [loginName(email), sub_user_id]))
  const ids: string[] = []
  const errors = []
  for (const [at, email] of emails.entries()) {
    const id = found.get(loginName(email))
    if (id !== undefined && (await maySee(ctx, id, asked))) ids.push(id)
    else errors.push({ path: `emails.${at}`, reason: 'may_not_see', text: 'No user with this address may see the records.' })
  }
  if (errors.length > 0) throw new Fault('invalidRequest', { errors })
  return [...new Set(ids)]
} // prettier-ignore

async function maySee(ctx: Ctx, subUserId: string, asked: Parameters<typeof permitted>[2]): Promise<boolean> {
  const user = await exporterOf(ctx, subUserId)
  if (!user) return false
  try {
    await permitted(ctx, user, asked)
    return true
  } catch (error) {
    if (error instanceof Fault) return false
    throw error
  }
}
