import type { Looped } from './closed-loop.ts'
import type { BenchDatabase } from './database.ts'
import type { Effort } from './effort.ts'
import { makePage } from './make-page.ts'
import type { OrderLoad } from './order-load.ts'
import { startProcess } from './process.ts'
import { interleave, median, ratioOf } from './rounds.ts'
import { rowsLeft, withoutVacuum } from './rows-left.ts'
import { signIn } from './sign-in.ts'
import type { Line } from './table.ts'
import { payingMerchant } from './volume.ts'

const buyers = 64
/** Of the other page. */
const buyersBeside = 8

export const title = `G19 orders at one page with stock, ${buyers} buyers, against the same guarded update and inserts by hand in one transaction, over as many connections; and the p99 of another page with ${buyersBeside} buyers meanwhile`

const currency = 'MYR'
const warmUpRuns = 3
const warmSeconds = 0.7
/** The machine's speed varies between rounds. */
const roundsMore = 2

/** Orders at one page, whose stock they all wait for, and at another one beside them. */
export async function measure({ ownerUrl }: BenchDatabase, { rounds, seconds }: Effort): Promise<Line[]> {
  const [api, load, beside] = await Promise.all([
    startProcess<{ url: string }>('api.ts', { ownerUrl, trustProxy: ['127.0.0.1'] }),
    startProcess('order-load.ts', null),
    startProcess('order-load.ts', null),
  ])
  const { url } = api.ready
  const session = await signIn(url, payingMerchant)
  const { merchantUuid: merchantId } = session.user
  const newPage = () => makePage(url, session, { currency, stock: 'limited', stock_available: 1e9 })
  const [busy, quiet, byHand] = [await newPage(), await newPage(), await newPage()]
  const hand = await startProcess('orders-by-hand.ts', { ownerUrl, merchantId, currency, pageRef: byHand })
  const ours = (forSeconds: number) =>
    load.ask<Looped>({ url, pageRef: busy, buyers, seconds: forSeconds } satisfies OrderLoad)
  const other = (forSeconds: number) =>
    beside.ask<Looped>({ url, pageRef: quiet, buyers: buyersBeside, seconds: forSeconds } satisfies OrderLoad)
  const written = (inOneStatement: boolean) => (forSeconds: number) =>
    hand.ask<Looped>({ buyers, seconds: forSeconds, inOneStatement })
  const measured = async (run: (forSeconds: number) => Promise<Looped>) => {
    await run(warmSeconds)
    return run(seconds)
  }
  try {
    await ours(seconds * warmUpRuns)
    const counted = { ownerUrl, merchantId, tables }
    const left = {
      hand: await rowsLeft(counted, () => written(false)(1)),
      ours: await rowsLeft(counted, () => ours(1)),
    }
    if (left.hand !== left.ours) throw new Error(`not the same rows: by hand ${left.hand}, ours ${left.ours}`)
    const results = await withoutVacuum(ownerUrl, () =>
      interleave(
        {
          hand: () => measured(written(false)),
          atOnce: () => measured(written(true)),
          ours: () => measured(ours),
          alone: () => measured(other),
          meanwhile: () =>
            measured(async (forSeconds) => (await Promise.all([other(forSeconds), ours(forSeconds)]))[0]),
        },
        rounds * roundsMore,
      ),
    )
    return [{ what: 'rows left by an order, both', value: left.ours }, ...lines(results)]
  } finally {
    await Promise.all([api.stop(), load.stop(), beside.stop(), hand.stop()])
  }
}

const tables = ['page_orders', 'stock_movements', 'timeline', 'idempotency_keys']

type Contender = 'hand' | 'atOnce' | 'ours' | 'alone' | 'meanwhile'

function lines({ hand, atOnce, ours, alone, meanwhile }: Record<Contender, Looped[]>): Line[] {
  const speed = ratioOf(ours, hand, ({ perSecond }) => perSecond)
  const wait = ratioOf(meanwhile, alone, ({ p99Ms }) => p99Ms)
  const facts = (results: Looped[]) =>
    `${median(results.map((t) => t.perSecond)).toFixed(0)} orders/s, p99 ${median(results.map((t) => t.p99Ms)).toFixed(0)} ms`
  return [
    { what: 'by hand', value: facts(hand) },
    { what: 'by hand in one statement', value: facts(atOnce) },
    { what: 'ours', value: facts(ours) },
    {
      what: 'ours / by hand, orders/s',
      value: speed.toFixed(2),
      goal: { measured: speed, goal: 0.5, better: 'more' },
    },
    {
      what: 'ours / by hand in one statement, orders/s',
      value: ratioOf(ours, atOnce, ({ perSecond }) => perSecond).toFixed(2),
    },
    { what: 'the other page alone', value: facts(alone) },
    { what: 'the other page meanwhile', value: facts(meanwhile) },
    {
      what: 'meanwhile / alone, p99',
      value: wait.toFixed(2),
      goal: { measured: wait, goal: 2, better: 'less' },
    },
  ]
}
