import { Fault } from '#contract/faults.ts'
import type { Input } from '#contract/kit/call.ts'
import type { createReconReport } from '#contract/recon-reports.ts'
import { checkRecipients } from '#server/export-schedules/schedule.ts'
import { makeSchedule } from '#server/export-schedules/make.ts'
import { prepareExport } from '#server/exports/prepare.ts'
import { madeAs } from '#server/kit/audit/audit-diff.ts'
import { ownUser } from '#server/kit/auth/own-user.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { reportOf } from './report.ts'

type Body = Input<typeof createReconReport>['body']

/** Has a report made now or again and again. What cannot be made is refused at once, as far as it is the user's own merchant's. */
export async function createReport(ctx: Ctx, body: Body): Promise<{ report_id: string; scheduled: boolean }> {
  const { schedule, recipients = [], sub_merchant, merchant_key: _, ...request } = body
  const user = ownUser(ctx)
  const { kind, name = '', msm_id } = request
  const asked = { of: 'exportReconReport' as const, path: {}, request, sub_merchant }
  if (sub_merchant === undefined) await reportOf(ctx, { body: request })
  if (schedule) {
    if (name === '') throw new Fault('invalidRequest', { errors: [{ path: 'name', reason: 'required', text: 'Required.' }] })
    return { report_id: await makeSchedule(ctx, user, { ...asked, ...schedule, name, recipients }), scheduled: true }
  }
  await checkRecipients(ctx, recipients, asked)
  const reportId = await prepareExport(ctx, user, asked, { shared_with: [...new Set(recipients)] })
  ctx.auditSubject(reportId, madeAs({ kind, msm_id, recipients: recipients.length }))
  return { report_id: reportId, scheduled: false }
} // prettier-ignore
