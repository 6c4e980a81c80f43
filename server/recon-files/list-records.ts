import { sql, type Expression, type InferResult, type SqlBool } from 'kysely'
import type { Input, Output } from '#contract/kit/call.ts'
import { reconRecordList, type listReconRecords, type listReconVersions } from '#contract/recon-rows.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { build } from '#server/kit/db/statements.ts'
import type { ExportOf } from '#server/kit/http/export-of.ts'
import { oneOf, pageOf, type ListOf } from '#server/kit/lists/list.ts'
import { findFile, ofFile, type FoundFile } from './queries.ts'

/** A decimal without the zeros at its end that the database adds. */
const exact = <Name extends string>(name: Name) => sql<string>`cast(trim_scale(${sql.ref(name)}) as text)`.as(name)
const exactOrNull = <Name extends string>(name: Name) =>
  sql<string | null>`cast(trim_scale(${sql.ref(name)}) as text)`.as(name)

const records = {
  table: 'recon_records',
  rows: build
    .selectFrom('recon_records')
    .select([
      'recon_id', 'reading', 'row_no', 'data_source', 'bucket', 'standing', 'type as record_type', 'at', 'at_text', 'zone', 'merchant_ref', 'provider_ref',
      'other_ref', 'parent_ref', 'currency', 'net_currency', 'batch', 'method', 'account_id', 'country', 'brand_id', 'marketplace_id',
      'sku_id', 'quantity', 'status_word', 'marks',
      sql<string>`coalesce(cast(booked_on as text), '')`.as('booked_on'),
      exactOrNull('gross'), exact('fee'), exact('tax'), exact('passed_on'), exactOrNull('delivery'),
      exactOrNull('discount'), exactOrNull('net'), exactOrNull('rate'), exactOrNull('off_by'),
    ])
    .compile(),
  sorts: { row_no: { column: 'row_no', key: 'row_no', type: 'bigint' } },
  // A row has its number in its file alone, and all rows of a file are of one source.
  ref: { column: 'data_source', key: 'data_source' },
} satisfies ListOf<object> // prettier-ignore
type Row = InferResult<typeof records.rows>[number]

type Asked = Input<typeof listReconRecords>['body']
type Filtered = Pick<Asked, 'search' | 'filters'>

/** The records of a file in its order. Index: primary key. */
export async function listRecords(ctx: Ctx, request: Asked): Promise<Output<typeof listReconRecords>> {
  const page = await pageOf(ctx, records, inOrder(request), conditions(await fileOf(ctx, request), request))
  return { ...page, content: page.content.map(wireRecord) }
}

/** All of them as a file. */
export async function exportedRecords(ctx: Ctx, { body }: { body: Filtered }): Promise<ExportOf<Filtered>> {
  const file = await fileOf(ctx, body)
  return { columns: reconRecordList.columns, list: records, conditions: (request) => conditions(file, request) }
}

/** All rows that say of the record of one row, of any file and reading. Index: recon_records_identity. */
export async function listVersions(
  ctx: Ctx,
  file: FoundFile,
  rowNo: number,
): Promise<Output<typeof listReconVersions> | null> {
  const { merchantId, environment } = ctx.owner
  const [row] = await ctx.tx.query<{ identity: string }>(
    `select identity from recon_records where merchant_id = $1 and environment = $2 and recon_id = $3 and reading = $4 and row_no = $5`,
    [merchantId, environment, file.recon_id, file.reading, rowNo],
  )
  if (!row) return null
  const rows = await ctx.tx.query<Row & { file_name: string; file_created_at: Date }>(
    `select r.*, f.original_file_name as file_name, f.created_at as file_created_at
     from (${records.rows.sql} where recon_records.merchant_id = $1 and recon_records.environment = $2
       and recon_records.identity = $3 limit ${versionsMost}) r
     join recon_files f on f.merchant_id = $1 and f.environment = $2 and f.recon_id = r.recon_id
     order by r.standing <> 'current', f.created_at desc, r.reading desc, r.row_no`,
    [merchantId, environment, row.identity],
  )
  return rows.map(({ file_name, file_created_at, ...one }) => ({ ...wireRecord(one), file_name, file_created_at }))
}
const versionsMost = 200

const wireRecord = ({ reading, ...row }: Row) => ({
  ...row,
  record_ref: `${row.recon_id}-${reading}-${row.row_no}`,
})

const inOrder = (request: Asked): Asked => ({ sorting_data: [{ column: 'row_no', order: 'asc' }], ...request })
const fileOf = async (ctx: Ctx, { filters }: Filtered) =>
  filters?.recon_id ? ((await findFile(ctx, filters.recon_id)) ?? null) : null

/** Those of the file's last reading; none without a file. */
function conditions(file: FoundFile | null, { search, filters = {} }: Filtered): Expression<SqlBool>[] {
  if (!file) return [sql<SqlBool>`false`]
  const { bucket, standing, record_type: type, batch, at } = filters
  return [
    ofFile(file.recon_id),
    sql<SqlBool>`reading = ${file.reading}`,
    ...(bucket ? [oneOf('bucket', bucket)] : []),
    ...(standing ? [oneOf('standing', standing)] : []),
    ...(type ? [oneOf('type', type)] : []),
    ...(batch ? [sql<SqlBool>`batch = ${batch}`] : []),
    ...(at?.from ? [sql<SqlBool>`at >= ${at.from}`] : []),
    ...(at?.to ? [sql<SqlBool>`at < ${at.to}`] : []),
    ...(search
      ? [sql<SqlBool>`(provider_ref = ${search} or merchant_ref = ${search} or other_ref = ${search} or parent_ref = ${search})`] // prettier-ignore
      : []),
  ]
}
