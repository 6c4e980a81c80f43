import type { Ctx } from '#server/kit/ctx.ts'
import type { Transaction } from '#server/kit/db/db.ts'
import { newId } from '#server/kit/db/id.ts'
import { payoutInvariants } from './verify-payouts.ts'
import { generalInvariants, type Finding } from './verify.ts'

/** Stops the payouts of the owner after a finding that touches them, until the operator lifts it. One found again changes nothing. */
export async function freezePayouts(ctx: Ctx, { invariant, detail }: Finding): Promise<void> {
  if (!Object.hasOwn(payoutInvariants, invariant) && !generalInvariants.includes(invariant)) return
  const row = { freeze_id: newId(), invariant, detail: detail.slice(0, 500), frozen_at: ctx.realNow }
  await ctx.own
    .insert('payout_freezes', row)
    .onConflict((same) => same.doNothing())
    .execute()
}

/** Lifts all that stops the owner's payouts, with the operator's reason. Returns how many findings it lifts. */
export async function unfreezePayouts(ctx: Ctx, reason: string): Promise<number> {
  const lifted = await ctx.own
    .update('payout_freezes')
    .set({ lifted_at: ctx.realNow, lifted_reason: reason })
    .where('lifted_at', 'is', null)
    .returning('freeze_id')
    .execute()
  return lifted.length
}

/** What stops payouts now, of all merchants; for the operator. */
export const listFreezes = (tx: Transaction) =>
  tx.query<{ key: string; environment: string; invariant: string; detail: string; frozen_at: Date }>(
    `select m.key, f.environment, f.invariant, f.detail, f.frozen_at
     from payout_freezes f join merchants m using (merchant_id) where f.lifted_at is null order by f.frozen_at`,
    [],
  )

/** What stops the merchant's payouts; undefined for nothing. Index: payout_freezes_in_force. */
export const freezeOf = (ctx: Ctx): Promise<{ invariant: string; frozen_at: Date } | undefined> =>
  ctx.own
    .select('payout_freezes')
    .select(['invariant', 'frozen_at'])
    .where('lifted_at', 'is', null)
    .orderBy('frozen_at')
    .limit(1)
    .executeTakeFirst()
