import { Fault } from '#contract/faults.ts'
import { limits } from '#contract/limits.ts'
import { addTimelineEntry } from '#server/kit/audit/audit.ts'
import { changesFrom } from '#server/kit/audit/audit-diff.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { changersOf, findBeneficiary, listAccounts } from './account-rows.ts'
import { waitOf } from './shown.ts'
import { wakePayouts } from './wake-payouts.ts'

/** Ends the waiting time of an account. Throws `notFound`, `wrongState` where it does not wait, `ownChange` for whoever changed it. */
export async function liftWaitingTime(
  ctx: Ctx,
  { beneficiary, account }: { beneficiary: string; account: string },
  reason: string,
): Promise<void> {
  if (!(await findBeneficiary(ctx, beneficiary, { lock: true }))) throw new Fault('notFound')
  const row = (await listAccounts(ctx, [beneficiary])).find(({ account_uuid }) => account_uuid === account)
  if (!row) throw new Fault('notFound')
  if (!waitOf(row, ctx.now)) throw new Fault('wrongState')
  const since = new Date(ctx.now.getTime() - limits.accountChangeHours * 3_600_000)
  if ((await changersOf(ctx, account, since)).includes(ctx.user?.subUserId ?? '')) throw new Fault('ownChange')
  await ctx.own.update('beneficiary_accounts').set({ waits_until: null }).where('account_uuid', '=', account).execute()
  const facts = { last_four: row.last_four, reason }
  ctx.auditSubject(beneficiary, changesFrom({ waits_until: row.waits_until }, { waits_until: '', reason }))
  addTimelineEntry(ctx, 'beneficiary', beneficiary, 'wait_lifted', facts)
  await wakePayouts(ctx, { accountUuid: account })
}
