import { exactOf, type Exact } from '#server/recon-files/read/exact.ts'
import type { RecordType } from '#contract/recon-records.ts'
import type { Comparable } from '../match/comparable.ts'
import type { Ctx } from '#server/kit/ctx.ts'

/** A row of `work_loose` as it is compared in TypeScript. */
export interface ComparableRow {
  n: number
  kind: RecordType
  amount: string
  is_net: boolean
  time_ms: number | null
  booked_day: number | null
  place: string
}
/** The columns of such a row; its place is the same whatever file came first. */
export const comparableColumns = `l.n, l.kind, l.amount::text as amount, l.is_net, (extract(epoch from l.at) * 1000)::float8 as time_ms,
  coalesce(l.booked_on, l.day) - date '1970-01-01' as booked_day, l.natural_key as place`

export const exact = (text: string): Exact => {
  const found = exactOf(text)
  if (found === null) throw new Error(`${text} is no exact decimal`)
  return found
}
export const comparableOf = (row: ComparableRow): Comparable => ({
  n: row.n,
  type: row.kind,
  amount: exact(row.amount),
  isNet: row.is_net,
  timeMs: row.time_ms,
  bookedDay: row.booked_day,
  place: row.place,
})

/** Rows of a table, in pieces, so that memory stays the same however many there are. */
export async function* rowsOf<Row extends object>(ctx: Ctx, question: string): AsyncGenerator<Row[]> {
  await ctx.tx.query(`declare work_rows no scroll cursor for ${question}`, [])
  for (;;) {
    const rows = await ctx.tx.query<Row>(`fetch ${rowsAtOnce} from work_rows`, [])
    if (rows.length === 0) break
    yield rows
  }
  await ctx.tx.query('close work_rows', [])
}
const rowsAtOnce = 5_000
