import { dayAt } from '#contract/kit/zoned-day.ts'
import type { AdjustmentReason } from '#contract/remittance-states.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { newId } from '#server/kit/db/id.ts'
import { openPeriod } from './cut.ts'
import { crossBorderOf } from './merchant.ts'
import { findTerms } from './terms.ts'

/** Payments and refunds by their references. */
export interface Named {
  payments: readonly string[]
  refunds: readonly string[]
}
/** Who makes the adjustments of reconciliation. */
export const reconciliation = 'Reconciliation'

/** Locks their rows, in the order of their references. Index: primary keys. */
export async function lockNamed(ctx: Ctx, { payments, refunds }: Named): Promise<void> {
  const owner = [ctx.owner.merchantId, ctx.owner.environment]
  await ctx.tx.query(
    `select count(*) as locked from (
       select 1 from payments where merchant_id = $1 and environment = $2 and order_ref = any ($3) order by order_ref for update) x`,
    [...owner, payments],
  )
  await ctx.tx.query(
    `select count(*) as locked from (
       select 1 from refunds where merchant_id = $1 and environment = $2 and refund_id = any ($3) order by refund_id for update) x`,
    [...owner, refunds],
  )
}

/**
 * Marks what its provider has settled, by its word or by a closed settlement; whoever marks it posts it. A payment that is in a remittance
 * already was taken back from its merchant when a settlement was reopened, and is given back to them. Returns how many it has marked: those
 * that were marked before are none of them. Index: primary keys.
 */
export async function markSettled(ctx: Ctx, { payments, refunds }: Named): Promise<number> {
  const marked = await ctx.tx.query<{ ref: string; currency: string; state: string }>(
    `update payments set psp_settled_at = $4, remit_status = replace(remit_status, 'UNSETTLED', 'PSP_SETTLED')
     where merchant_id = $1 and environment = $2 and order_ref = any ($3) and psp_settled_at is null
     returning order_ref as ref, currency, remit_status as state`,
    [ctx.owner.merchantId, ctx.owner.environment, payments, ctx.now],
  )
  const markedRefunds = await ctx.tx.query(
    `update refunds set psp_settled_at = $4
     where merchant_id = $1 and environment = $2 and refund_id = any ($3) and psp_settled_at is null returning 1 as one`,
    [ctx.owner.merchantId, ctx.owner.environment, refunds, ctx.now],
  )
  await adjust(ctx, inRemittance(marked), 'psp_settled_again')
  return marked.length + markedRefunds.length
}

/**
 * Takes the mark back, since the settlement that had set it was reopened. A payment that is in a remittance stays there; what its merchant got
 * of it is taken from the next one. Index: primary keys.
 */
export async function unmarkSettled(ctx: Ctx, { payments, refunds }: Named): Promise<void> {
  const unmarked = await ctx.tx.query<{ ref: string; state: string }>(
    `update payments set psp_settled_at = null, remit_status = replace(remit_status, 'PSP_SETTLED', 'UNSETTLED')
     where merchant_id = $1 and environment = $2 and order_ref = any ($3) and psp_settled_at is not null
     returning order_ref as ref, remit_status as state`,
    [ctx.owner.merchantId, ctx.owner.environment, payments],
  )
  await ctx.tx.query(
    'update refunds set psp_settled_at = null where merchant_id = $1 and environment = $2 and refund_id = any ($3)',
    [ctx.owner.merchantId, ctx.owner.environment, refunds],
  )
  await adjust(ctx, inRemittance(unmarked), 'psp_reopened')
}

const inRemittance = (rows: readonly { ref: string; state: string }[]): string[] =>
  rows.filter(({ state }) => state === 'IN_SETTLEMENT' || state === 'REMITTED').map(({ ref }) => ref)

/** One adjustment for each source currency, of what the merchant got of the payments. Index: primary key of the items. */
async function adjust(ctx: Ctx, payments: readonly string[], reason: AdjustmentReason): Promise<void> {
  if (payments.length === 0) return
  const sums = await ctx.tx.query<{ currency: string; amount: bigint }>(
    `select currency, sum(amount_minor - fee_minor - withholding_minor)::bigint as amount from remittance_items
     where merchant_id = $1 and environment = $2 and kind = 'payment' and ref = any ($3) group by 1 order by 1`,
    [ctx.owner.merchantId, ctx.owner.environment, payments],
  )
  const sign = reason === 'psp_reopened' ? -1n : 1n
  for (const { currency, amount } of sums.filter((one) => BigInt(one.amount) !== 0n))
    await ctx.own
      .insert('remittance_adjustments', {
        adjustment_id: newId(),
        source_currency: currency,
        amount_minor: sign * BigInt(amount),
        reason,
        made_by: reconciliation,
        created_at: ctx.now,
      })
      .execute()
}

/**
 * Whether what was accepted of late money has been moved to the payable already, in SQL. That is posted once, at the acceptance of a
 * payment that was settled then.
 */
export const isPayable = (payment: string): string =>
  `(${payment}.late and exists (select 1 from ledger_transfers x where x.merchant_id = $1 and x.environment = $2
    and x.business_key = 'payment:' || ${payment}.order_ref || ':psp_settled:accepted'))`

/** Opens a period for each currency in which something waits for one. Index: payments_to_remit. */
export async function openWaiting(ctx: Ctx): Promise<void> {
  const terms = await findTerms(ctx)
  if (!terms) return
  const { timeZone } = await crossBorderOf(ctx)
  const waiting = await ctx.own
    .select('payments')
    .select('currency')
    .distinct()
    .where('remit_status', '=', 'PSP_SETTLED')
    .execute()
  for (const { currency: source } of waiting) await openPeriod(ctx, { source, from: dayAt(ctx.now, timeZone), terms })
}
