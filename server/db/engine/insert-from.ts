import type { Transaction } from '#server/kit/db/db.ts'

/** Rows of one merchant that a statement finds in tables of the connection or in its values, for a table of the merchant. */
export interface InsertFrom {
  table: string
  columns: readonly string[]
  /** Selects one value for each column. */
  select: string
  values: readonly unknown[]
  /** Leaves out rows that are there already; without it they are an error. */
  unlessThere?: { key: readonly string[] }
}

/** What the inserting needs of a transaction. */
export type Inserting = Pick<Transaction, 'query' | 'read' | 'engine'>

/** Inserts the rows. Returns how many were inserted. */
export const insertFrom = async (tx: Inserting, rows: InsertFrom): Promise<number> =>
  (await tx.engine()).insertFrom(tx, rows)

/** The end of an insert of such rows. */
export const conflictOf = ({ unlessThere }: InsertFrom): string =>
  unlessThere ? `on conflict (${unlessThere.key.join(', ')}) do nothing` : ''
