import { sql, type SqlBool } from 'kysely'
import type { Input, Output } from '#contract/kit/call.ts'
import { Fault } from '#contract/faults.ts'
import { limits } from '#contract/limits.ts'
import type * as contract from '#contract/recon-exception-sheets.ts'
import { sheetVerdicts, type SheetVerdict } from '#contract/recon-exception-sheets.ts'
import { momentText } from '#i18n/moment.ts'
import { merchantOf } from '#server/kit/auth/merchant-of.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { isUuid, newId } from '#server/kit/db/id.ts'
import { build } from '#server/kit/db/statements.ts'
import { wordsIn } from '#server/kit/http/export-words.ts'
import { oneOf, pageOf, type ListOf } from '#server/kit/lists/list.ts'
import { ownerOf } from '../leads.ts'
import type { JudgedRow } from './plan.ts'

const shown = [
  'import_id', 'file_name', 'dry_run', 'rows', 'decided', ...sheetVerdicts, 'created_at', 'created_by',
] as const // prettier-ignore

/** Which rows were done by an earlier sheet, and what became of them. Index: recon_exception_import_rows_done. */
export async function doneBefore(ctx: Ctx, contents: readonly string[]): Promise<Map<string, SheetVerdict>> {
  const rows = await ctx.tx.query<{ content: string; verdict: SheetVerdict }>(
    `select content, verdict from recon_exception_import_rows
     where merchant_id = $1 and environment = $2 and is_done and content = any ($3::uuid[])`,
    [...ownerOf(ctx), contents],
  )
  return new Map(rows.map(({ content, verdict }) => [content, verdict]))
}

/** Keeps what became of a sheet. Checks of some days ago are forgotten. */
export async function keepImport(
  ctx: Ctx,
  { fileName, isDryRun, rows: rowCount }: { fileName: string; isDryRun: boolean; rows: number },
  judged: readonly JudgedRow[],
): Promise<string> {
  const importId = newId()
  const count = (verdict: SheetVerdict) => judged.filter((row) => row.verdict === verdict).length
  const counts = Object.fromEntries(sheetVerdicts.map((verdict) => [verdict, count(verdict)]))
  await ctx.own
    .insert('recon_exception_imports', {
      import_id: importId, file_name: fileName, dry_run: isDryRun, rows: rowCount, decided: judged.length,
      ...(counts as Record<SheetVerdict, number>), created_at: ctx.now, created_by: ctx.actor.name,
    })
    .execute() // prettier-ignore
  for (const { no, recordRef, act, verdict, why, params, content, isDone } of judged)
    ctx.append('recon_exception_import_rows', {
      import_id: importId, row_no: no, record_ref: recordRef, act, verdict, why, params: JSON.stringify(params), content, is_done: isDone && !isDryRun,
    }) // prettier-ignore
  const before = new Date(ctx.now.getTime() - limits.reconSheetCheckDays * 86_400_000)
  await ctx.own.delete('recon_exception_imports').where('dry_run', '=', true).where('created_at', '<', before).execute()
  return importId
}

/** Index: primary key. Throws `notFound`. */
export async function existingImport(ctx: Ctx, id: string): Promise<Output<typeof contract.readReconExceptionImport>> {
  const found = isUuid(id)
    ? await ctx.own.select('recon_exception_imports').select(shown).where('import_id', '=', id).executeTakeFirst()
    : undefined
  if (!found) throw new Fault('notFound')
  return found
}

/** Index: recon_exception_imports_newest. */
export const listImports = (ctx: Ctx): Promise<Output<typeof contract.listReconExceptionImports>> =>
  ctx.own
    .select('recon_exception_imports')
    .select(shown)
    .orderBy('created_at', 'desc')
    .orderBy(sql`import_id::text collate "C"`, 'desc')
    .limit(limits.reconSheetsShown)
    .execute()

const rows = {
  table: 'recon_exception_import_rows',
  rows: build
    .selectFrom('recon_exception_import_rows')
    .select(sql<string>`import_id || '-' || row_no`.as('row_ref'))
    .select(['row_no', 'record_ref', 'act', 'verdict', 'why', 'params'])
    .compile(),
  sorts: { row_no: { column: 'row_no', key: 'row_no', type: 'bigint' } },
  ref: { column: 'record_ref', key: 'record_ref' },
} satisfies ListOf<object>

/** What became of each row, with the reason in the reader's words. Index: primary key. */
export async function listImportRows(
  ctx: Ctx,
  request: Input<typeof contract.listReconExceptionImportRows>['body'],
): Promise<Output<typeof contract.listReconExceptionImportRows>> {
  const { import_id: id, verdict } = request.filters ?? {}
  const page = await pageOf(ctx, rows, { sorting_data: [{ column: 'row_no', order: 'asc' }], ...request }, [
    id !== undefined && isUuid(id) ? sql<SqlBool>`import_id = ${id}::uuid` : sql<SqlBool>`false`,
    ...(verdict ? [oneOf('verdict', verdict)] : []),
  ])
  const { language } = ctx.client
  const { time_zone: zone } = await merchantOf(ctx)
  const told = ({ since, ...params }: Record<string, string | number>) => since === undefined ? params : { ...params, since: momentText(new Date(since), language, zone) } // prettier-ignore
  const words = wordsIn(language)
  return {
    ...page,
    content: page.content.map((row) => ({ ...row, text: row.why === '' ? '' : words('sheetWhys', row.why, told(row.params)) })),
  } // prettier-ignore
}
