import { jobs } from '#server/jobs.ts'
import { runJob } from '#server/kit/jobs/jobs.ts'
import { sweepJobs } from '#server/kit/jobs/sweep.ts'
import { cards, openSubscribing, type Subscribing } from '#server/subscriptions/fixtures.ts'
import { actOnSubscription } from './jobs.ts'
import { runJobs } from '#test/run-jobs.ts'

/** A request for money that the provider was sent. */
export interface Asked {
  key: string
  amountMinor: bigint
  offSession: boolean
  at: Date
}

export type Charging = Awaited<ReturnType<typeof openCharging>>

/** Subscriptions through the front door, with what their provider is asked for and a worker that plans, for tests of charges. */
export async function openCharging(): Promise<Subscribing & Charges> {
  const on = await openSubscribing()
  const { testApp, provider, clock } = on.paying
  const asked: Asked[] = []
  const hooks: { beforeAsking?: (key: string) => Promise<unknown> } = {}
  const { authorise } = provider
  provider.authorise = async (request, signal) => {
    const { key, amountMinor, mandate } = request
    const offSession = mandate !== undefined && 'offSession' in mandate && mandate.offSession
    await hooks.beforeAsking?.(key)
    asked.push({ key, amountMinor, offSession, at: clock.now ?? new Date() })
    return authorise(request, signal)
  }
  const planned = jobs.filter(({ name }) => name === 'plan-subscriptions')
  const going: string[] = []
  /** One whose bank asks at the set-up too. */
  const confirmed = async (wish: Record<string, unknown>, card: string) => {
    const { order_ref: ref } = await on.create(wish)
    const payment = await on.pay(ref, card)
    await on.paying.simulator.act(payment, { act: 'approve' })
    await on.paying.callBack(payment)
    await on.jobs()
    return on.read(ref)
  }
  const named = () => ({ merchant_order_ref: crypto.randomUUID() })
  return {
    ...on,
    asked,
    hooks,
    /** References of the merchant's that are made of the moment would be the same for what a test makes at one moment. */
    async price(body = {}) {
      return on.price({ ...named(), ...body })
    },
    async active({ price = {}, ...body } = {}, card) {
      const { order_ref } = await on.price({ ...named(), ...(price as object) })
      const wish = { ...named(), price: order_ref, ...body }
      const active = card === cards.asks ? await confirmed(wish, card) : await on.active(wish, card)
      going.push(active.order_ref)
      return active
    },
    async begin(moment) {
      delete hooks.beforeAsking
      provider.away = false
      for (const ref of going.splice(0)) await on.cancel(ref)
      await on.jobs()
      clock.now = new Date(moment)
      asked.length = 0
    },
    async actAlone(ref) {
      const data = { ...on.scope, orderRef: ref }
      await runJob(actOnSubscription as never, data, testApp.serveParts, new AbortController().signal)
    },
    tries: () => asked.filter(({ offSession }) => offSession),
    async work(until) {
      const end = new Date(until)
      for (let at = clock.now ?? new Date(); ; at = new Date(Math.min(at.getTime() + 1_800_000, end.getTime()))) {
        clock.now = at
        await sweepJobs({ ...testApp.serveParts, declared: planned }, on.scope)
        await runJobs(testApp, { until: at })
        if (at >= end) return
      }
    },
    async jump(...moments) {
      for (const moment of moments) {
        clock.now = new Date(moment)
        await sweepJobs({ ...testApp.serveParts, declared: planned }, on.scope)
        await runJobs(testApp, { until: clock.now })
      }
    },
    charges: async (ref) =>
      (await on.read(ref)).charges
        .toReversed()
        .map(({ n, state, reason }) => [n ?? '-', state, reason].join(' ').trim()),
  }
}
interface Charges {
  asked: Asked[]
  /** Those without the customer. */
  tries(): Asked[]
  /** Runs the job of a subscription and nothing that follows from it. */
  actAlone(ref: string): Promise<void>
  /** Ends what earlier tests left, and goes on at a moment. */
  begin(moment: string): Promise<void>
  /** What happens between the claim of a payment and the provider's hearing of it. */
  hooks: { beforeAsking?: (key: string) => Promise<unknown> }
  /** A worker that runs until then, looking every half hour. */
  work(until: Date | string): Promise<void>
  /** A worker that looks at these moments. */
  jump(...moments: (Date | string)[]): Promise<void>
  /** The charges of a subscription, oldest first, in a word or three. */
  charges(ref: string): Promise<string[]>
}
