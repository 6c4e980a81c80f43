import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ownTransaction } from '#server/kit/db/own-transaction.ts'
import { runJob } from '#server/kit/jobs/jobs.ts'
import { expirePayable } from '#server/payables/jobs.ts'
import { findPaymentPage } from '#server/payment-pages/queries.ts'
import { openRefunding, type Refunding } from '#server/refunds/fixtures.ts'
import { countOf } from '#test/faults/counts.ts'
import { newPage, pageFindings } from './fixtures.ts'
import { PageModel, type ModelOrder } from './model.ts'
import { findPageOrder } from './queries.ts'

/**
 * Random stories of one page: orders, attempts, money in time and late, orders that are given up or expire, refunds with and
 * without units, changes of stock, price, policy and state, and versions brought back. After each step the page equals a small model.
 */
let back: Refunding
beforeAll(async () => {
  back = await openRefunding()
})
afterAll(() => back.close())

const step = fc.record({
  act: fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom('order', 'order', 'attempt', 'approve') },
    { weight: 2, arbitrary: fc.constantFrom('decline', 'lose', 'prove', 'pass', 'giveUp', 'restock', 'refund', 'giveBack') },
    { weight: 1, arbitrary: fc.constantFrom('limit', 'price', 'late', 'restore', 'move', 'stale') },
  ),
  n: fc.nat(59),
}) // prettier-ignore
const story = fc.record({
  units: fc.option(fc.integer({ min: 0, max: 12 })),
  steps: fc.array(step, { minLength: 8, maxLength: 16 }),
})

interface Known extends ModelOrder {
  ref: string
  attempt: string
  lost: string[]
  /** Payments whose money became the merchant's, not refunded yet. */
  paid: string[]
}
const wallet = { method: 'WALLET', sub_type: 'GRABPAY' }
const pick = <T>(all: readonly T[], n: number): T | undefined => all[n % Math.max(all.length, 1)]

