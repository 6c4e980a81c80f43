import type { Currency } from '#contract/kit/money.ts'
import type { Ctx } from '#server/kit/ctx.ts'

/**
 * Whether money from sales abroad waits to be sent in a currency. Sales abroad are those in another currency than the merchant's own;
 * they are sent in the merchant's own where there is a default account for it, else in any that has one. Index: payments_by_status.
 */
export async function hasWaitingMoney(ctx: Ctx, currency: Currency): Promise<boolean> {
  const { merchantId, environment } = ctx.owner
  const waiting = await ctx.db
    .selectFrom('payments as p')
    .innerJoin('merchants as m', 'm.merchant_id', 'p.merchant_id')
    .select('p.order_ref')
    .where('p.merchant_id', '=', merchantId)
    .where('m.merchant_id', '=', merchantId)
    .where('p.environment', '=', environment)
    .where('p.status', '=', 'Success')
    .whereRef('p.currency', '!=', 'm.currency')
    .whereRef('p.refunded_minor', '<', 'p.amount_minor')
    .where(({ or, not, exists, eb, selectFrom, val }) =>
      or([
        eb('m.currency', '=', currency),
        not(
          exists(
            selectFrom('remittance_accounts as a')
              .select(val(1).as('one'))
              .where('a.merchant_id', '=', merchantId)
              .where('a.environment', '=', environment)
              .where('a.is_default', '=', true)
              .whereRef('a.currency', '=', 'm.currency'),
          ),
        ),
      ]),
    )
    .limit(1)
    .executeTakeFirst()
  return waiting !== undefined
}
