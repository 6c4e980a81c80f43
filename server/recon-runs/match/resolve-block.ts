import type { Exact } from '#server/recon-files/read/exact.ts'
import { assign, withoutSame, type Pair } from './assign.ts'
import type { BlockMatch, Comparable, Resolved } from './comparable.ts'
import { inOrderOfAmount, inOrderOfBooking, inOrderOfTime, isWithin, placed, type Placed } from './cost.ts'
import { nearestOf } from './nearest.ts'
import { partsAmong } from './parts.ts'

/** Which of the rules about a repeated reference hold, and how far amounts may lie apart and count as equal: inclusive. */
export interface BlockSettings {
  tolerance: Exact
  repeated: boolean
  parts: boolean
}

/** Blocks beyond 200 × 200 pair only equal amounts for sure. */
const mostCompared = 200 * 200

/**
 * Says what the records of one reference, type and currency come to. One and one are a match whatever the amounts, since the reference
 * says so. One transaction with several lines: parts where they sum to it, doubles where each equals it, else the cheapest of them.
 * Several: the cheapest assignment, of which equal amounts are confirmed, and all that is then left may be parts of what is left. The order
 * in which records are given changes nothing.
 */
export function resolveBlock(a: readonly Comparable[], b: readonly Comparable[], settings: BlockSettings): Resolved {
  const [transactions, lines] = [a, b].map((side) => side.map(placed).toSorted(inOrderOfTime)) as [Placed[], Placed[]]
  return told(transactions, lines, joined(transactions, lines, settings))
}
type Joined = Pick<Resolved, 'matches' | 'duplicates'>

function joined(a: readonly Placed[], b: readonly Placed[], settings: BlockSettings): Joined {
  const [one, line] = [a[0], b[0]]
  if (!one || !line) return { matches: [], duplicates: [] }
  if (a.length === 1 && b.length === 1) return { matches: [match('reference', 'confirmed', a, b)], duplicates: [] }
  const parts = a.length === 1 ? partsOf(a, b, settings) : null
  if (parts) return { matches: parts, duplicates: [] }
  if (a.length === 1) return doublesOf(one, b, settings) ?? cheapest(a, b, settings)
  return cheapest(a, b, settings)
}

function partsOf(
  of: readonly Placed[],
  lines: readonly Placed[],
  { parts, tolerance }: BlockSettings,
): BlockMatch[] | null {
  const found = parts ? partsAmong(of, lines, tolerance) : null
  return found?.map((one) => match('parts', 'confirmed', [one.of], one.lines)) ?? null
}

/** Several lines each of which is the whole transaction: the one that was booked first, and others that say it again. */
function doublesOf(one: Placed, lines: readonly Placed[], { repeated, tolerance }: BlockSettings): Joined | null {
  if (!repeated || !lines.every(({ amount }) => isWithin(tolerance, amount, one.amount))) return null
  const [first, ...others] = lines.toSorted((x, y) => inOrderOfBooking(x.record, y.record))
  if (!first) return null
  return {
    matches: [match('repeated', 'confirmed', [one], [first])],
    duplicates: others.map(({ record }) => ({ n: record.n, of: one.record.n })),
  }
}

function cheapest(a: readonly Placed[], b: readonly Placed[], settings: BlockSettings): Joined {
  if (!settings.repeated) return { matches: [], duplicates: [] }
  const pairs = a.length * b.length <= mostCompared ? assign(a, b) : equalInOrder(a, b)
  const isSure = (pair: Pair) => !pair.isAmbiguous && isWithin(settings.tolerance, pair.a.amount, pair.b.amount)
  const [sure, unsure] = [pairs.filter(isSure), pairs.filter((pair) => !isSure(pair))]
  const matches = sure.map((pair) => match('repeated', 'confirmed', [pair.a], [pair.b]))
  const parts = partsOf(notOf(a, sure, 'a'), notOf(b, sure, 'b'), settings)
  if (parts) return { matches: [...matches, ...parts], duplicates: [] }
  for (const { a: one, b: other, isAmbiguous } of unsure)
    matches.push(match('repeated', isAmbiguous ? 'ambiguous' : 'suggested', [one], [other]))
  return { matches, duplicates: a.length > 1 ? saidAgain(notOf(b, pairs, 'b'), sure) : [] }
}
function notOf(all: readonly Placed[], pairs: readonly Pair[], side: 'a' | 'b'): Placed[] {
  const left = new Set(all)
  for (const pair of pairs) left.delete(pair[side])
  return [...left]
}

/** Lines left over that equal a confirmed one in amount and time: with several transactions the amount alone proves no double. */
function saidAgain(lines: readonly Placed[], sure: readonly Pair[]): Joined['duplicates'] {
  const said = (line: Placed) => `${line.amount} ${line.when}`
  const first = new Map(sure.toSorted((x, y) => inOrderOfTime(y.b, x.b)).map(({ a, b }) => [said(b), a.record.n]))
  return lines.flatMap((line) => {
    const of = first.get(said(line))
    return of === undefined ? [] : [{ n: line.record.n, of }]
  })
}

/** What agrees, then equal amounts in order of time, and what is left in order of amount, which is no more than a suggestion. */
function equalInOrder(a: readonly Placed[], b: readonly Placed[]): Pair[] {
  const { same, left, right } = withoutSame(a.toSorted(inOrderOfAmount), b.toSorted(inOrderOfAmount))
  const waiting = Map.groupBy(right.toReversed(), ({ amount }) => amount)
  const pairs = [...same]
  for (const one of left) {
    const other = waiting.get(one.amount)?.pop()
    if (other) pairs.push({ a: one, b: other, isAmbiguous: false })
  }
  const [ones, others] = [notOf(left, pairs, 'a'), notOf(right, pairs, 'b')]
  const rest = ones.slice(0, others.length)
  return [...pairs, ...rest.map((one, at) => ({ a: one, b: others[at] as Placed, isAmbiguous: false }))]
}

const match = (
  kind: BlockMatch['kind'],
  strength: BlockMatch['strength'],
  a: readonly Placed[],
  b: readonly Placed[],
): BlockMatch => ({ kind, strength, a: a.map(({ record }) => record.n), b: b.map(({ record }) => record.n) })

/** The answer, with what is nearest to each record that is in no match. */
function told(a: readonly Placed[], b: readonly Placed[], { matches, duplicates }: Joined): Resolved {
  const known = new Set([...matches.flatMap((found) => [...found.a, ...found.b]), ...duplicates.map(({ n }) => n)])
  const alone = (side: readonly Placed[]) => side.filter(({ record }) => !known.has(record.n))
  return { matches, duplicates, nearest: new Map([...nearestOf(alone(a), b), ...nearestOf(alone(b), a)]) }
}