async function world(units: number | null) {
  const { paying } = back
  const { testApp, merchant, simulator } = paying
  const scope = { merchantId: merchant.merchantId, environment: 'sandbox' as const }
  const inside = <T>(work: Parameters<typeof ownTransaction<T>>[3]) =>
    ownTransaction(testApp.serveParts, scope, { requestId: 'test' }, work)
  const model = new PageModel({ units, price: 10 })
  const page = await newPage(paying, {
    page_type: 'fixed_with_quantity',
    max_quantity: 5,
    amount: 1_000n,
    ...(units !== null && { stock: 'limited' as const, stock_available: units }),
  })
  let version = 1
  const known = () => model.orders as Known[]
  const ask = async (
    method: 'POST' | 'PUT',
    path: string,
    body: object,
    as = paying.session as typeof paying.session | null,
  ) => {
    const answer = await testApp.call(as, method, path, body, { 'idempotency-key': crypto.randomUUID() })
    const content = (answer.body.content ?? {}) as { order_ref?: string; version?: number }
    return { reason: answer.status === 200 ? '' : String(answer.body['status_reason']), content }
  }
  const save = async (body: object) => {
    const { reason, content } = await ask('PUT', `/merchants/paymentPage/${page}`, { version, ...body })
    version = content.version ?? version
    return reason
  }
  const order = async (quantity: number, seen: number) => {
    const path = `/api/checkout/pages/${page}/orders`
    const { reason, content } = await ask('POST', path, { version, quantity, seen_total: seen }, null)
    expect(reason).toBe(model.order(quantity, seen))
    if (reason === '') Object.assign(known().at(-1) ?? {}, { ref: content.order_ref, attempt: '', lost: [], paid: [] })
  }
  const begin = async (of: Known, body: object) => {
    const { status, reason, orderRef } = await paying.start(of.ref, body)
    expect(status === 200 ? '' : reason).toBe(model.attempt(of))
    if (status !== 200) return ''
    await paying.settle(orderRef)
    return orderRef
  }
  const acts: Record<string, (n: number, of: Known | undefined) => Promise<void>> = {
    order: (n) => order(1 + (n % 5), model.price * (1 + (n % 5))),
    stale: (n) => order(1 + (n % 5), 9 * (1 + (n % 5))),
    async attempt(_n, of) {
      const orderRef = of && (await begin(of, wallet))
      if (orderRef) of.attempt = orderRef
    },
    async approve(_n, of) {
      if (!of?.attempt) return
      await simulator.act(of.attempt, { act: 'approve' })
      await paying.settle(of.attempt)
      if (model.money(of)) of.paid.push(of.attempt)
      of.attempt = ''
    },
    async decline(_n, of) {
      if (!of?.attempt) return
      await simulator.act(of.attempt, { act: 'decline' })
      await paying.settle(of.attempt)
      Object.assign(of, { attempt: '', inFlight: false })
    },
    /** An attempt that ends here without money, while the provider may still take some. */
    async lose(_n, of) {
      const orderRef = of && (await begin(of, { method: 'VA_BANK_TRANSFER' }))
      if (!orderRef) return
      await paying.cancel(of.ref, orderRef)
      await paying.settle(orderRef)
      of.inFlight = false
      of.lost.push(orderRef)
    },
    async prove(_n, of) {
      const orderRef = of?.lost.pop()
      if (!of || !orderRef) return
      await simulator.act(orderRef, { act: 'approve', callbacks: 'never' })
      await paying.callBack(orderRef)
      if (model.money(of)) of.paid.push(orderRef)
    },
    async pass(n) {
      const minutes = [6, 16, 121][n % 3] ?? 6
      paying.clock.now = new Date(Date.now() + minutes * 60_000)
      for (const { ref } of known()) {
        const data = { ...scope, kind: 'page_order', ref }
        await runJob(expirePayable as never, data, testApp.serveParts, new AbortController().signal)
      }
      paying.clock.now = null
      model.pass(minutes)
    },
    async giveUp(_n, of) {
      if (!of) return
      const { reason } = await ask('POST', `/api/checkout/pages/${page}/orders/${of.ref}/cancel`, {}, null)
      expect(reason).toBe(model.giveUp(of))
    },
    async restock(n) {
      const change = (n % 15) - 5 || 3
      expect((await ask('POST', `/api/payment-pages/${page}/stock`, { change })).reason).toBe(model.restock(change))
    },
    async refund(_n, of) {
      const orderRef = of?.paid.pop()
      if (!of || !orderRef) return
      await back.settle(await back.refund(orderRef))
      model.revenue -= of.total
    },
    async giveBack(n, of) {
      if (!of) return
      const body = { change: 1 + (n % 5), order_ref: of.ref }
      expect((await ask('POST', `/api/payment-pages/${page}/stock`, body)).reason).toBe(model.giveBack(of, body.change))
    },
    async limit(n) {
      const wanted = model.limited ? null : n % 9
      const body = wanted === null ? { stock: 'unlimited' } : { stock: 'limited', stock_available: wanted }
      expect(await save(body)).toBe(model.limit(wanted))
    },
    price: async (n) => expect(await save({ amount: 10 + (n % 4) })).toBe(model.edit({ price: 10 + (n % 4) })),
    async late(n) {
      const late = (['accept', 'hold', 'refund'] as const)[n % 3] ?? 'hold'
      expect(await save({ late_payment: late })).toBe(model.edit({ late }))
    },
    async restore() {
      const body = { restore: 1, version }
      const { reason, content } = await ask('POST', `/api/payment-pages/${page}/versions`, body)
      version = content.version ?? version
      expect(reason).toBe(model.restore())
    },
    async move(n) {
      const status = (['deactivated', 'activated', 'activated', 'cancelled'] as const)[n % 4] ?? 'activated'
      const cancelling = `/merchants/paymentPage/${page}/status/cancelled`
      const reason = status === 'cancelled' ? (await ask('PUT', cancelling, {})).reason : await save({ status })
      expect(reason).toBe(model.move(status))
    },
  }
  return {
    model,
    run: ({ act, n }: { act: string; n: number }) => acts[act]?.(n, pick(known(), n)),
    async check() {
      const found = await inside(async (ctx) => ({
        page: await findPaymentPage(ctx, page),
        orders: await Promise.all(known().map(({ ref }) => findPageOrder(ctx, ref))),
      }))
      const [stock] = await paying.sql<Record<string, bigint>>(
        `select limited, stocked, available, reserved, sold from page_stocks where merchant_id = $1 and page_ref = '${page}'`,
      )
      const { limited, available, reserved, sold, revenue, status, late } = model
      const stocked = available + reserved + sold
      const numbers = Object.entries({ stocked, available, reserved, sold }).map(([name, of]) => [name, BigInt(of)])
      expect(stock).toEqual({ limited, ...Object.fromEntries(numbers) })
      expect(found.page).toMatchObject({
        status,
        units_sold: sold,
        revenue: BigInt(revenue) * 100n,
        late_payment: late,
      })
      expect(found.orders.map((order) => [order?.status, order?.units])).toEqual(
        known().map((order) => [order.status, order.units]),
      )
    },
    /** Everything under way ends. */
    async end() {
      for (const of of known()) if (of.attempt) await acts['decline']?.(0, of)
      await acts['pass']?.(2, undefined)
    },
  }
}

it(
  'after any story the units, the revenue and the orders of a page are those of a small model',
  async () => {
    await fc.assert(
      fc.asyncProperty(story, async ({ units, steps }) => {
        const { run, check, end, model } = await world(units)
        for (const each of steps) {
          await run(each)
          await check()
        }
        await end()
        await check()
        expect(model.reserved).toBe(0)
        expect(await pageFindings(back.paying)).toEqual([])
        expect(await back.findings()).toEqual([])
      }),
      { numRuns: countOf(300, 4) },
    )
  },
  countOf(1_800_000, 30_000),
)
