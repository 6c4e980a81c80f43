import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { inFlightStates } from '#contract/payment-states.ts'
import { ownTransaction } from '#server/kit/db/own-transaction.ts'
import { isKnown, type Known } from '#server/providers/provider.ts'
import { applyOutcome } from './apply-outcome.ts'
import { askedOf } from '#server/providers/simulator/fixtures.ts'
import { openPaying, type Paying } from './fixtures.ts'

/**
 * Random histories of one link: two tabs, cancelled attempts, call-backs repeated, late and out of order. At the end our
 * states, our ledger and the simulated provider's file agree.
 */
let paying: Paying
beforeAll(async () => {
  paying = await openPaying()
})
afterAll(() => paying.close())

const methods = [
  { method: 'WALLET' },
  { method: 'QR_CODE' },
  { method: 'VA_BANK_TRANSFER' },
  { method: 'COD', phone: '+65 6000 0000' },
  { card: '4242424242424242' },
  { card: '4000000000003220' },
  { card: '4000000000005019' },
  { card: '4000000000009995' },
] as const
/** `n` picks one of the attempts, or one of the call-backs so far. */
const act = (name: string) => fc.record({ name: fc.constant(name), n: fc.nat(50) })
const step = fc.oneof(
  { weight: 3, arbitrary: act('start') },
  { weight: 4, arbitrary: act('poll') },
  { weight: 3, arbitrary: act('approve') },
  { weight: 1, arbitrary: act('decline') },
  { weight: 4, arbitrary: act('callBack') },
  { weight: 2, arbitrary: act('cancel') },
  { weight: 1, arbitrary: act('timeOver') },
  { weight: 1, arbitrary: act('away') },
  { weight: 1, arbitrary: act('comeBack') },
)
/** The steps of one inner list run concurrently. */
const story = fc.array(fc.array(step, { minLength: 1, maxLength: 3 }), { minLength: 4, maxLength: 14 })

const pick = <T>(all: readonly T[], n: number): T | undefined => all[n % Math.max(all.length, 1)]
const signal = AbortSignal.timeout(300_000)

function world(link: string) {
  const attempts: string[] = []
  const news: { orderRef: string; outcome: Known }[] = []
  const hear = async (orderRef: string) => {
    const outcome = await paying.simulator.provider.status(askedOf(orderRef), signal)
    if (isKnown(outcome)) news.push({ orderRef, outcome })
  }
  const acts: Record<string, (n: number) => Promise<unknown>> = {
    async start(n) {
      const { card, ...body } = { card: undefined, ...(pick(methods, n) as (typeof methods)[number]) }
      const token = card && (await paying.simulator.token(card))
      const { orderRef, status } = await paying.start(link, token ? { token } : body)
      if (orderRef) attempts.push(orderRef)
      expect([200, 400, 409]).toContain(status)
    },
    async poll(n) {
      const orderRef = pick(attempts, n)
      if (!orderRef) return
      await paying.settle(orderRef)
      await hear(orderRef)
    },
    approve: (n) => payerDoes(n, 'approve'),
    decline: (n) => payerDoes(n, 'decline'),
    async callBack(n) {
      const told = pick(news, n)
      if (!told) return
      const scope = { merchantId: paying.merchant.merchantId, environment: 'sandbox' as const }
      await ownTransaction(paying.testApp.serveParts, scope, { requestId: 'test' }, (ctx) =>
        applyOutcome(ctx, told.orderRef, told.outcome),
      )
    },
    async cancel(n) {
      const orderRef = pick(attempts, n)
      if (orderRef) await paying.cancel(link, orderRef)
    },
    async timeOver() {
      paying.clock.now = new Date((paying.clock.now ?? new Date()).getTime() + 31 * 60_000)
    },
    async away(n) {
      paying.provider.away = n % 2 === 0
    },
    comeBack: () => paying.testApp.app.inject({ method: 'GET', url: `/pay/${link}?returned=1` }),
  }
  async function payerDoes(n: number, what: 'approve' | 'decline') {
    const orderRef = pick(attempts, n)
    if (!orderRef) return
    await paying.simulator.act(orderRef, { act: what })
    await hear(orderRef)
  }
  return { attempts, acts }
}

interface Row {
  order_ref: string
  status: string
  late: boolean
}
const rowsOf = (link: string) =>
  paying.sql<Row>(`select order_ref, status, late from payments where merchant_id = $1 and payable_ref = '${link}'`)

/** Runs jobs until every attempt has ended by the provider's outcome. */
async function quiet(link: string): Promise<Row[]> {
  paying.provider.away = false
  const open = async () =>
    (await rowsOf(link)).filter(({ status }) => (inFlightStates as readonly string[]).includes(status))
  for (const { order_ref } of await open()) {
    await paying.settle(order_ref)
    // A simulated bank takes milliseconds of real time; the test's clock must not advance by days before it has answered.
    await expect.poll(() => waitsForBank(order_ref)).toBe(false)
  }
  paying.clock.now = new Date((paying.clock.now ?? new Date()).getTime() + 15 * 86_400_000)
  const deadline = Date.now() + 10_000
  for (;;) {
    const left = await open()
    if (left.length === 0 || Date.now() > deadline) return rowsOf(link)
    for (const { order_ref } of left) await paying.settle(order_ref)
  }
}

async function waitsForBank(orderRef: string): Promise<boolean> {
  const outcome = await paying.simulator.provider.status(askedOf(orderRef), signal)
  return outcome.kind === 'pending' && !outcome.action
}

it('after any history at most one attempt is in flight, and in the end state, ledger and provider agree', async () => {
  await fc.assert(
    fc.asyncProperty(story, async (steps) => {
      const link = await paying.link({})
      const { attempts, acts } = world(link)
      for (const together of steps) {
        await Promise.all(together.map(async ({ name, n }) => acts[name]?.(n)))
        const inFlight = (await rowsOf(link)).filter(({ status }) =>
          (inFlightStates as readonly string[]).includes(status),
        )
        expect(inFlight.length).toBeLessThanOrEqual(1)
      }
      const rows = await quiet(link)
      // Late money of an attempt that had ended arrives by a call-back.
      for (const { order_ref } of rows) await paying.callBack(order_ref)
      const ended = await rowsOf(link)
      const ends = { captured: 'Success', declined: 'Failed', expired: 'Expired' } as const
      for (const { order_ref, status } of ended) {
        const { kind } = await paying.simulator.provider.status(askedOf(order_ref), signal)
        expect({ order_ref, status }).toEqual({ order_ref, status: ends[kind as keyof typeof ends] })
      }
      expect(ended).toHaveLength(attempts.length)
      const inTime = ended.filter(({ status, late }) => status === 'Success' && !late)
      expect(inTime.length).toBeLessThanOrEqual(1)
      expect((await paying.linkState(link)) === 'success').toBe(inTime.length === 1)
      paying.clock.now = null
    }),
    { numRuns: 60 },
  )
  expect(await paying.findings()).toEqual([])
  const [booked] = await paying.sql<{ sum: bigint }>(
    `select coalesce(sum(amount_minor), 0)::bigint as sum from ledger_entries where merchant_id = $1 and account = 'psp_receivable:SIMULATOR'`,
  )
  const { json } = await paying.simulator.call('/v1/witness')
  expect({ SGD: { captured_minor: String(booked?.sum) } }).toMatchObject({
    SGD: {
      captured_minor: (json as { totals: Record<string, { captured_minor: string }> }).totals['SGD']?.captured_minor,
    },
  })
}, 120_000)
