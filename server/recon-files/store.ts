import { Fault } from '#contract/faults.ts'
import { limits } from '#contract/limits.ts'
import type { ReconFileWay } from '#contract/recon-file-states.ts'
import type { UploadedFile } from '#contract/kit/file.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { newId } from '#server/kit/db/id.ts'
import { keepParts, partBytes } from './parts.ts'
import { findFile, insertFile, nextFileNo, takeFileTurn, type FoundFile } from './queries.ts'

/** A file that somebody sends; what it is, is said later. */
export interface Sent extends Pick<UploadedFile, 'name' | 'sizeBytes' | 'digest' | 'pieces'> {
  way: ReconFileWay
}

/** Keeps an original, sealed in parts. Its number is taken last: sealing is long, and other files wait for the turn. */
export async function storeFile(ctx: Ctx, sent: Sent): Promise<FoundFile> {
  if (sent.sizeBytes > limits.reconFileBytes) throw new Fault('fileTooLarge')
  const reconId = newId()
  const parts = await keepParts(ctx, reconId, sent.pieces(partBytes))
  await takeFileTurn(ctx)
  await insertFile(ctx, {
    recon_id: reconId,
    file_no: await nextFileNo(ctx),
    file_key: fileKeyOf(sent.name, reconId, ctx.now),
    original_file_name: sent.name,
    way: sent.way,
    status: 'Uploaded',
    size_bytes: BigInt(sent.sizeBytes),
    parts,
    digest: sent.digest,
    created_at: ctx.now,
    created_by: ctx.actor.name,
    created_by_id: ctx.user?.subUserId ?? null,
    updated_at: ctx.now,
  })
  const file = await findFile(ctx, reconId)
  if (!file) throw new Error('a file that was just stored is missing')
  return file
}

/** `UPLOAD/<name>-<unix seconds>-<recon_id>.<ending>`; the name is of letters, digits, points and dashes alone. */
export function fileKeyOf(name: string, reconId: string, now: Date): string {
  const [, stem = 'file', ending = ''] = /^(.*?)(?:\.([A-Za-z0-9]{1,10}))?$/s.exec(name) ?? []
  const plain = stem.replaceAll(/[^\p{L}\p{N}.-]+/gu, '-').slice(0, 120) || 'file'
  return `UPLOAD/${plain}-${Math.floor(now.getTime() / 1_000)}-${reconId}${ending && `.${ending.toLowerCase()}`}`
}
/** The name in a file's key. */
export const fileNameOf = (fileKey: string): string => fileKey.slice(fileKey.indexOf('/') + 1)
