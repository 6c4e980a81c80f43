import type { Currency } from '#contract/kit/money.ts'
import type { Ctx } from '#server/kit/ctx.ts'

/** Whether money from sales abroad waits to be sent in a currency: in a settlement under way, or in sales that no settlement has taken. */
export async function hasWaitingMoney(ctx: Ctx, currency: Currency): Promise<boolean> {
  if (await hasSettlement(ctx, currency)) return true
  const destination = await destinationOf(ctx)
  return (destination === null || destination === currency) && (await hasSales(ctx))
}
/** One that is being sent keeps its account, but may come back, and then needs one. */
const underWay = ['Calculated', 'On Hold', 'Processing', 'Failed', 'Returned'] as const

/** Index: remittances_under_way. */
async function hasSettlement(ctx: Ctx, currency: Currency): Promise<boolean> {
  const row = await ctx.own
    .select('remittances')
    .select('settlement_ref')
    .where('status', 'in', underWay)
    .where('destination_currency', '=', currency)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/**
 * The currency in which what is sold now will be sent: that of the terms. Before any are agreed on, the merchant's own where there is a
 * default account for it; null for any that has one.
 */
async function destinationOf(ctx: Ctx): Promise<string | null> {
  const terms = await ctx.own
    .select('remittance_terms')
    .select('destination_currency')
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (terms) return terms.destination_currency
  const { currency } = await ctx.own.select('merchants').select('currency').executeTakeFirstOrThrow()
  const account = await ctx.own
    .select('remittance_accounts')
    .select('account_uuid')
    .where('currency', '=', currency)
    .where('is_default', '=', true)
    .executeTakeFirst()
  return account ? currency : null
}

/** Whether there are sales abroad that no settlement has taken. Index: payments_by_remit_status. */
async function hasSales(ctx: Ctx): Promise<boolean> {
  const row = await ctx.own
    .select('payments')
    .select('order_ref')
    .where('remit_status', '<>', '')
    .where('remit_status', 'in', ['UNSETTLED', 'PSP_SETTLED'])
    .where('status', '=', 'Success')
    .where('held', '=', false)
    .whereRef('refunded_minor', '<', 'amount_minor')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
