import type { Assigned } from './cheapest-times.ts'

/** Stands for the rows that nobody is: a column without a row is theirs. */
const nobody = -1

/**
 * Of all least assignments the first: column by column in their order, each has a row if it may, and the first row that it may have.
 * So columns that come first are used, and pairs that cost the same do not cross. The assignment is changed in place.
 */
export function takeFirst(assigned: Assigned): void {
  const { columnOf, rowOf } = assigned
  const isSettled = new Uint8Array(rowOf.length)
  for (let column = 0; column < rowOf.length; column += 1) {
    const holder = rowOf[column] as number
    let givers: Givers | null = null
    for (let row = 0; row < columnOf.length; row += 1) {
      if (row === holder) break
      if (isSettled[columnOf[row] as number] === 1 || !assigned.isTight(row, column)) continue
      givers ??= giversTo(column, assigned, isSettled)
      if (!givers.takerOf.has(row)) continue
      handOver(row, column, givers, assigned)
      break
    }
    isSettled[column] = 1
  }
}

/** Who may give up a column, and who takes it; `null` of the one whose column is given away. */
interface Givers {
  takerOf: Map<number, number | null>
  /** The column that is nobody's until somebody of the chain takes it. */
  spare: number
}

/** All rows that may lose their column so that whoever has `column` gets another and nothing costs more. */
function giversTo(column: number, { rowOf, isTight, isFree }: Assigned, isSettled: Uint8Array): Givers {
  const holder = rowOf[column] as number
  const givers: Givers = { takerOf: new Map([[holder, null]]), spare: column }
  const waiting = [holder]
  let unseen = Array.from(rowOf, (_, other) => other).filter((other) => other !== column && isSettled[other] === 0)
  for (let taker = waiting.pop(); taker !== undefined; taker = waiting.pop()) {
    const beyond: number[] = []
    for (const other of unseen) {
      const row = rowOf[other] as number
      if (taker === nobody ? !isFree(other) : !isTight(taker, other)) beyond.push(other)
      else if (!givers.takerOf.has(row)) {
        givers.takerOf.set(row, taker)
        if (row === nobody) givers.spare = other
        waiting.push(row)
      }
    }
    unseen = beyond
  }
  return givers
}

function handOver(row: number, column: number, { takerOf, spare }: Givers, { columnOf, rowOf }: Assigned): void {
  for (
    let giver: number | null | undefined = row, gets = column;
    typeof giver === 'number';
    giver = takerOf.get(giver)
  ) {
    const gives = giver === nobody ? spare : (columnOf[giver] as number)
    rowOf[gets] = giver
    if (giver !== nobody) columnOf[giver] = gets
    gets = gives
  }
}

/**
 * For each row, whether another least assignment would give it or those that it is bound up with pairs of another kind. Rows are bound up
 * when pairs of any least assignments connect them. Whether a pair `isHarmless` is not asked where there is no choice.
 */
export function openRows(assigned: Assigned, isHarmless: (row: number, column: number) => boolean): boolean[] {
  const { columnOf, rowOf, isTight } = assigned
  const rounds = roundsOf(assigned)
  /** Each row and column is in the group of its leader. */
  const leaders = Array.from({ length: columnOf.length + rowOf.length }, (_, at) => at)
  const leaderOf = (at: number): number => {
    let leader = at
    while (leaders[leader] !== leader) leader = leaders[leader] as number
    leaders[at] = leader
    return leader
  }
  const hasChoice = new Set<number>()
  const isHarmful = new Set<number>()
  for (let row = 0; row < columnOf.length; row += 1)
    for (let column = 0; column < rowOf.length; column += 1) {
      const isOwn = columnOf[row] === column
      if (!isOwn && !(isTight(row, column) && rounds(row) === rounds(rowOf[column] as number))) continue
      const [one, other] = [leaderOf(row), leaderOf(columnOf.length + column)]
      leaders[other] = one
      for (const marked of [hasChoice, isHarmful]) if (marked.has(other)) marked.add(one)
      if (!isOwn) hasChoice.add(one)
      if (!isHarmless(row, column)) isHarmful.add(one)
    }
  return Array.from(columnOf, (_, row) => hasChoice.has(leaderOf(row)) && isHarmful.has(leaderOf(row)))
}

/**
 * Groups rows, and nobody, that can pass their columns round at no cost: a pair is in some least assignment exactly when its row and the
 * row that has its column are of one group. These are the strong components of who may take whose column, found by Kosaraju's two walks.
 */
function roundsOf({ columnOf, rowOf, isTight, isFree }: Assigned): (row: number) => number {
  const size = columnOf.length + 1
  const takes = Array.from({ length: size }, () => new Set<number>())
  const givesTo = Array.from({ length: size }, () => new Set<number>())
  for (let taker = nobody; taker < columnOf.length; taker += 1)
    for (let column = 0; column < rowOf.length; column += 1) {
      const row = rowOf[column] as number
      if (row === taker || !(taker === nobody ? isFree(column) : isTight(taker, column))) continue
      takes[taker + 1]?.add(row + 1)
      givesTo[row + 1]?.add(taker + 1)
    }
  const order: number[] = []
  walkAll(
    takes,
    Array.from({ length: size }, (_, at) => at),
    (at) => order.push(at),
  )
  const rounds = new Int32Array(size)
  walkAll(givesTo, order.toReversed(), (at, root) => (rounds[at] = root))
  return (row) => rounds[row + 1] as number
}

/** Walks depth first from each root in turn; `leave` is told each place once all beyond it are left. */
function walkAll(
  ways: readonly Set<number>[],
  roots: readonly number[],
  leave: (at: number, root: number) => void,
): void {
  const isSeen = new Uint8Array(ways.length)
  const walk = (at: number, root: number): void => {
    if (isSeen[at] === 1) return
    isSeen[at] = 1
    for (const next of ways[at] ?? []) walk(next, root)
    leave(at, root)
  }
  for (const root of roots) walk(root, root)
}
