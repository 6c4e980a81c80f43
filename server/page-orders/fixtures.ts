import type { Arrangement } from '#server/payables/fixtures.ts'
import { ownTransaction } from '#server/kit/db/own-transaction.ts'
import type { Paying } from '#server/payments/fixtures.ts'
import { createPaymentPage } from '#server/payment-pages/create.ts'
import { createPageOrder } from './create.ts'

type NewPage = Partial<Parameters<typeof createPaymentPage>[1]>

/** Makes a page at 100.00 SGD that asks for nothing, for tests. */
export const newPage = (
  { testApp, merchant }: Pick<Paying, 'testApp' | 'merchant'>,
  page: NewPage = {},
): Promise<string> =>
  ownTransaction(
    testApp.serveParts,
    { merchantId: merchant.merchantId, environment: 'sandbox' },
    { requestId: 'test' },
    (ctx) =>
      createPaymentPage(ctx, {
        title: 'Harbour tour',
        amount: 10_000n,
        currency: 'SGD',
        email_field: 'off',
        merchant_order_id: `P-${crypto.randomUUID()}`,
        ...page,
      }),
  )

/** Whether pages' stocks, movements, orders and sums agree; the rows that do not. */
export const pageFindings = ({ sql }: Pick<Paying, 'sql'>): Promise<unknown[]> =>
  sql(`select s.page_ref, s.stocked, s.available, s.reserved, s.sold, o.*, m.*, d.* from page_stocks s
    cross join lateral (
      select coalesce(sum(quantity) filter (where units = 'reserved'), 0) as held, coalesce(sum(quantity) filter (where units = 'sold'), 0) as bought,
        count(*) filter (where units = 'reserved' and status in ('success', 'expired', 'cancelled')) as stuck
      from page_orders o where o.merchant_id = s.merchant_id and o.environment = s.environment and o.page_ref = s.page_ref) o
    cross join lateral (
      select coalesce(sum(units) filter (where movement = 'sold'), 0) as moved, coalesce(sum(units) filter (where movement = 'returned'), 0) as returned,
        coalesce(sum(units) filter (where movement = 'reserved'), 0) as reserved_ever,
        coalesce(sum(units) filter (where movement = 'released'), 0) as released
      from stock_movements m where m.merchant_id = s.merchant_id and m.environment = s.environment and m.page_ref = s.page_ref) m
    cross join lateral (
      select coalesce(sum(units_sold), 0) as counted from (
        select units_sold from page_deltas d where d.merchant_id = s.merchant_id and d.page_ref = s.page_ref
        union all select units_sold from page_sums d where d.merchant_id = s.merchant_id and d.page_ref = s.page_ref) d) d
    where s.merchant_id = $1 and (s.reserved <> o.held or s.sold <> o.bought - m.returned or s.sold <> m.moved - m.returned
      or d.counted <> s.sold or o.stuck > 0)`)

/** For the tests over all kinds: with a policy for late money, of a page without a limit; else with units. */
export const pageOrderArrangement: Arrangement = {
  async make(paying, { late }) {
    const { testApp, merchant } = paying
    const limited = { stock: 'limited' as const, stock_available: 30 }
    const pageRef = await newPage(paying, late ? { late_payment: late } : limited)
    const scope = { merchantId: merchant.merchantId, environment: 'sandbox' as const }
    const { order_ref } = await ownTransaction(testApp.serveParts, scope, { requestId: 'test' }, (ctx) =>
      createPageOrder(ctx, pageRef, { version: 1, seen_total: 100 }),
    )
    return order_ref
  },
  findings: pageFindings,
}
