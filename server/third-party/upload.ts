import type { Input } from '#contract/kit/call.ts'
import type { UploadedFile } from '#contract/kit/file.ts'
import { limits } from '#contract/limits.ts'
import { namelessSource, type uploadThirdParty } from '#contract/third-party.ts'
import type { KeptMapping } from '#server/db/kept-mapping.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { newId } from '#server/kit/db/id.ts'
import type { Before } from '#server/kit/handler.ts'
import { finishUpload, isCsv } from './finish.ts'
import { readThirdPartySheet } from './jobs.ts'
import { loadSheet } from './load.ts'
import { mappingOf } from './mapping.ts'
import { findMapping, insertUpload, keepParts, takeTurn } from './queries.ts'
import { linesAtOnce, refusedAs, type SheetLine } from './sheet-lines.ts'

/** A sheet and how it is read, before the request's transaction. */
export interface ReadUpload {
  source: string
  mapping: KeptMapping
  /** All that it says; null of a large one, which a job reads. */
  lines: SheetLine[] | null
}

/** Reads a small sheet; no connection to the database is held meanwhile. Throws `invalidFile` for what is none. */
export async function readUpload(before: Before, { body, file }: Input<typeof uploadThirdParty>): Promise<ReadUpload> {
  const source = body.source ?? namelessSource
  const { owner } = before
  const known = owner && (await before.apart(owner, (ctx) => findMapping(ctx, source)))
  const mapping = mappingOf(body.mapping ?? '', known ?? undefined, before.user?.timeZone ?? 'UTC')
  if (file.sizeBytes > limits.thirdPartyAtOnceBytes) return { source, mapping, lines: null }
  const lines = await linesAtOnce({ isCsv: isCsv(file.name), source, mapping }, file.pieces(pieceBytes))
  const refusal = lines?.find((line) => 'refused' in line)
  if (refusal && refusal.refused !== 'missing_columns') throw refusedAs(refusal)
  return { source, mapping, lines }
}
const pieceBytes = 1024 * 1024

/** Keeps an upload, and loads it unless a job has to. Returns its id. */
export async function takeUpload(
  ctx: Ctx,
  { source, mapping, lines }: ReadUpload,
  { file, dryRun }: { file: UploadedFile; dryRun: boolean },
): Promise<string> {
  const uploadId = newId()
  if (lines) await takeTurn(ctx, { wait: true })
  await insertUpload(ctx, {
    upload_id: uploadId,
    source,
    file_name: file.name,
    state: 'reading',
    dry_run: dryRun,
    mapping: JSON.stringify(mapping),
    created_at: ctx.now,
    created_by: ctx.actor.name,
    updated_at: ctx.now,
  })
  if (lines) {
    const ending = await loadSheet(ctx, { uploadId, source, dryRun }, lines)
    await finishUpload(ctx, { uploadId, source, mapping }, ending)
  } else {
    await keepParts(ctx, uploadId, file.pieces(pieceBytes))
    ctx.enqueue(readThirdPartySheet, { uploadId })
  }
  return uploadId
}
