import { createPrice } from '#contract/prices.ts'
import type { Price } from '#contract/prices.ts'
import { createSubscription } from '#contract/subscriptions.ts'
import type { Subscription } from '#contract/subscription-answers.ts'
import type { SetUp } from '#contract/subscription-set-up.ts'
import type { Call } from '#contract/kit/call.ts'
import { ownTransaction } from '#server/kit/db/own-transaction.ts'
import { runJob } from '#server/kit/jobs/jobs.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import type { Arrangement } from '#server/payables/fixtures.ts'
import { openPaying, type Paying } from '#server/payments/fixtures.ts'
import { actOnSubscription } from '#server/subscription-charges/jobs.ts'
import { verifySubscriptions } from '#server/subscription-store/verify.ts'
import { addressOf, signedBody } from '#test/request.ts'
import { runJobs } from '#test/run-jobs.ts'
import type { Answer, TestSession } from '#test/test-app.ts'
import { cancelSubscription } from './cancel.ts'

export type Subscribing = ReturnType<typeof subscribingWith>
export const openSubscribing = async () => subscribingWith(await openPaying())

/** Cards of the simulator, by what they do after the set-up (docs/simulator.md). */
export const cards = {
  good: '4242424242424242',
  lacksFundsOnce: '4000000000007015',
  lacksFunds: '4000000000007023',
  asks: '4000000000007049',
} as const

/** Prices and subscriptions through the front door, for tests: payments go to the simulated provider, and jobs run when a test says. */
export function subscribingWith(paying: Paying) {
  const { testApp, merchant, session, clock } = paying
  const scope = { merchantId: merchant.merchantId, environment: 'sandbox' as const }
  const ask = (
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    body?: object,
    as: TestSession | null = session,
  ) => testApp.call(as, method, path, body, { 'idempotency-key': crypto.randomUUID() })
  const contentOf = <T>(answer: Answer): T => {
    if (answer.status !== 200) throw new Error(answer.text)
    return answer.body.content as T
  }
  const signed = (call: Call, body: Record<string, unknown>, as: TestSession = session) =>
    ask(
      call.method as 'POST',
      addressOf(call, {}),
      signedBody(call, body, { key: as.signingKey, about: as.merchant.key }),
      as,
    )
  const monthly = {
    environment: 'sandbox',
    amount: 100,
    currency: 'SGD',
    frequency: 1,
    period: 'M',
    name: 'Harbour club',
  }
  const on = {
    paying,
    scope,
    ask,
    contentOf,
    inside: <T>(work: (ctx: Ctx) => Promise<T>) =>
      ownTransaction(testApp.serveParts, scope, { requestId: 'test' }, work),
    askForPrice: (body: Record<string, unknown> = {}, as?: TestSession) =>
      signed(createPrice, { ...monthly, ...body }, as),
    price: async (body: Record<string, unknown> = {}) => contentOf<Price>(await on.askForPrice(body)),
    askFor: async (body: Record<string, unknown> = {}, as?: TestSession) =>
      signed(createSubscription, { environment: 'sandbox', currency: 'SGD', ...body }, as),
    /** A subscription to a price of 100.00 SGD a month, unless the body names another. */
    async create({ price, ...body }: Record<string, unknown> = {}): Promise<Subscription> {
      const price_order_ref = (price as string | undefined) ?? (await on.price()).order_ref
      return contentOf(await on.askFor({ price_order_ref, customer_name: 'Mei Tan', ...body }))
    },
    read: async (ref: string) => contentOf<Subscription>(await ask('GET', `/merchant/subscription/${ref}`)),
    cancel: (ref: string, body: object = {}) => ask('PUT', `/merchant/subscription/${ref}/status/cancelled`, body),
    /** Begins a set-up, or a payment of a charge by hand, with a card; answers its attempt. */
    async pay(ref: string, card: string = cards.good) {
      const { orderRef, status, text } = await paying.start(ref, await cardBody(paying, card))
      if (status !== 200) throw new Error(text)
      await paying.settle(orderRef)
      return orderRef
    },
    /** One that is set up: paid, or agreed to where nothing is taken yet. */
    async active(body: Record<string, unknown> = {}, card: string = cards.good): Promise<Subscription> {
      const { order_ref: ref, additional_costs: _, ...made } = await on.create(body)
      if (made.trial_period || made.started_at) await on.agree(ref, card)
      else await on.pay(ref, card)
      await on.jobs()
      return on.read(ref)
    },
    /** Sets one up that takes no money. */
    async agree(ref: string, card: string = cards.good): Promise<SetUp> {
      const { method, token } = (await cardBody(paying, card)) as { method: string; token: string }
      const body = { method, token, agrees: true }
      const begun = contentOf<SetUp>(await ask('POST', `/api/checkout/${ref}/mandates`, body, null))
      await on.jobs()
      return contentOf(await ask('GET', `/api/checkout/${ref}/mandates/${begun.mandate_ref}`, undefined, null))
    },
    /** Acts on a subscription as its job does at a moment, and on what follows. */
    async reach(ref: string, moment: Date | string): Promise<Subscription> {
      clock.now = new Date(moment)
      await on.act(ref)
      return on.read(ref)
    },
    async act(ref: string) {
      await runJob(
        actOnSubscription as never,
        { ...scope, orderRef: ref },
        testApp.serveParts,
        new AbortController().signal,
      )
      await on.jobs()
    },
    /** Runs what is waiting now. */
    jobs: () => runJobs(testApp, { until: clock.now ?? new Date() }),
    findings: async () => [...(await verifySubscriptions(testApp.owner, scope)), ...(await paying.findings())],
    close: () => paying.close(),
  }
  return on
}

const cardBody = async ({ simulator }: Paying, card: string) => ({
  method: 'SUBSCRIPTION_CARD',
  token: await simulator.token(card),
  agrees: true,
})

const ways = {
  card: (token: string) => ({ method: 'SUBSCRIPTION_CARD', token, agrees: true }),
  waits: { method: 'SUBSCRIPTION_BANK_TRANSFER', agrees: true },
}
const findings = ({ testApp, merchant }: Paying) =>
  verifySubscriptions(testApp.owner, { merchantId: merchant.merchantId, environment: 'sandbox' })

/** For the tests over all kinds: the set-up of one of 100.00 SGD a month, whose link is good for an hour. */
export const setUpArrangement: Arrangement = {
  ways,
  findings,
  async make(paying) {
    const expires = new Date((paying.clock.now?.getTime() ?? Date.now()) + 3_600_000)
    return (await subscribingWith(paying).create({ expiry_date: expires.toISOString() })).order_ref
  },
}
/** The same for an unpaid charge, which is over when its subscription is. */
export const chargeArrangement: Arrangement = {
  ways,
  findings,
  async make(paying) {
    const on = subscribingWith(paying)
    const { order_ref } = await on.active({}, cards.lacksFunds)
    on.contentOf(await on.ask('PUT', '/api/subscription/triggerNextDeduction', { subscription_order_ref: order_ref }))
    await on.jobs()
    const [charge] = (await on.read(order_ref)).charges
    if (charge?.state !== 'unpaid') throw new Error(`the charge is ${charge?.state}`)
    return charge.charge_ref
  },
  end: (paying, ref) =>
    subscribingWith(paying).inside(async (ctx) => {
      const { order_ref } = await ctx.own
        .select('subscription_charges')
        .select('order_ref')
        .where('charge_ref', '=', ref)
        .executeTakeFirstOrThrow()
      await cancelSubscription(ctx, order_ref, {})
    }),
  endsAlways: true,
}
