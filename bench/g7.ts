import type { Looped } from './closed-loop.ts'
import { cpuOf, cpuOfFamily } from './cpu.ts'
import type { BenchDatabase } from './database.ts'
import type { Effort } from './effort.ts'
import type { PayLoad } from './pay-load.ts'
import { startProcess } from './process.ts'
import { interleave, median, ratioOf } from './rounds.ts'
import { rowsLeft, withoutVacuum } from './rows-left.ts'
import { signIn } from './sign-in.ts'
import type { Line } from './table.ts'
import { payingMerchant } from './volume.ts'

export const title =
  'G7 a payment from link to ledger (sign, validate, key, attempt, claim, settle: 4 durable commits), 32 connections, against the same rows by hand in 4 statements'

const currency = 'MYR'
const connections = 32
const warmUpRuns = 3
/** The number of rounds for each round of another goal, because the speed of a machine varies between rounds. */
const roundsMore = 2
/**
 * The warm-up before a measurement. The previous contender left its own pages in memory, and the hand-written one more
 * often follows one like itself.
 */
const warmSeconds = 0.7

interface Result extends Looped {
  /** CPU for a payment, in microseconds: of the server's process (none by hand), then of PostgreSQL. */
  serverCpu: number
  databaseCpu: number
}

/** A payment through the product against its rows written by hand. */
export async function measure(database: BenchDatabase, { rounds, seconds }: Effort): Promise<Line[]> {
  const { ownerUrl } = database
  const api = await startProcess<{ url: string }>('pay-api.ts', { ownerUrl })
  const load = await startProcess('pay-load.ts', null)
  const session = await signIn(api.ready.url, payingMerchant)
  const { merchantUuid: merchantId } = session.user
  const hand = await startProcess('by-hand.ts', { ownerUrl, merchantId, currency, connections })
  try {
    const payLoad: Omit<PayLoad, 'seconds'> = { url: api.ready.url, session, currency, connections }
    // After a few hundred payments, half of the code is still uncompiled.
    await load.ask({ ...payLoad, seconds: seconds * warmUpRuns })
    // Counted separately: reading whole tables between the measurements would evict the pages of the next one.
    const counted = { ownerUrl, merchantId, tables }
    const left = {
      hand: await rowsLeft(counted, () => hand.ask({ seconds: 1, sums: true })),
      ours: await rowsLeft(counted, () => load.ask({ ...payLoad, seconds: 1 })),
    }
    if (left.hand !== left.ours) throw new Error(`not the same rows: by hand ${left.hand}, ours ${left.ours}`)
    const results = await withoutVacuum(ownerUrl, () =>
      interleave(
        {
          hand: () => measured((forSeconds) => hand.ask({ seconds: forSeconds, sums: true })),
          bare: () => measured((forSeconds) => hand.ask({ seconds: forSeconds, sums: false })),
          ours: () => measured((forSeconds) => load.ask({ ...payLoad, seconds: forSeconds }), api.pid),
        },
        rounds * roundsMore,
      ),
    )
    return [{ what: 'rows left by a payment, both', value: left.ours }, ...lines(results)]
  } finally {
    await Promise.all([api.stop(), load.stop(), hand.stop()])
  }

  async function measured(run: (seconds: number) => Promise<Looped>, server?: number): Promise<Result> {
    await run(warmSeconds)
    const [serverBefore, before] = [cpu(server), cpuOfFamily(database.pid)]
    const paid = await run(seconds)
    const [serverCpu, databaseCpu] = [cpu(server) - serverBefore, cpuOfFamily(database.pid) - before]
    return { ...paid, serverCpu: serverCpu / paid.times, databaseCpu: databaseCpu / paid.times }
  }
}

const cpu = (pid: number | undefined) => (pid === undefined ? 0 : cpuOf(pid))

const tables = [
  'payment_links',
  'payments',
  'payment_deltas',
  'timeline',
  'audit_events',
  'idempotency_keys',
  'notices',
  'ledger_transfers',
  'ledger_entries',
]

function lines({ hand, bare, ours }: Record<'hand' | 'bare' | 'ours', Result[]>): Line[] {
  const speed = ratioOf(ours, hand, ({ perSecond }) => perSecond)
  // By hand they weigh the most: there is nothing else around them.
  const sums = ratioOf(bare, hand, ({ perSecond }) => perSecond)
  const facts = (results: Result[]) => {
    const of = (figure: (result: Result) => number) => median(results.map(figure)).toFixed(0)
    return `${of((t) => t.perSecond)} payments/s, p99 ${of((t) => t.p99Ms)} ms, server ${of((t) => t.serverCpu)} µs, database ${of((t) => t.databaseCpu)} µs a payment`
  }
  return [
    { what: 'by hand', value: facts(hand) },
    { what: "by hand without the roll-ups' rows", value: facts(bare) },
    { what: 'ours', value: facts(ours) },
    {
      what: 'ours / by hand, payments/s',
      value: speed.toFixed(2),
      goal: { measured: speed, goal: 0.35, stretch: 0.5, better: 'more' },
    },
    {
      what: "time for a payment by hand with the roll-ups' rows / without",
      value: sums.toFixed(2),
      goal: { measured: sums, goal: 1.2, stretch: 1.1, better: 'less' },
    },
    {
      what: "the same, PostgreSQL's CPU",
      value: ratioOf(hand, bare, ({ databaseCpu }) => databaseCpu).toFixed(2),
    },
    { what: 'ours / by hand, database CPU', value: ratioOf(ours, hand, ({ databaseCpu }) => databaseCpu).toFixed(2) },
  ]
}
