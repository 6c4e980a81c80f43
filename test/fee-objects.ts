import type { Ctx } from '#server/kit/ctx.ts'
import { newReference } from '#server/kit/auth/token.ts'
import { newId } from '#server/kit/db/id.ts'

/** A plan of a channel, an overcharge that is not claimed, and a claim that waits. */
export async function seedFees(ctx: Ctx, channelKey: string, name: string) {
  const { merchantId, environment } = ctx.owner
  const [feePlan, feeCheck, feeClaim] = [newId(), newReference(ctx.now), newReference(ctx.now)]
  const key = [merchantId, environment]
  await ctx.tx.query(
    `insert into fee_plans (merchant_id, environment, plan_id, channel_key, txn_type, payment_method, currency, percent_fee,
       minimum_fee_minor, flat_fee_minor, tax_percent, created_by)
     values ($1, $2, $3, $4, 'chargeback', 'CARD', 'SGD', 1, 0, 0, 0, $5)`,
    [...key, feePlan, channelKey, name],
  )
  await ctx.tx.query(
    `insert into fee_checks (merchant_id, environment, check_ref, identity, recon_id, channel_key, at, txn_type, payment_method, txn_ref,
       merchant_order_ref, gross, gross_currency, currency, outcome, charged_fee, charged_tax, expected_fee, expected_tax, difference,
       passed_on, checked_at)
     values ($1, $2, $3, $4, $4, $5, now(), 'payment', 'CARD', $6, '', 100, 'SGD', 'SGD', 'mismatch', 3, 0, 2, 0, 1, 0, now())`,
    [...key, feeCheck, newId(), channelKey, name],
  )
  await ctx.tx.query(
    `insert into fee_claims (merchant_id, environment, claim_ref, state, channel_key, currency, amount, rows, note, created_by, created_at)
     values ($1, $2, $3, 'open', $4, 'SGD', 1, 1, '', $5, now())`,
    [...key, feeClaim, channelKey, name],
  )
  return { feePlan, feeCheck, feeClaim }
}
