/** An assignment of all rows of a matrix, of the least sum, with potentials that prove it. */
export interface Assigned {
  /** The column of each row, and the row of each column, -1 of one without. */
  columnOf: Int32Array
  rowOf: Int32Array
  /** Whether the pair costs just what its potentials say. The least assignments have no other pairs. */
  isTight(row: number, column: number): boolean
  /** Whether a least assignment may do without the column. */
  isFree(column: number): boolean
}

/**
 * The Hungarian method by shortest augmenting paths, in rows² × columns steps. Costs are integers or, of a pair that must not be, infinite;
 * sums along a path stay below 2^53, so nothing is rounded.
 * @param costs row by row; at most as many rows as columns, and all rows can be assigned.
 */
export function leastAssignment(rows: number, columns: number, costs: Float64Array): Assigned {
  const ofRow = new Float64Array(rows)
  const ofColumn = new Float64Array(columns)
  const rowOf = new Int32Array(columns).fill(-1)
  const columnOf = new Int32Array(rows).fill(-1)
  const least = new Float64Array(columns)
  const cameFrom = new Int32Array(columns)
  const isDone = new Uint8Array(columns)

  for (let start = 0; start < rows; start += 1) {
    least.fill(Infinity)
    isDone.fill(0)
    /** Of the path so far: how far it is to `row`, which took the column `last`. */
    let [row, last, far] = [start, -1, 0]
    const done: number[] = []
    while (row !== -1) {
      let [nearest, next] = [Infinity, -1]
      const offset = row * columns
      const base = far - (ofRow[row] as number)
      for (let column = 0; column < columns; column += 1) {
        if (isDone[column] === 1) continue
        const way = base + (costs[offset + column] as number) - (ofColumn[column] as number)
        if (way < (least[column] as number)) {
          least[column] = way
          cameFrom[column] = last
        }
        if ((least[column] as number) < nearest) {
          nearest = least[column] as number
          next = column
        }
      }
      if (next === -1) throw new RangeError('not all rows can be assigned')
      far = nearest
      last = next
      isDone[next] = 1
      done.push(next)
      row = rowOf[next] as number
    }
    ofRow[start] = (ofRow[start] as number) + far
    for (const column of done) {
      const rest = far - (least[column] as number)
      ofColumn[column] = (ofColumn[column] as number) - rest
      const taker = rowOf[column] as number
      if (taker !== -1) ofRow[taker] = (ofRow[taker] as number) + rest
    }
    while (last !== -1) {
      const before = cameFrom[last] as number
      const taker = before === -1 ? start : (rowOf[before] as number)
      rowOf[last] = taker
      columnOf[taker] = last
      last = before
    }
  }
  return {
    columnOf,
    rowOf,
    isTight: (row, column) => costs[row * columns + column] === (ofRow[row] as number) + (ofColumn[column] as number),
    isFree: (column) => ofColumn[column] === 0,
  }
}
