import type { Comparable } from '#server/recon-runs/match/comparable.ts'
import { inOrderOfAmount, placed } from '#server/recon-runs/match/cost.ts'
import { resolveBlock } from '#server/recon-runs/match/resolve-block.ts'
import { randomOf } from '#server/routing/statistics.ts'
import type { BenchDatabase } from './database.ts'
import type { Effort } from './effort.ts'
import { interleave, median } from './rounds.ts'
import type { Line } from './table.ts'

const references = Number(process.env['REFERENCES'] ?? 20_000)
const largest = 200
const hardest = 100
export const title = `G9B ${references.toLocaleString('en')} references that repeat, 2 to ${largest} times on each side, matched; and ${hardest} blocks of ${largest} × ${largest} without one equal amount`

interface Block {
  a: Comparable[]
  b: Comparable[]
}

/** Seconds of processor: matching is work of one thread, so other load on the machine does not count. */
export async function measure(_: BenchDatabase, { rounds }: Effort): Promise<Line[]> {
  const random = randomOf(20_000)
  const usual = Array.from({ length: references }, () => usualBlock(random))
  const hard = Array.from({ length: hardest }, () => hardBlock(random))
  const settings = { tolerance: 0n, repeated: true, parts: true }
  const resolve = (blocks: readonly Block[]) => secondsOf(() => blocks.map(({ a, b }) => resolveBlock(a, b, settings).matches.length)) // prettier-ignore
  const { sorted, matched, hardly } = await interleave(
    {
      sorted: () => secondsOf(() => usual.map(({ a, b }) => [a, b].map((side) => side.map(placed).toSorted(inOrderOfAmount).length))), // prettier-ignore
      matched: () => resolve(usual),
      hardly: () => resolve(hard),
    },
    rounds,
  )
  const records = usual.reduce((sum, { a, b }) => sum + a.length + b.length, 0)
  return [
    { what: `${records.toLocaleString('en')} records only sorted`, value: `${median(sorted).toFixed(2)} s` },
    ...[{ what: 'all references', times: matched }, { what: 'the hardest', times: hardly }].map(({ what, times }) => ({
      what,
      value: `${median(times).toFixed(2)} s`,
      goal: { measured: median(times), goal: 5, better: 'less' as const, unit: ' s' },
    })),
  ] // prettier-ignore
}

function secondsOf(work: () => unknown): Promise<number> {
  const begun = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(begun)
  return Promise.resolve((user + system) / 1_000_000)
}

const cent = 1_000_000n
const dayMs = 86_400_000
function recordOf(n: number, amount: bigint, timeMs: number | null, bookedDay: number): Comparable {
  return { n, type: 'payment', amount, isNet: false, timeMs, bookedDay, place: String(n).padStart(6, '0') }
}

/** Few repetitions as a rule; some amounts are equal. The lines know the second, or the day alone; or one is missing and one nobody's. */
function usualBlock(random: () => number): Block {
  const below = (most: number) => Math.floor(random() * most)
  const size = Math.min(largest, Math.floor(2 / (1 - random()) ** 0.8))
  const price = BigInt(500 + below(20_000)) * cent
  const kind = below(3)
  const a = Array.from({ length: size }, (_, n) => {
    const timeMs = below(365 * 86_400) * 1_000
    return recordOf(n, below(3) === 0 ? price : BigInt(500 + below(20_000)) * cent, timeMs, Math.floor(timeMs / dayMs))
  })
  const b = a.map(({ amount, timeMs, bookedDay }, at) =>
    recordOf(size + at, amount, kind === 1 ? null : timeMs, (bookedDay ?? 0) + 2),
  )
  const [first] = b
  if (kind === 2 && first) b.push({ ...first, n: 2 * size, amount: first.amount + 7n * cent, place: '999999' })
  return { a, b: kind === 2 ? b.slice(1) : b }
}

/** All lines are higher than all transactions, so that every assignment costs the same by amount, and times decide. */
function hardBlock(random: () => number): Block {
  const side = (from: number, least: number) =>
    Array.from({ length: largest }, (_, at) => {
      const timeMs = Math.floor(random() * 5) * dayMs
      return recordOf(
        from + at,
        BigInt(least + Math.floor(random() * 1_000)) * cent,
        timeMs,
        Math.floor(timeMs / dayMs),
      )
    })
  return { a: side(0, 1_000), b: side(largest, 3_000) }
}
