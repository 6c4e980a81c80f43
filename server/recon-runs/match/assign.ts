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
 * The cheapest way to pair all records of the shorter side: the sum of the amount differences is least, among those the sum of the time
 * differences, and of what is still equal the first in the order of time and place is taken. It is exact, and does not depend on the order
 * in which records are given.
 */
export function assign(a: readonly Placed[], b: readonly Placed[]): Pair[] {
  if (a.length === 0 || b.length === 0) return []
  if (a.length > b.length) return assign(b, a).map((pair) => ({ ...pair, a: pair.b, b: pair.a }))
  const [rows, columns] = [a.toSorted(inOrderOfAmount), b.toSorted(inOrderOfAmount)]
  return hasSameAmounts(rows, columns) ? inOrder(rows, columns) : cheapestAmounts(rows, columns).flatMap(pairsOf)
}

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

/** Time differences, infinite of pairs that amount forbids. A column that is needed is worth more than all times together. */
function costsOf(piece: Piece, rows: readonly Placed[], columns: Piece['columns']): Float64Array {
  const times = [...rows, ...columns.map(({ placed }) => placed)].map(({ when }) => when)
  const worth = (Math.max(...times) - Math.min(...times) + 1) * rows.length
  const costs = new Float64Array(rows.length * columns.length)
  for (const [at, row] of rows.entries())
    for (const [to, { placed, isNeeded }] of columns.entries())
      costs[at * columns.length + to] = piece.isCheap(row, placed)
        ? Math.abs(row.when - placed.when) - (isNeeded ? worth : 0)
        : Infinity
  return costs
}
