import { conflictOf, type InsertFrom, type Inserting } from '../insert-from.ts'

/**
 * Inserts rows as values, read by a cursor: a worker takes no rows of a statement that are not its own, where row-level
 * security would have to look at each.
 */
export async function insertValues(tx: Inserting, rows: InsertFrom): Promise<number> {
  const { table, columns, select, values } = rows
  const most = Math.floor(valuesMost / columns.length)
  await tx.read(`declare to_insert no scroll cursor for ${select}`, [...values])
  let inserted = 0
  for (;;) {
    const found = await tx.read(`fetch forward ${most} from to_insert`)
    if (found.length > 0) {
      const places = found.map((row, at) => `(${row.map((_, place) => `$${at * row.length + place + 1}`).join(', ')})`)
      const added = await tx.read(
        `insert into ${table} (${columns.join(', ')}) values ${places.join(', ')} ${conflictOf(rows)} returning 1`,
        found.flat(),
      )
      inserted += added.length
    }
    if (found.length < most) break
  }
  await tx.read('close to_insert')
  return inserted
}
/** One statement takes 65,535. */
const valuesMost = 30_000
