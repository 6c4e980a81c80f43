import { expect } from 'vitest'
import type { Ctx } from '#server/kit/ctx.ts'
import type { Arrangement } from '#server/payables/fixtures.ts'
import { ownTransaction } from '#server/kit/db/own-transaction.ts'
import { runJob } from '#server/kit/jobs/jobs.ts'
import { expirePayable } from '#server/payables/jobs.ts'
import { openPaying, type Paying } from '#server/payments/fixtures.ts'
import { createPaymentPage } from '#server/payment-pages/create.ts'
import { findPaymentPage } from '#server/payment-pages/queries.ts'
import { createPageOrder } from './create.ts'
import { findPageOrder } from './queries.ts'

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

export type Shopping = ReturnType<typeof shoppingWith>
export const openShopping = async (): Promise<Shopping> => shoppingWith(await openPaying())

/** Orders at pages through the front door, for tests: their attempts go to the simulated provider, and jobs run when a test says. */
export function shoppingWith(paying: Paying) {
  const { testApp, merchant, session, simulator } = paying
  const scope = { merchantId: merchant.merchantId, environment: 'sandbox' as const }
  const inside = <T>(work: (ctx: Ctx) => Promise<T>) =>
    ownTransaction(testApp.serveParts, scope, { requestId: 'test' }, work)
  const pageOf = async (ref: string) => {
    const page = await inside((ctx) => findPaymentPage(ctx, ref))
    if (!page) throw new Error(`no page ${ref}`)
    return page
  }
  const jobOf = (job: object, data: object) =>
    runJob(job as never, { ...scope, ...data }, testApp.serveParts, new AbortController().signal)
  const post = (
    path: string,
    body: object,
    key: string = crypto.randomUUID(),
    as: Paying['session'] | null = session,
  ) => testApp.call(as, 'POST', path, body, { 'idempotency-key': key })
  return {
    paying,
    inside,
    pageOf,
    jobOf,
    post,
    limited: (stock_available: number, more: object = {}) =>
      newPage(paying, { stock: 'limited', stock_available, ...more }),
    async order(page: string, body: object = {}, key = crypto.randomUUID()) {
      const sent = { version: 1, seen_total: 100, ...body }
      const answer = await post(`/api/checkout/pages/${page}/orders`, sent, key, null)
      const { order_ref: ref = '' } = (answer.body.content ?? {}) as { order_ref?: string }
      return { status: answer.status, reason: answer.body['status_reason'], errors: answer.body['errors'], ref }
    },
    giveUp: async (page: string, ref: string) =>
      (await testApp.call(null, 'POST', `/api/checkout/pages/${page}/orders/${ref}/cancel`, {})).status,
    /** Free, held and sold units. */
    async stock(ref: string) {
      const { stock_available: free, stock_reserved: held, units_sold: sold } = await pageOf(ref)
      return [free, held, sold]
    },
    stateOf: (ref: string) => inside(async (ctx) => (await findPageOrder(ctx, ref))?.status),
    expire: (ref: string) => jobOf(expirePayable, { kind: 'page_order', ref }),
    minutesOn: (minutes: number) => (paying.clock.now = new Date(Date.now() + minutes * 60_000)),
    async pay(ref: string) {
      const { orderRef } = await paying.start(ref, { token: await simulator.token('4242424242424242') })
      await paying.settle(orderRef)
      return orderRef
    },
    /** An attempt that ended without money here; the provider may prove otherwise. */
    async ended(ref: string) {
      const { orderRef } = await paying.start(ref, { method: 'VA_BANK_TRANSFER' })
      await paying.settle(orderRef)
      await paying.cancel(ref, orderRef)
      await paying.settle(orderRef)
      return orderRef
    },
    async proved(orderRef: string) {
      await simulator.act(orderRef, { act: 'approve', callbacks: 'never' })
      await paying.callBack(orderRef)
      return paying.read(orderRef)
    },
    async sound() {
      expect(await pageFindings(paying)).toEqual([])
      expect(await paying.findings()).toEqual([])
    },
  }
}

export const wallet = { method: 'WALLET', sub_type: 'GRABPAY' }
