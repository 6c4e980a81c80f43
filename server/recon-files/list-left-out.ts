import { sql, type Expression, type InferResult, type SqlBool } from 'kysely'
import { allowed } from '#contract/access.ts'
import type { Input, Output } from '#contract/kit/call.ts'
import { reconLeftOutList, type listReconLeftOut } from '#contract/recon-rows.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { build } from '#server/kit/db/statements.ts'
import type { ExportOf } from '#server/kit/http/export-of.ts'
import { oneOf, pageOf, type ListOf } from '#server/kit/lists/list.ts'
import { findFile, ofFile, type FoundFile } from './queries.ts'

const first = (field: 'column' | 'value' | 'reason') => sql<string>`coalesce(faults -> 0 ->> ${sql.lit(field)}, '')`
const leftOut = {
  table: 'recon_rows',
  rows: build
    .selectFrom('recon_rows')
    .select([
      'recon_id', 'reading', 'row_no', 'bucket', 'rule', 'faults', 'cells',
      first('column').as('column'), first('value').as('value'), first('reason').as('reason'),
    ])
    .compile(),
  sorts: { row_no: { column: 'row_no', key: 'row_no', type: 'bigint' } },
  ref: { column: 'bucket', key: 'bucket' },
} satisfies ListOf<object> // prettier-ignore

type Asked = Input<typeof listReconLeftOut>['body']
type Filtered = Pick<Asked, 'search' | 'filters'>

/** The rows of a file that became no records, in its order. Index: primary key. */
export async function listLeftOut(ctx: Ctx, request: Asked): Promise<Output<typeof listReconLeftOut>> {
  const file = await fileOf(ctx, request)
  const inOrder: Asked = { sorting_data: [{ column: 'row_no', order: 'asc' }], ...request }
  const page = await pageOf(ctx, leftOut, inOrder, conditions(file, request))
  const hide = hiderOf(ctx, file)
  return { ...page, content: page.content.map((row) => wireRow(row, hide)) }
}

/** All of them as a file. */
export async function exportedLeftOut(ctx: Ctx, { body }: { body: Filtered }): Promise<ExportOf<Filtered>> {
  const file = await fileOf(ctx, body)
  const hide = hiderOf(ctx, file)
  return {
    columns: reconLeftOutList.columns,
    list: leftOut,
    conditions: (request) => conditions(file, request),
    made: { cells: { from: ['cells'], text: ([cells = '[]']) => hide(JSON.parse(cells) as string[]).join(' | ') } },
    worded: {
      reason: {
        from: ['reason', 'faults'],
        text: ([reason = '', faults = '[]'], { words }) =>
          reason === ''
            ? ''
            : words(
                'reconReasons',
                reason,
                ((JSON.parse(faults) as { params?: Record<string, string | number> }[])[0] ?? {}).params ?? {},
              ),
      },
    },
  }
}

const wireRow = ({ reading, ...row }: InferResult<typeof leftOut.rows>[number], hide: Hide) => ({
  ...row,
  cells: hide(row.cells),
  row_ref: `${row.recon_id}-${reading}-${row.row_no}`,
})

type Hide = (cells: string[]) => string[]
/** Hides what the mapping does not read from whoever may not open transactions: nobody has said what stands there. */
function hiderOf({ user }: Ctx, file: FoundFile | null): Hide {
  if (user && allowed('transactionDetails', user)) return (cells) => cells
  const shown = new Set(file?.mapped)
  return (cells) => cells.map((cell, place) => (shown.has(place) || cell === '' ? cell : hidden))
}
const hidden = '••••'

const fileOf = async (ctx: Ctx, { filters }: Filtered) =>
  filters?.recon_id ? ((await findFile(ctx, filters.recon_id)) ?? null) : null

/** Those of the file's last reading; none without a file. */
function conditions(file: FoundFile | null, { filters = {} }: Filtered): Expression<SqlBool>[] {
  if (!file) return [sql<SqlBool>`false`]
  const { bucket, rule } = filters
  return [
    ofFile(file.recon_id),
    sql<SqlBool>`reading = ${file.reading}`,
    ...(bucket ? [oneOf('bucket', bucket)] : []),
    ...(rule ? [sql<SqlBool>`rule = ${rule}`] : []),
  ]
}
