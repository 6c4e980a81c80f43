import { absolute, type Exact } from '#server/recon-files/read/exact.ts'
import { inOrderOfTime, type Placed } from './cost.ts'

/** What pairs cost together: amount differences, then how many amounts differ, then time differences. */
export function costOf(pairs: readonly { a: Placed; b: Placed }[]): [amounts: Exact, rest: number] {
  let [amounts, rest] = [0n, 0]
  for (const { a, b } of pairs) {
    amounts += absolute(a.amount - b.amount)
    rest += Math.abs(a.when - b.when) + (a.amount === b.amount ? 0 : 1_000_000)
  }
  return [amounts, rest]
}
type Paired = { a: Placed; b: Placed; isAmbiguous: boolean }

/** What trying every assignment finds, for tests: all of the cheapest, in the order in which one goes before another. */
export function cheapestByTrying(a: readonly Placed[], b: readonly Placed[]): Paired[][] {
  if (a.length > b.length)
    return cheapestByTrying(b, a).map((pairs) => pairs.map((pair) => ({ ...pair, a: pair.b, b: pair.a })))
  const [rows, columns] = [a.toSorted(inOrderOfTime), b.toSorted(inOrderOfTime)]
  let best: { cost: ReturnType<typeof costOf>; all: number[][] } | null = null
  for (const columnOf of choicesOf(rows.length, columns.length)) {
    const cost = costOf(pairsOf(columnOf))
    const compared = best ? compare(cost, best.cost) : -1
    if (compared < 0) best = { cost, all: [columnOf] }
    else if (compared === 0) best?.all.push(columnOf)
  }
  return (best?.all ?? []).toSorted((one, other) => (isBefore(one, other, columns.length) ? -1 : 1)).map(pairsOf)

  function pairsOf(columnOf: readonly number[]): Paired[] {
    return columnOf.map((column, row) => ({ a: rows[row] as Placed, b: columns[column] as Placed, isAmbiguous: false }))
  }
}
function compare([amounts, rest]: ReturnType<typeof costOf>, [others, otherRest]: ReturnType<typeof costOf>): number {
  return amounts < others ? -1 : amounts > others ? 1 : rest - otherRest
}

/** The first cheapest assignment of what does not agree in amount and second, and which of its pairs are ambiguous. */
export function assignByTrying(a: readonly Placed[], b: readonly Placed[]): Paired[] {
  const [left, right, same]: [Placed[], Placed[], Paired[]] = [[], b.toSorted(inOrderOfTime), []]
  for (const one of a.toSorted(inOrderOfTime)) {
    const other = right.find(({ amount, when }) => amount === one.amount && when === one.when)
    if (!other) {
      left.push(one)
      continue
    }
    same.push({ a: one, b: other, isAmbiguous: false })
    right.splice(right.indexOf(other), 1)
  }
  const all = cheapestByTrying(left, right)
  const ever = all.flat()
  return [...same, ...(all[0] ?? []).map((pair) => ({ ...pair, isAmbiguous: isAmbiguous(pair) }))]

  /** Pairs of any cheapest assignment that hang together with one: several, and some of different amounts. */
  function isAmbiguous(pair: Paired): boolean {
    const bound = new Set([pair.a, pair.b])
    for (let size = 0; size !== bound.size;) {
      size = bound.size
      for (const one of ever) if (bound.has(one.a) || bound.has(one.b)) bound.add(one.a).add(one.b)
    }
    const own = ever.filter((one) => bound.has(one.a))
    return own.some((one) => one.a !== pair.a || one.b !== pair.b) && own.some((one) => one.a.amount !== one.b.amount)
  }
}

/** Whether an assignment goes first: for the first column in which they differ it has an earlier row, and any row before none. */
function isBefore(one: readonly number[], other: readonly number[], columns: number): boolean {
  const rowIn = (columnOf: readonly number[], column: number) => {
    const row = columnOf.indexOf(column)
    return row === -1 ? columnOf.length : row
  }
  for (let column = 0; column < columns; column += 1) {
    const [mine, theirs] = [rowIn(one, column), rowIn(other, column)]
    if (mine !== theirs) return mine < theirs
  }
  return false
}

/** Every way to give each row a column of its own. */
function* choicesOf(rows: number, columns: number, chosen: number[] = []): Generator<number[]> {
  if (chosen.length === rows) return yield [...chosen]
  for (let column = 0; column < columns; column += 1)
    if (!chosen.includes(column)) yield* choicesOf(rows, columns, [...chosen, column])
}
