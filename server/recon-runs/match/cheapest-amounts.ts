import { absolute, type Exact } from '#server/recon-files/read/exact.ts'
import type { Placed } from './cost.ts'

/**
 * A part of a block that every assignment of least amount difference keeps to itself: each row gets a column of the same piece.
 * Columns that no such assignment uses are in none.
 */
export interface Piece {
  rows: Placed[]
  columns: Column[]
  /** Whether some assignment of least amount difference may have the pair. */
  isCheap(row: Placed, column: Placed): boolean
}
export interface Column {
  placed: Placed
  /** Every assignment of least amount difference uses it. */
  isNeeded: boolean
}

/**
 * All assignments of rows to columns whose sum of amount differences is least, without comparing a sum of floats. Amounts lie on a line,
 * so an assignment is a flow along it. The potential of a point is what it costs to bring one more row there, by the flow of one least
 * assignment. By complementary slackness an assignment is least exactly when each of its pairs moves along segments where the potential
 * rises by their length, it uses all columns of a negative potential and none of a positive one.
 * @param rows in order of amount, at least one and at most as many as columns.
 * @param columns in order of amount.
 */
export function cheapestAmounts(rows: readonly Placed[], columns: readonly Placed[]): Piece[] {
  const points = [...new Set([...rows, ...columns].map(({ amount }) => amount))].toSorted((x, y) => (x < y ? -1 : 1))
  const at = new Map(points.map((amount, point) => [amount, point]))
  const pointOf = ({ amount }: Placed): number => at.get(amount) as number
  const potentials = potentialsOf(points, rows.map(pointOf), leastInOrder(rows, columns).map(pointOf))

  /** The first point of the run of points that a pair may move along, to greater amounts and to smaller ones. */
  const rising = new Int32Array(points.length)
  const falling = new Int32Array(points.length)
  const pieces: Piece[] = []
  const pieceAt: Piece[] = []
  for (const [point, amount] of points.entries()) {
    const gap = point === 0 ? 0n : amount - (points[point - 1] as Exact)
    const rise = point === 0 ? 0n : (potentials[point] as Exact) - (potentials[point - 1] as Exact)
    const [mayRise, mayFall] = [point > 0 && rise === gap, point > 0 && rise === -gap]
    rising[point] = mayRise ? (rising[point - 1] as number) : point
    falling[point] = mayFall ? (falling[point - 1] as number) : point
    if (!mayRise && !mayFall) pieces.push({ rows: [], columns: [], isCheap })
    pieceAt.push(pieces.at(-1) as Piece)
  }
  for (const row of rows) (pieceAt[pointOf(row)] as Piece).rows.push(row)
  for (const column of columns) {
    const potential = potentials[pointOf(column)] as Exact
    if (potential <= 0n) (pieceAt[pointOf(column)] as Piece).columns.push({ placed: column, isNeeded: potential < 0n })
  }
  return pieces.filter((piece) => piece.rows.length > 0)

  function isCheap(row: Placed, column: Placed): boolean {
    const [from, to] = [pointOf(row), pointOf(column)]
    return from <= to ? rising[from] === rising[to] : falling[from] === falling[to]
  }
}

/** The columns of one least assignment, row by row: on a line one that keeps the order is among the least. */
function leastInOrder(rows: readonly Placed[], columns: readonly Placed[]): Placed[] {
  const spare = columns.length - rows.length
  const skips = new Uint8Array(rows.length * (spare + 1))
  /** The least sum of the rows so far, by how many columns were skipped at most. */
  let sums: Exact[] = Array.from({ length: spare + 1 }, () => 0n)
  for (const [at, row] of rows.entries()) {
    const next: Exact[] = []
    for (let skipped = 0; skipped <= spare; skipped += 1) {
      const taken = (sums[skipped] as Exact) + absolute(row.amount - (columns[at + skipped] as Placed).amount)
      const passed = next[skipped - 1]
      const isPassed = passed !== undefined && passed <= taken
      skips[at * (spare + 1) + skipped] = isPassed ? 1 : 0
      next.push(isPassed ? passed : taken)
    }
    sums = next
  }
  const chosen: Placed[] = []
  for (let at = rows.length - 1, skipped = spare; at >= 0; at -= 1) {
    while (skips[at * (spare + 1) + skipped] === 1) skipped -= 1
    chosen.push(columns[at + skipped] as Placed)
  }
  return chosen.toReversed()
}

/** What it costs to bring one more row to each point: shortest ways from any used column, along a line and so without turns. */
function potentialsOf(points: readonly Exact[], from: readonly number[], to: readonly number[]): Exact[] {
  /** How many rows move over the segment that ends at a point, less those that move back. */
  const flow = new Int32Array(points.length + 1)
  const isUsed = new Uint8Array(points.length)
  for (const [pair, end] of to.entries()) {
    const start = from[pair] as number
    isUsed[end] = 1
    for (let point = Math.min(start, end) + 1; point <= Math.max(start, end); point += 1)
      flow[point] = (flow[point] as number) + (start < end ? 1 : -1)
  }
  const costs: (Exact | null)[] = points.map((_, point) => (isUsed[point] ? 0n : null))
  const upwards = [...costs]
  for (let point = 1; point < points.length; point += 1) {
    const gap = (points[point] as Exact) - (points[point - 1] as Exact)
    upwards[point] = lesser(upwards[point], upwards[point - 1], (flow[point] as number) < 0 ? -gap : gap)
  }
  for (let point = points.length - 1; point > 0; point -= 1) {
    const gap = (points[point] as Exact) - (points[point - 1] as Exact)
    costs[point - 1] = lesser(costs[point - 1], costs[point], (flow[point] as number) > 0 ? -gap : gap)
  }
  return costs.map((cost, point) => lesser(cost, upwards[point], 0n) as Exact)
}
function lesser(one: Exact | null | undefined, before: Exact | null | undefined, step: Exact): Exact | null {
  const other = before === null || before === undefined ? null : before + step
  if (one === null || one === undefined) return other
  return other === null || one <= other ? one : other
}
