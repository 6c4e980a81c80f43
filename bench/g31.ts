import type { Looped } from './closed-loop.ts'
import type { BenchDatabase } from './database.ts'
import type { Effort } from './effort.ts'
import { openDesk } from './payout-desk.ts'
import { startProcess } from './process.ts'
import { interleave, median, ratioOf } from './rounds.ts'
import { rowsLeft, withoutVacuum } from './rows-left.ts'
import type { Line } from './table.ts'

const connections = 32
const warmSeconds = 0.7
export const title = `G31 money set aside on one busy virtual account, ${connections} at once, against the same guarded update and posting by hand in one transaction, over as many connections`

/** All wait for the row of the account, which each holds until its commit. */
export async function measure({ ownerUrl }: BenchDatabase, { rounds, seconds }: Effort): Promise<Line[]> {
  const desk = await openDesk(ownerUrl)
  const [ours, hand] = [await startProcess('reserve.ts', desk), await startProcess('reserve.ts', desk)]
  const run = (byHand: boolean) => (forSeconds: number) =>
    (byHand ? hand : ours).ask<Looped>({ connections, seconds: forSeconds, byHand })
  const measured = async (loop: (forSeconds: number) => Promise<Looped>) => {
    await loop(warmSeconds)
    return loop(seconds)
  }
  try {
    const counted = { ownerUrl, merchantId: desk.merchantId, tables: ['ledger_transfers', 'ledger_entries'] }
    const left = [await rowsLeft(counted, () => run(true)(1)), await rowsLeft(counted, () => run(false)(1))]
    if (left[0] !== left[1]) throw new Error(`not the same rows: by hand ${left[0]}, ours ${left[1]}`)
    const results = await withoutVacuum(ownerUrl, () =>
      interleave({ hand: () => measured(run(true)), ours: () => measured(run(false)) }, rounds),
    )
    return [{ what: 'rows left by each, both', value: left[0] ?? '' }, ...lines(results)]
  } finally {
    await Promise.all([ours.stop(), hand.stop()])
  }
}

function lines({ hand, ours }: Record<'hand' | 'ours', Looped[]>): Line[] {
  const speed = ratioOf(ours, hand, ({ perSecond }) => perSecond)
  const slowest = ratioOf(ours, hand, ({ p99Ms }) => p99Ms)
  const facts = (results: Looped[]) =>
    `${median(results.map((t) => t.perSecond)).toFixed(0)}/s, p99 ${median(results.map((t) => t.p99Ms)).toFixed(0)} ms`
  return [
    { what: 'by hand', value: facts(hand) },
    { what: 'ours', value: facts(ours) },
    { what: 'ours / by hand', value: speed.toFixed(2), goal: { measured: speed, goal: 0.5, better: 'more' } },
    { what: 'ours / by hand, p99', value: slowest.toFixed(2), goal: { measured: slowest, goal: 2.5, better: 'less' } },
  ]
}
