import { setTimeout as delay } from 'node:timers/promises'
import { randomUUID } from 'node:crypto'
import { changeSubscription, pauseSubscription, retrySubscription } from '#contract/subscription-changes.ts'
import { createDeduction, triggerNextDeduction } from '#contract/subscription-deductions.ts'
import { cancelPrice } from '#contract/prices.ts'
import { cancelSubscription, readSubscription } from '#contract/subscriptions.ts'
import type { Answer, Load } from './client.ts'
import { anyOf, type Merchant } from './intents.ts'
import { askAs, contentOf } from './invoice-calls.ts'
import { makePrice, onDemand, payBy, setUp, subscribe, timePasses, type Card } from './subscription-calls.ts'

/** Two that want one subscription, or one price, at the same moment. */
export interface Race {
  /** Makes what so many races are about, ready to be raced for: a reference for each. */
  ready(load: Load, merchant: Merchant, count: number): Promise<string[]>
  /** Races for one; answers what was told, and the references of subscriptions that came of it. */
  run(racing: Racing): Promise<Raced>
}
interface Racing {
  load: Load
  merchant: Merchant
  ref: string
}
interface Raced {
  outcome: string
  made: string[]
}

/** Cards of which some take a while, so that money is on its way when the other comes. */
const anyCards: readonly Card[] = ['good', 'callbacksReversed', 'pendingLate', 'callbacksThrice']
const cardsOf = (count: number, among: readonly Card[]): Card[] => Array.from({ length: count }, () => anyOf(among))

const daily =
  (among: readonly Card[]): Race['ready'] =>
  async (load, merchant, count) =>
    setUp(load, merchant, cardsOf(count, among), { price_order_ref: await makePrice(load, merchant) })

/** Those whose last charge was tried in vain. */
const pastDue: Race['ready'] = async (load, merchant, count) => {
  const refs = await daily(['lacksFunds'])(load, merchant, count)
  await Promise.all(refs.map(async (ref) => contentOf(await trigger({ load, merchant, ref }))))
  const { deployment } = load
  for (;;) {
    const rows = await deployment.sql(
      `select from subscriptions where order_ref = any ($1) and status <> 'past_due' limit 1`,
      [refs],
    )
    if (rows.length === 0) return refs
    await delay(100)
  }
}

const trigger = ({ load, merchant, ref }: Racing) =>
  askAs(load, merchant, triggerNextDeduction, { body: { subscription_order_ref: ref } })
const retry = ({ load, merchant, ref }: Racing) => askAs(load, merchant, retrySubscription, { path: { ref } })
const cancel = ({ load, merchant, ref }: Racing) => askAs(load, merchant, cancelSubscription, { path: { ref } })
const pause = ({ load, merchant, ref }: Racing) => askAs(load, merchant, pauseSubscription, { path: { ref } })
const change = ({ load, merchant, ref }: Racing) =>
  askAs(load, merchant, changeSubscription, { path: { ref }, body: { quantity: 3 } })
/** The next boundary comes, and workers see to it. */
const boundary = async ({ load, ref }: Racing): Promise<Answer> => {
  await timePasses(load.deployment, [ref], 300)
  return { status: 200, reason: '', text: '', content: {}, replayed: false }
}

/** The one at once, the other at about the time at which the first is under way. */
async function race(one: () => Promise<Answer>, other: () => Promise<Answer>): Promise<Raced> {
  const later = async () => {
    await delay(Math.random() * anyOf([0, 60, 400, 1_000, 3_000]))
    return other()
  }
  const answers = await Promise.all([one(), later()])
  return { outcome: answers.map(({ status, reason }) => (status === 200 ? 'done' : reason)).join(', '), made: [] }
}

export const races = {
  'cancel and charge': {
    ready: daily(anyCards),
    run: (racing) =>
      race(
        () => anyOf([trigger, boundary])(racing),
        () => cancel(racing),
      ),
  },
  'pause and charge': {
    ready: daily(anyCards),
    run: (racing) =>
      race(
        () => anyOf([trigger, boundary])(racing),
        () => pause(racing),
      ),
  },
  'pause and retry': {
    ready: pastDue,
    run: (racing) =>
      race(
        () => retry(racing),
        () => pause(racing),
      ),
  },
  'change and charge': {
    ready: daily(anyCards),
    async run(racing) {
      const cancels = async () => {
        await delay(Math.random() * 400)
        return cancel(racing)
      }
      const charges = () => anyOf([trigger, boundary])(racing)
      const changes = () => change(racing)
      const [raced, cancelled] = await Promise.all([
        anyOf([() => race(charges, changes), () => race(changes, charges)])(),
        cancels(),
      ])
      return { ...raced, outcome: `${raced.outcome}, cancel ${cancelled.status}` }
    },
  },
  'method and retry': {
    ready: pastDue,
    async run(racing) {
      const { load, merchant, ref } = racing
      const shown = contentOf<{ charges: { charge_ref: string }[] }>(
        await askAs(load, merchant, readSubscription, { path: { ref } }),
      )
      const charge = shown.charges[0]?.charge_ref ?? ''
      return race(
        () => payBy(load, charge, anyOf(anyCards)),
        () => retry(racing),
      )
    },
  },
  'cancel price and subscribe': {
    ready: (load, merchant, count) =>
      Promise.all(Array.from({ length: count }, () => makePrice(load, merchant, { period: 'M' }))),
    async run({ load, merchant, ref }) {
      const made: string[] = []
      const subscribes = async () => {
        const answer = await subscribe(load, merchant, { price_order_ref: ref })
        if (answer.status === 200) made.push(String(answer.content['order_ref']))
        return answer
      }
      const cancels = () => askAs(load, merchant, cancelPrice, { path: { id: ref } })
      const raced = await anyOf([() => race(subscribes, cancels), () => race(cancels, subscribes)])()
      return { ...raced, made }
    },
  },
  'cancel and deduction': {
    async ready(load, merchant, count) {
      const price_order_ref = await makePrice(load, merchant, onDemand)
      const fields = { price_order_ref, subscription_type: 'ONDEMAND', initial_amount: 5 }
      return setUp(load, merchant, cardsOf(count, anyCards), fields)
    },
    run: (racing) =>
      race(
        () => deduct(racing),
        () => cancel(racing),
      ),
  },
} satisfies Record<string, Race>

const deduct = ({ load, merchant, ref }: Racing) =>
  askAs(load, merchant, createDeduction, {
    body: {
      environment: 'sandbox',
      subscription_order_ref: ref,
      amount: 20,
      currency: merchant.currency,
      merchant_order_ref: randomUUID(),
    },
  })
