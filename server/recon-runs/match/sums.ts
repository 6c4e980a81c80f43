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

/** Amounts in a unit that they all are multiples of, so that numbers hold their sums. */
interface Summand {
  n: number
  amount: number
}
/** From where to where a sum may lie, both inclusive. */
interface Wanted {
  from: number
  to: number
}
/** Some of the summands of one half, by the bits of their places in it. */
interface Choice {
  sum: number
  size: number
  bits: number
}

/**
 * Finds 2 to 8 of at most 40 candidates that sum to an amount within the tolerance. Each half of the candidates is summed in all ways that
 * may still come to it, and the halves meet by their sums. A step is a sum that is kept or a pair of sums that is tried. The order in
 * which candidates are given changes nothing. Amounts that only a `bigint` can sum are not searched.
 */
export function findSum(target: Exact, candidates: readonly Comparable[], tolerance: Exact): FoundSum {
  const sorted = candidates.toSorted(byPlace)
  const divisor = sorted.reduce((one, { amount }) => commonDivisor(one, amount), commonDivisor(target, tolerance))
  const unit = divisor === 0n ? 1n : divisor
  const summands = sorted.map(({ n, amount }) => ({ n, amount: Number(amount / unit) }))
  const wanted = { from: Number((target - tolerance) / unit), to: Number((target + tolerance) / unit) }
  const most = Math.max(...summands.map(({ amount }) => Math.abs(amount)), Math.abs(wanted.from), Math.abs(wanted.to))
  if (most * (mostSummands + 1) > Number.MAX_SAFE_INTEGER) return { found: 'not_searched_further' }
  return search(usefulOf(summands, wanted), wanted)
}
const commonDivisor = (one: Exact, other: Exact): Exact =>
  other === 0n ? absolute(one) : commonDivisor(other, one % other)

function search(useful: readonly Summand[], wanted: Wanted): FoundSum {
  if (useful.length < leastSummands) return { found: 'none' }
  if (useful.length > mostCandidates) return { found: 'not_searched_further' }
  const halves = [useful.filter((_, at) => at % 2 === 0), useful.filter((_, at) => at % 2 === 1)] as const
  const steps = { left: mostSteps }
  const [left, right] = [choicesOf(...halves, wanted, steps), choicesOf(halves[1], halves[0], wanted, steps)]
  const found: number[][] = []
  for (const [one, other] of steps.left > 0 ? meetings(left, right, wanted) : []) {
    steps.left -= 1
    if (steps.left === 0) break
    const size = one.size + other.size
    if (size >= leastSummands && size <= mostSummands) found.push([...chosen(halves[0], one), ...chosen(halves[1], other)]) // prettier-ignore
    if (found.length === 2) break
  }
  const [of, orOf] = found
  if (of && orOf) return { found: 'several', of, orOf }
  if (steps.left <= 0) return { found: 'not_searched_further' }
  return of ? { found: 'one', of } : { found: 'none' }
}
const chosen = (half: readonly Summand[], { bits }: Choice): number[] =>
  half.filter((_, at) => (bits & (1 << at)) !== 0).map(({ n }) => n)

/** The summands that can be part of a sum at all, the largest first, since these leave the fewest ways open. */
function usefulOf(summands: readonly Summand[], wanted: Wanted): readonly Summand[] {
  const useful = summands.filter((summand) => {
    const reach = reachOf(summands.filter((other) => other !== summand))
    return mayCome(summand.amount, reach, mostSummands - 1, wanted)
  })
  if (useful.length < summands.length) return usefulOf(useful, wanted)
  return useful.toSorted((one, other) => Math.abs(other.amount) - Math.abs(one.amount))
}

/** The greatest and the least sum of up to so many summands. */
interface Reach {
  most: number[]
  least: number[]
}
function reachOf(summands: readonly Summand[]): Reach {
  const amounts = summands.map(({ amount }) => amount).toSorted((one, other) => one - other)
  const sums = (from: readonly number[], limit: (one: number, other: number) => number): number[] => {
    const found = [0]
    for (let size = 0; size < mostSummands; size += 1) found.push((found[size] as number) + limit(from[size] ?? 0, 0))
    return found
  }
  return { most: sums(amounts.toReversed(), Math.max), least: sums(amounts, Math.min) }
}
const mayCome = (sum: number, { most, least }: Reach, more: number, { from, to }: Wanted): boolean =>
  sum + (most[more] as number) >= from && sum + (least[more] as number) <= to

/** All choices of a half that may still come to what is wanted, by their sums; anything where no steps are left. */
function choicesOf(
  half: readonly Summand[],
  beside: readonly Summand[],
  wanted: Wanted,
  steps: { left: number },
): Choice[] {
  let choices: Choice[] = [{ sum: 0, size: 0, bits: 0 }]
  for (const [at, { amount }] of half.entries()) {
    const reach = reachOf([...half.slice(at + 1), ...beside])
    const mayEnd = ({ sum, size }: Choice) => mayCome(sum, reach, mostSummands - size, wanted)
    const more = choices
      .filter(({ size }) => size < mostSummands)
      .map(({ sum, size, bits }) => ({ sum: sum + amount, size: size + 1, bits: bits | (1 << at) }))
      .filter(mayEnd)
    steps.left -= more.length
    if (steps.left <= 0) return []
    choices = merged(choices.filter(mayEnd), more)
  }
  return choices
}
/** Both are in order and so is what comes of them, which spares sorting them. */
function merged(one: readonly Choice[], other: readonly Choice[]): Choice[] {
  const all: Choice[] = []
  let at = 0
  for (const choice of one) {
    while (at < other.length && (other[at] as Choice).sum < choice.sum) all.push(other[at++] as Choice)
    all.push(choice)
  }
  return [...all, ...other.slice(at)]
}

/** Pairs of choices that sum to what is wanted. */
function* meetings(
  left: readonly Choice[],
  right: readonly Choice[],
  { from, to }: Wanted,
): Generator<[Choice, Choice]> {
  let first = right.length
  for (const one of left) {
    while (first > 0 && one.sum + (right[first - 1] as Choice).sum >= from) first -= 1
    for (let at = first; at < right.length && one.sum + (right[at] as Choice).sum <= to; at += 1)
      yield [one, right[at] as Choice]
  }
}
