import type { decideScreening as declaration } from '#contract/beneficiaries.ts'
import { Fault } from '#contract/faults.ts'
import type { Input } from '#contract/kit/call.ts'
import { addTimelineEntry } from '#server/kit/audit/audit.ts'
import { changesFrom } from '#server/kit/audit/audit-diff.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { findBeneficiary } from './account-rows.ts'
import { wakePayouts } from './wake-payouts.ts'

/** Decides about a possible match. Throws `notFound`, `wrongState` where there is none, `ownChange` for a maker. */
export async function decideScreening(
  ctx: Ctx,
  beneficiaryUuid: string,
  { decision, reason }: Input<typeof declaration>['body'],
): Promise<void> {
  const row = await findBeneficiary(ctx, beneficiaryUuid, { lock: true })
  if (!row) throw new Fault('notFound')
  if (row.screening_matches.length === 0 || !['POSSIBLE_MATCH', 'ALLOWED', 'BLOCKED'].includes(row.screening))
    throw new Fault('wrongState')
  if (await isMaker(ctx, beneficiaryUuid)) throw new Fault('ownChange')
  await ctx.own
    .update('beneficiaries')
    .set({ screening: decision, screening_decided_by: ctx.actor.name, screening_reason: reason, updated_at: ctx.now })
    .where('beneficiary_uuid', '=', beneficiaryUuid)
    .execute()
  ctx.auditSubject(beneficiaryUuid, changesFrom({ screening: row.screening }, { screening: decision, reason }))
  addTimelineEntry(ctx, 'beneficiary', beneficiaryUuid, 'screening_decided', { screening: decision, reason })
  if (decision === 'ALLOWED') await wakePayouts(ctx, { beneficiaryUuid })
}

/** Whether the user made or changed one of its accounts, or a payout to it that has not ended. A query by hand: it looks into a list. */
async function isMaker(ctx: Ctx, beneficiaryUuid: string): Promise<boolean> {
  const [found] = await ctx.tx.query<{ is_maker: boolean }>(
    `select exists (
       select 1 from beneficiary_account_changes c
       join beneficiary_accounts a on a.merchant_id = $1 and a.environment = $2 and a.account_uuid = c.account_uuid
       where c.merchant_id = $1 and c.environment = $2 and a.beneficiary_uuid = $3 and c.sub_user_id = $4
     ) or exists (
       select 1 from payouts p where p.merchant_id = $1 and p.environment = $2 and p.beneficiary_uuid = $3
         and p.status in ('Created', 'Verified', 'Approved', 'Scheduled', 'Queued') and $4 = any (p.made_by)
     ) as is_maker`,
    [ctx.owner.merchantId, ctx.owner.environment, beneficiaryUuid, ctx.user?.subUserId ?? null],
  )
  return found?.is_maker === true
}
