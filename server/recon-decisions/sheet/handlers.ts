import * as contract from '#contract/recon-exception-sheets.ts'
import { madeAs } from '#server/kit/audit/audit-diff.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { prepared, type Handlers } from '#server/kit/handler.ts'
import { agesOf } from '../ages.ts'
import { lockPairs } from '../keep.ts'
import { applyPlan } from './apply.ts'
import { askedRows } from './ask-rows.ts'
import { exportedExceptions } from './export.ts'
import { existingImport, keepImport, listImportRows, listImports } from './imports.ts'
import { planOf } from './plan.ts'
import { readSheet, type ReadSheet } from './read-sheet.ts'
import { peopleOf } from './sheet-words.ts'

export const handlers: Handlers<typeof contract> = {
  exportReconExceptions: exportedExceptions,
  importReconExceptions: prepared(contract.importReconExceptions, {
    prepare: (_before, { file }) => readSheet(file),
    async handle(ctx, { body, file }, _http, read) {
      const { importId, alone } = await takeSheet(ctx, read, {
        fileName: file.name,
        isDryRun: body.dry_run !== 'false',
      })
      const taken = await existingImport(ctx, importId)
      const { rows: _, created_at: _at, created_by: _by, import_id: _id, ...said } = taken
      ctx.auditSubject(importId, madeAs({ ...said, alone: alone > 0 ? alone : undefined }))
      return taken
    },
  }),
  listReconExceptionImports: listImports,
  readReconExceptionImport: (ctx, { path }) => existingImport(ctx, path.import_id),
  listReconExceptionImportRows: (ctx, { body }) => listImportRows(ctx, body),
}

/** Judges a sheet and, unless it is only checked, does what it asks for: all in one transaction. */
async function takeSheet(ctx: Ctx, { rows, filled }: ReadSheet, { fileName, isDryRun }: { fileName: string; isDryRun: boolean }): Promise<{ importId: string; alone: number }> {
  const [{ today }, people] = [await agesOf(ctx), await peopleOf(ctx)]
  const asked = askedRows(filled, { today, ownerOf: people.idOf })
  if (!isDryRun) await lockPairs(ctx, asked.flatMap(({ recordRef }) => (recordRef === '' ? [] : [Number(recordRef.split('.')[0])])))
  const plan = await planOf(ctx, asked, { isDone: !isDryRun })
  const alone = isDryRun ? 0 : await applyPlan(ctx, plan)
  return { importId: await keepImport(ctx, { fileName, isDryRun, rows }, plan.rows), alone }
} // prettier-ignore
