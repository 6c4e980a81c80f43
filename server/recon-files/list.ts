import { sql, type Expression, type SqlBool } from 'kysely'
import type { Input, Output } from '#contract/kit/call.ts'
import { reconFileList, type listReconFiles, type readReconFileSummary } from '#contract/recon-files.ts'
import { reconFileStates } from '#contract/recon-file-states.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { build } from '#server/kit/db/statements.ts'
import type { ExportOf } from '#server/kit/http/export-of.ts'
import { oneOf, pageOf, several, timeOf, type ListOf } from '#server/kit/lists/list.ts'
import { shownRow } from './show.ts'
import { fileNameOf } from './store.ts'

const files = {
  table: 'recon_files',
  rows: build.selectFrom('recon_files').selectAll().compile(),
  sorts: { created_at: { column: 'created_at', key: 'created_at', type: 'timestamptz' } },
  ref: { column: 'file_key', key: 'file_key' },
} satisfies ListOf<object>

type Asked = Input<typeof listReconFiles>['body']
type Filtered = Pick<Asked, 'search' | 'from' | 'to' | 'filters'>

/** The files that fit, newest first. Indexes: recon_files_newest, …_of_source, …_of_channel. */
export async function listFiles(ctx: Ctx, request: Asked): Promise<Output<typeof listReconFiles>> {
  const page = await pageOf(ctx, files, request, conditions(request))
  return { ...page, content: page.content.map(shownRow) }
}

/** The same, all of them, as a file. */
export const exportedFiles: ExportOf<Filtered> = {
  columns: reconFileList.columns,
  list: {
    ...files,
    rows: build.selectFrom('recon_files').selectAll().select('channel_key as payment_channel_key').compile(),
  },
  conditions,
  made: { file_name: { from: ['file_key'], text: ([key = '']) => fileNameOf(key) } },
}

function conditions({ search, from, to, filters = {} }: Filtered): Expression<SqlBool>[] {
  const { data_source, status, way, payment_channel_key, file_type, created_at, bucket, withdrawn } = filters
  const time = timeOf({ from, to, filters: { created_at } })
  return [
    ...(time.from ? [sql<SqlBool>`created_at >= ${time.from}`] : []),
    ...(time.to ? [sql<SqlBool>`created_at < ${time.to}`] : []),
    ...(data_source ? [sql<SqlBool>`data_source = ${data_source}`] : []),
    ...(status ? [oneOf('status', status)] : []),
    ...(way ? [oneOf('way', way)] : []),
    ...(payment_channel_key ? [sql<SqlBool>`channel_key = ${payment_channel_key}`] : []),
    ...(file_type ? [oneOf('file_type', file_type)] : []),
    ...(bucket ? [sql<SqlBool>`(${sql.join(several(bucket).map((name) => sql`${sql.ref(name)} > 0`), sql` or `)})`] : []), // prettier-ignore
    ...(withdrawn && several(withdrawn).length === 1
      ? [several(withdrawn)[0] === 'yes' ? sql<SqlBool>`withdrawn_at is not null` : sql<SqlBool>`withdrawn_at is null`]
      : []),
    ...(search ? [sql<SqlBool>`(original_file_name = ${search} or file_key = ${search} or digest = ${search})`] : []),
  ]
}

/** The files of a time by state, and their rows by bucket. Index: recon_files_newest. */
export async function summarise(
  ctx: Ctx,
  { from, to, source }: Input<typeof readReconFileSummary>['body'],
): Promise<Output<typeof readReconFileSummary>> {
  const time = timeOf({ from, to })
  let question = ctx.own
    .select('recon_files')
    .select(({ fn }) => [
      'status',
      sql<boolean>`withdrawn_at is not null`.as('is_withdrawn'),
      fn.countAll<bigint>().as('files'),
      ...sums.map((name) => sql<bigint>`sum(${sql.ref(name)})`.as(name)),
    ])
    .groupBy(['status', sql`withdrawn_at is not null`])
  if (time.from) question = question.where('created_at', '>=', time.from)
  if (time.to) question = question.where('created_at', '<', time.to)
  if (source) question = question.where('data_source', '=', source)
  const rows = await question.execute()
  const by_status = Object.fromEntries(reconFileStates.states.map((state) => [state, 0])) as Record<(typeof reconFileStates.states)[number], number> // prettier-ignore
  const summed = { files: 0, withdrawn: 0, rows: 0, loaded: 0, repeated: 0, restated: 0, ignored: 0, rejected: 0, held: 0 } // prettier-ignore
  for (const row of rows) {
    if (row.is_withdrawn) {
      summed.withdrawn += Number(row.files)
      continue
    }
    summed.files += Number(row.files)
    by_status[row.status] += Number(row.files)
    for (const name of sums) summed[name] += Number(row[name])
  }
  return { ...summed, by_status }
}
const sums = ['rows', 'loaded', 'repeated', 'restated', 'ignored', 'rejected', 'held'] as const
