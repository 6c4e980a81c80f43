import type { Actor, Ctx } from '#server/kit/ctx.ts'
import { newId } from '#server/kit/db/id.ts'
import { movePayout } from '#server/payout-store/move.ts'
import { lockPayout, type PayoutRow } from '#server/payout-store/rows.ts'

export type PayoutPeople = Record<'maker' | 'verifier' | 'approver' | 'admin', Actor>

/** Who makes, verifies and approves payouts, by their roles; somebody without a login where nobody has one. */
export async function peopleOf(ctx: Ctx): Promise<PayoutPeople> {
  const users = await ctx.own
    .select('sub_users')
    .select(['sub_user_id', 'name', 'roles'])
    .where('is_active', '=', true)
    .execute()
  const of = (role: string): Actor => {
    const user = users.find(({ roles }) => (roles as readonly string[]).includes(role))
    return { kind: 'user', id: user?.sub_user_id ?? null, name: user?.name ?? 'Admin' }
  }
  return {
    maker: of('payouts-user'),
    verifier: of('payouts-verify-user'),
    approver: of('payouts-approve-user'),
    admin: of('payouts-admin'),
  }
}

/** Verifies a payout as the actor. */
export async function verify(ctx: Ctx, payout: PayoutRow): Promise<void> {
  const locked = await lockPayout(ctx, payout.txn_ref)
  if (!locked) throw new Error('it is gone')
  const { name } = ctx.actor
  await movePayout(ctx, locked, 'verify', { verified_by: name, verified_time: ctx.now, waits_for: 'approval' })
  await gave(ctx, payout, 'verify')
}

/** What somebody gave to a payout: its verification, or its approval on a level. */
export async function gave(ctx: Ctx, payout: PayoutRow, act: 'verify' | 'approve', level = 0): Promise<void> {
  const { id, name } = ctx.actor
  if (id === null) return
  await ctx.own
    .insert('payout_acts', {
      txn_ref: payout.txn_ref,
      revision: payout.revision,
      act,
      by_user: id,
      by_merchant: ctx.owner.merchantId,
      by_name: name,
      payout_level: act === 'approve' ? level : null,
      batch_level: null,
      is_lone: false,
      code_id: newId(),
      at: ctx.now,
    })
    .execute()
}
