import { absolute, type Exact } from '#server/recon-files/read/exact.ts'
import { inOrderOfTime, type Placed } from './cost.ts'

/** What trying every assignment finds, for tests: the first of the cheapest, by numbers of records, and which of its pairs are ambiguous. */
export function assignByTrying(a: readonly Placed[], b: readonly Placed[]): string[] {
  const isTurned = a.length > b.length
  const rows = (isTurned ? b : a).toSorted(inOrderOfTime)
  const columns = (isTurned ? a : b).toSorted(inOrderOfTime)
  if (rows.length === 0) return []
  let best: { amount: Exact; time: number; all: number[][] } = { amount: 0n, time: 0, all: [] }
  for (const columnOf of choicesOf(rows.length, columns.length)) {
    let [amount, time] = [0n, 0]
    for (const [row, column] of columnOf.entries()) {
      const [one, other] = [rows[row] as Placed, columns[column] as Placed]
      amount += absolute(one.amount - other.amount)
      time += Math.abs(one.when - other.when)
    }
    const isBetter = best.all.length === 0 || amount < best.amount || (amount === best.amount && time < best.time)
    if (isBetter) best = { amount, time, all: [columnOf] }
    else if (amount === best.amount && time === best.time) best.all.push(columnOf)
  }
  const first = best.all.reduce((one, other) => (isBefore(other, one, columns.length) ? other : one))
  return first
    .map((column, row) => {
      const [one, other] = [rows[row] as Placed, columns[column] as Placed]
      const [left, right] = isTurned ? [other, one] : [one, other]
      return `${left.record.n}-${right.record.n}${isAmbiguous(row) ? '?' : ''}`
    })
    .toSorted()

  /** Pairs of all cheapest assignments that hang together with the row: more than one, and one of different amounts. */
  function isAmbiguous(row: number): boolean {
    const pairs = new Set(best.all.flatMap((columnOf) => columnOf.map((column, at) => `${at} ${column}`)))
    const [ownRows, ownColumns] = [new Set([row]), new Set<number>()]
    const own = new Set<string>()
    for (let size = -1; size !== own.size; ) {
      size = own.size
      for (const pair of pairs) {
        const [at = 0, column = 0] = pair.split(' ').map(Number)
        if (!ownRows.has(at) && !ownColumns.has(column)) continue
        ownRows.add(at)
        ownColumns.add(column)
        own.add(pair)
      }
    }
    const differs = (pair: string) => {
      const [at = 0, column = 0] = pair.split(' ').map(Number)
      return rows[at]?.amount !== columns[column]?.amount
    }
    return own.size > 1 && [...own].some(differs)
  }
}

/** Whether an assignment comes first: for the first column in which they differ it has an earlier row, and any row before none. */
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
