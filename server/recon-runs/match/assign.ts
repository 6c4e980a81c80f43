import { cheapestAmounts, type Piece } from './cheapest-amounts.ts'
import { leastAssignment, type Assigned } from './cheapest-times.ts'
import { openRows, takeFirst } from './choices.ts'
import { inOrderOfAmount, inOrderOfTime, type Placed } from './cost.ts'

/** Two records that the cheapest assignment puts together. */
export interface Pair {
  a: Placed
  b: Placed
  /** Another assignment is as cheap and has other pairs, of records whose amounts differ. */
  isAmbiguous: boolean
}

/**
 * The cheapest way to pair all records of the shorter side: the sum of the amount differences is least, then the number of pairs whose amounts
 * differ, then the sum of the time differences, and of what is still equal the first in the order of time and place is taken. On a line many
 * sums are equal: 10 and 20 are as far from 20 and 30 as 20 is from 20 and 10 from 30, and nobody would part the equal ones. It is exact, and
 * does not depend on the order in which records are given.
 */
export function assign(a: readonly Placed[], b: readonly Placed[]): Pair[] {
  const { same, left, right } = withoutSame(a.toSorted(inOrderOfAmount), b.toSorted(inOrderOfAmount))
  if (left.length > right.length)
    return [...same, ...assignOthers(right, left).map((pair) => ({ ...pair, a: pair.b, b: pair.a }))]
  return [...same, ...assignOthers(left, right)]
}

/** At most as many rows as columns, in order of amount. */
function assignOthers(rows: readonly Placed[], columns: readonly Placed[]): Pair[] {
  if (rows.length === 0) return []
  return hasSameAmounts(rows, columns) ? inOrder(rows, columns) : cheapestAmounts(rows, columns).flatMap(pairsOf)
}

/**
 * Pairs what agrees in amount and second, which is always cheapest. Where x and y agree and are paired with p and q instead, x with y and p with
 * q costs no more: p is no farther from q than by way of x and y, in amount as in time, and differs from q in amount only if it does from x
 * or y. What stays alone costs nothing. Of several that agree, which are interchangeable, the first are taken. Both sides are in order of
 * amount.
 */
export function withoutSame(a: readonly Placed[], b: readonly Placed[]) {
  const [same, left, right]: [Pair[], Placed[], Placed[]] = [[], [], []]
  let at = 0
  for (const one of a) {
    while (at < b.length && byAmountAndTime(b[at] as Placed, one) < 0) right.push(b[at++] as Placed)
    const other = b[at]
    if (other === undefined || byAmountAndTime(other, one) > 0) left.push(one)
    else {
      same.push({ a: one, b: other, isAmbiguous: false })
      at += 1
    }
  }
  return { same, left, right: [...right, ...b.slice(at)] }
}
const byAmountAndTime = (one: Placed, other: Placed): number =>
  one.amount < other.amount ? -1 : one.amount > other.amount ? 1 : one.when - other.when

/**
 * With the same amounts on both sides a pair of different amounts is never in a cheapest assignment, as others cost nothing. Among equal
 * amounts times lie on a line, where two pairs that cross are never nearer than the same two uncrossed. So the order of time is cheapest.
 */
const hasSameAmounts = (rows: readonly Placed[], columns: readonly Placed[]): boolean =>
  rows.length === columns.length && rows.every(({ amount }, at) => amount === columns[at]?.amount)
const inOrder = (rows: readonly Placed[], columns: readonly Placed[]): Pair[] =>
  rows.map((row, at) => ({ a: row, b: columns[at] as Placed, isAmbiguous: false }))

/** The pairs of a piece, within which all assignments cost the same by amount: time decides, then the order. */
function pairsOf(piece: Piece): Pair[] {
  const rows = piece.rows.toSorted(inOrderOfTime)
  const columns = piece.columns.toSorted((one, other) => inOrderOfTime(one.placed, other.placed))
  const sorted = columns.map(({ placed }) => placed)
  const isOfOneAmount = [...rows, ...sorted].every(({ amount }) => amount === rows[0]?.amount)
  if (rows.length === columns.length && (rows.length === 1 || isOfOneAmount)) return inOrder(rows, sorted)

  const assigned = leastAssignment(rows.length, columns.length, costsOf(piece, rows, columns))
  takeFirst(assigned)
  const isOpen = isOfOneAmount ? [] : openRows(assigned, (row, column) => rows[row]?.amount === sorted[column]?.amount)
  return rows.map((row, at) => ({ a: row, b: columnFor(assigned, sorted, at), isAmbiguous: isOpen[at] ?? false }))
}
const columnFor = ({ columnOf }: Assigned, columns: readonly Placed[], row: number): Placed =>
  columns[columnOf[row] as number] as Placed

/**
 * Time differences, infinite of pairs that amount forbids. A pair of different amounts costs more than all times together, so that as few
 * as possible are; a column that is needed is worth more than all of that.
 */
function costsOf(piece: Piece, rows: readonly Placed[], columns: Piece['columns']): Float64Array {
  const times = [...rows, ...columns.map(({ placed }) => placed)].map(({ when }) => when)
  const unequal = (Math.max(...times) - Math.min(...times) + 1) * rows.length
  const needed = 2 * unequal * rows.length
  const costs = new Float64Array(rows.length * columns.length)
  for (const [at, row] of rows.entries())
    for (const [to, { placed, isNeeded }] of columns.entries())
      costs[at * columns.length + to] = piece.isCheap(row, placed)
        ? Math.abs(row.when - placed.when) + (row.amount === placed.amount ? 0 : unequal) - (isNeeded ? needed : 0)
        : Infinity
  return costs
}
