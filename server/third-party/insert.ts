import type { ThirdPartyField } from '#contract/third-party-mapping.ts'
import { insertFrom } from '#server/db/engine/insert-from.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import type { RowError } from './check-row.ts'
import { columnTypes } from './column-texts.ts'

/** The upload that brings transactions. */
export interface Bringer {
  uploadId: string
  source: string
}

const names = Object.keys(columnTypes)
const given = `unnest(${Object.values(columnTypes)
  .map((type, at) => `cast($${at + 5} as ${type}[])`)
  .join(', ')}) as g (${names.join(', ')})`
const same = names.slice(3)

/** Adds the transactions that are not there yet, all in one statement. Returns how many. Index: primary key. */
export async function insertNew(ctx: Ctx, bringer: Bringer, columns: readonly string[]): Promise<number> {
  return insertFrom(ctx.tx, {
    table: 'third_party_transactions',
    columns: ['merchant_id', 'environment', 'upload_id', 'source', 'row_no', 'transaction_key', 'occurred_at', ...same],
    select: `select $1::uuid, $2::text, $3::uuid, $4::text, row_no, transaction_key, to_timestamp(seconds), ${same.join(', ')} from ${given}`,
    values: valuesOf(ctx, bringer, columns),
    unlessThere: { key: ['merchant_id', 'environment', 'transaction_key'] },
  })
}

const valuesOf = (ctx: Ctx, { uploadId, source }: Bringer, columns: readonly string[]) => [
  ctx.owner.merchantId,
  ctx.owner.environment,
  uploadId,
  source,
  ...columns,
]

/** A row whose key has a transaction that says something else. */
export interface Conflict {
  rowNo: number
  /** Where the other stands. */
  fileName: string
  otherRow: number
  /** The values of {@link comparedFields}, of the row and of the other; amounts in minor units, times in Unix seconds. */
  now: (string | null)[]
  was: (string | null)[]
}
/** The fields in which a row may differ from the transaction with its key. */
export const comparedFields = [
  'date', 'status', 'currency', 'amount', 'fee', 'merchant_order_ref', 'channel_order_ref', 'method', 'channel', 'payer', 'email',
  'description',
] as const satisfies readonly ThirdPartyField[] // prettier-ignore
export const currencyAt = comparedFields.indexOf('currency')

/**
 * The rows that another one with the same key contradicts; rows that say the same are left out. A statement of its own, since it
 * has to see what was committed while the insert waited for it. Index: primary key.
 */
export async function listConflicts(ctx: Ctx, bringer: Bringer, columns: readonly string[]): Promise<Conflict[]> {
  const rows = await ctx.tx.query<Omit<Conflict, 'rowNo' | 'otherRow'> & { row: number; other: number }>(
    conflicts,
    valuesOf(ctx, bringer, columns),
  )
  return rows.map(({ row, other, ...values }) => ({ rowNo: row, otherRow: other, ...values }))
}
const fieldsOf = (name: string) => same.map((column) => `cast(${name}.${column} as text)`).join(', ')
const conflicts = `select g.row_no as row, e.row_no as other, u.file_name as "fileName",
    array[cast(g.seconds as text), ${fieldsOf('g')}] as now,
    array[cast(cast(extract(epoch from e.occurred_at) as bigint) as text), ${fieldsOf('e')}] as was
  from ${given}
    join third_party_transactions e on e.merchant_id = $1 and e.environment = $2 and e.transaction_key = g.transaction_key
    join third_party_uploads u on u.merchant_id = $1 and u.environment = $2 and u.upload_id = e.upload_id
  where not (e.upload_id = $3 and e.row_no = g.row_no) and e.source = $4
    and (e.occurred_at, ${same.map((name) => `e.${name}`).join(', ')})
      is distinct from (to_timestamp(g.seconds), ${same.map((name) => `g.${name}`).join(', ')})
  order by g.row_no`

/** Adds errors, numbered from `from` on. */
export async function insertErrors(
  ctx: Ctx,
  uploadId: string,
  { errors, from }: { errors: readonly RowError[]; from: number },
): Promise<void> {
  const rows = errors.map(({ no, params, ...error }, at) => ({
    ...error,
    error_ref: `${uploadId}-${String(from + at).padStart(6, '0')}`,
    upload_id: uploadId,
    row_no: BigInt(no),
    params: JSON.stringify(params),
  }))
  for (let at = 0; at < rows.length; at += errorsAtOnce)
    await ctx.own.insert('third_party_errors', rows.slice(at, at + errorsAtOnce)).execute()
}
/** Of one statement, which takes 65,535 values. */
const errorsAtOnce = 1_000
