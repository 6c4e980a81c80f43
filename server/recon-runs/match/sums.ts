import { absolute, type Exact } from '#server/recon-files/read/exact.ts'
import type { Comparable } from './comparable.ts'
import { byPlace } from './cost.ts'

/** What a search for the records that sum to another finds. `several` names two solutions; `not_searched_further` may hide some. */
export type FoundSum =
  | { found: 'none' | 'not_searched_further' }
  | { found: 'one'; of: readonly number[] }
  | { found: 'several'; of: readonly number[]; orOf: readonly number[] }

/** One alone is what other rules join. */
const leastSummands = 2
export const mostSummands = 8
export const mostCandidates = 40
export const mostSteps = 100_000

/** From where to where a sum may lie, both inclusive. */
interface Wanted {
  from: Exact
  to: Exact
}
/** A choice among the candidates of one half, by the bits of their places in it. */
interface Choice {
  sum: Exact
  size: number
  bits: number
}

/**
 * Finds 2 to 8 of at most 40 candidates that sum to an amount within the tolerance. Each half of the candidates is summed in all ways that
 * may still come to it, and the halves meet by their sums. A step is a sum that is made or a pair of sums that is tried. The order in
 * which candidates are given changes nothing.
 */
export function findSum(target: Exact, candidates: readonly Comparable[], tolerance: Exact): FoundSum {
  const wanted = { from: target - tolerance, to: target + tolerance }
  const useful = usefulOf(candidates.toSorted(byPlace), wanted)
  if (useful.length < leastSummands) return { found: 'none' }
  if (useful.length > mostCandidates) return { found: 'not_searched_further' }
  const [even, odd] = [useful.filter((_, at) => at % 2 === 0), useful.filter((_, at) => at % 2 === 1)]
  const steps = { left: mostSteps }
  const [left, right] = [choicesOf(even, odd, wanted, steps), choicesOf(odd, even, wanted, steps)]
  const found: number[][] = []
  if (steps.left > 0)
    for (const [one, other] of meetings(left, right, wanted)) {
      steps.left -= 1
      if (steps.left === 0) break
      const size = one.size + other.size
      if (size >= leastSummands && size <= mostSummands) found.push([...chosen(even, one), ...chosen(odd, other)])
      if (found.length === 2) break
    }
  const [of, orOf] = found
  if (of && orOf) return { found: 'several', of, orOf }
  if (steps.left === 0) return { found: 'not_searched_further' }
  return of ? { found: 'one', of } : { found: 'none' }
}
const chosen = (half: readonly Comparable[], { bits }: Choice): number[] =>
  half.filter((_, at) => (bits & (1 << at)) !== 0).map(({ n }) => n)

/** The candidates that can be part of a sum at all, the largest first, since these leave the fewest ways open. */
function usefulOf(candidates: readonly Comparable[], wanted: Wanted): readonly Comparable[] {
  const useful = candidates.filter((candidate) => {
    const reach = reachOf(candidates.filter((other) => other !== candidate))
    return mayCome(candidate.amount, reach, mostSummands - 1, wanted)
  })
  if (useful.length < candidates.length) return usefulOf(useful, wanted)
  return useful.toSorted((one, other) => {
    const [mine, theirs] = [absolute(one.amount), absolute(other.amount)]
    return mine > theirs ? -1 : mine < theirs ? 1 : 0
  })
}

/** The greatest and the least sum of up to so many records. */
interface Reach {
  most: Exact[]
  least: Exact[]
}
function reachOf(records: readonly Comparable[]): Reach {
  const amounts = records.map(({ amount }) => amount).toSorted((one, other) => (one < other ? -1 : one > other ? 1 : 0))
  const sums = (from: readonly Exact[], helps: (amount: Exact) => boolean): Exact[] => {
    let sum = 0n
    const found = [sum]
    for (let size = 0; size < mostSummands; size += 1) {
      const next = from[size]
      if (next !== undefined && helps(next)) sum += next
      found.push(sum)
    }
    return found
  }
  return { most: sums(amounts.toReversed(), (amount) => amount > 0n), least: sums(amounts, (amount) => amount < 0n) }
}
const mayCome = (sum: Exact, { most, least }: Reach, more: number, { from, to }: Wanted): boolean =>
  sum + (most[more] as Exact) >= from && sum + (least[more] as Exact) <= to

/** All choices of a half that may still come to what is wanted; those so far where no steps are left. */
function choicesOf(
  half: readonly Comparable[],
  beside: readonly Comparable[],
  wanted: Wanted,
  steps: { left: number },
): Choice[] {
  const reaches = [...half, null].map((_, at) => reachOf([...half.slice(at), ...beside]))
  const alone = reachOf(beside)
  const choices: Choice[] = []
  const choose = (from: number, sum: Exact, size: number, bits: number): void => {
    if (steps.left === 0 || !mayCome(sum, reaches[from] as Reach, mostSummands - size, wanted)) return
    steps.left -= 1
    if (mayCome(sum, alone, mostSummands - size, wanted)) choices.push({ sum, size, bits })
    if (size === mostSummands) return
    for (const [at, { amount }] of half.entries())
      if (at >= from) choose(at + 1, sum + amount, size + 1, bits | (1 << at))
  }
  choose(0, 0n, 0, 0)
  return choices
}

/** Pairs of choices that sum to what is wanted. */
function* meetings(left: readonly Choice[], right: readonly Choice[], wanted: Wanted): Generator<[Choice, Choice]> {
  const sorted = right.toSorted((one, other) => (one.sum < other.sum ? -1 : one.sum > other.sum ? 1 : 0))
  for (const one of left) {
    let [low, high] = [0, sorted.length]
    while (low < high) {
      const middle = (low + high) >>> 1
      if (one.sum + (sorted[middle] as Choice).sum < wanted.from) low = middle + 1
      else high = middle
    }
    for (let at = low; at < sorted.length; at += 1) {
      const other = sorted[at] as Choice
      if (one.sum + other.sum > wanted.to) break
      yield [one, other]
    }
  }
}
