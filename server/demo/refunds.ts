import { ways } from '#contract/methods.ts'
import { refundReasons } from '#contract/refunds.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { endRefund } from '#server/refunds/apply-outcome.ts'
import { refundableMinor, lockPayment } from '#server/refunds/reserve.ts'
import { startRefund } from '#server/refunds/start.ts'

interface Paid {
  order_ref: string
  updated_at: Date
  manual: boolean
}
const dayMs = 86_400_000
/** The ways whose refunds a person makes. */
const manualWays = ways.filter(({ run }) => run === 'manual').map(({ type, subType }) => `${type}.${subType}`)
/** One payment of so many is refunded, of late money on hold every other, and not more of one merchant than this. */
const oneOf = 60
const most = 60

/**
 * Refunds some of a merchant's past payments as its people would have: in full and in part, by the provider and by hand,
 * succeeded, failed and one by hand that still waits. Each goes the way of a real one, at a moment of the past.
 */
export async function seedRefunds(ctx: Ctx): Promise<void> {
  const { merchantId, environment } = ctx.owner
  const [by] = await ctx.tx.query<{ sub_user_id: string; name: string }>(
    `select sub_user_id, name from sub_users where merchant_id = $1 and roles && '{admin,payment-refund-user}' order by name limit 1`,
    [merchantId],
  )
  const paid = await ctx.tx.query<Paid>(
    `select order_ref, updated_at, payment_method || '.' || payment_sub_type = any ($3) as manual from (
       select *, row_number() over (partition by payment_method || '.' || payment_sub_type = any ($3), held order by order_ref) as nth from payments
       where merchant_id = $1 and environment = $2 and status = 'Success'
     ) as p where (nth % $4 = 1 and not held) or (nth % 2 = 0 and held) order by order_ref limit $5`,
    [merchantId, environment, manualWays, oneOf, most],
  )
  const actor = by && { kind: 'user' as const, id: by.sub_user_id, name: by.name }
  // Those by hand come first, so that each kind is there however few there are.
  const inTurn = [...paid.filter(({ manual }) => manual), ...paid.filter(({ manual }) => !manual)]
  for (const [nth, payment] of inTurn.entries()) {
    const at = Math.min(payment.updated_at.getTime() + (1 + (nth % 5)) * dayMs, ctx.now.getTime() - 3_600_000)
    if (at <= payment.updated_at.getTime()) continue
    await refund(ctx.with({ now: new Date(at), ...(actor && { actor }) }), payment, nth)
  }
  // Nobody is told of what is long over.
  await ctx.tx.query(`delete from notices where merchant_id = $1 and kind like 'refund_%' and created_at < $2`, [
    merchantId,
    ctx.now,
  ])
}

async function refund(ctx: Ctx, { order_ref: orderRef, manual }: Paid, nth: number): Promise<void> {
  const payment = await lockPayment(ctx, orderRef)
  const left = payment ? refundableMinor(payment) : 0n
  if (left === 0n) return
  const reason = refundReasons[nth % refundReasons.length] as string
  const part = nth % 3 === 1 && left > 3n ? left / 3n : undefined
  const wish = { orderRef, reason, note: '', ...(part ? { type: 'partial' as const, amount: part } : { type: 'full' as const }) } // prettier-ignore
  const refundId = await startRefund(ctx, wish)
  // Some manual refunds wait for a confirmation.
  if (manual && nth % 2 === 0) return
  const later = ctx.with({ now: new Date(ctx.now.getTime() + 60_000) })
  const evidence = manual ? { evidence: 'Bank statement' } : { providerRef: `ref_${refundId}` }
  if (nth % 7 === 5) {
    await endRefund(later, refundId, {
      end: 'fail',
      ...evidence,
      ...(!manual && { reason: 'BANK_REFUSED_TRANSACTION' }),
    })
    return
  }
  await endRefund(later, refundId, { end: 'succeed', ...evidence })
}
