import type { Output } from '#contract/kit/call.ts'
import type { readReconFile } from '#contract/recon-files.ts'
import type { FileFormat } from '#contract/recon-records.ts'
import { Fault } from '#contract/faults.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { findFile, listProofs, type FoundFile } from './queries.ts'
import { fileNameOf } from './store.ts'

/** A file; `notFound` when absent or not the owner's. With `lock` its row is locked until the commit. */
export async function existingFile(ctx: Ctx, reconId: string, options: { lock?: boolean } = {}): Promise<FoundFile> {
  const file = await findFile(ctx, reconId, options)
  if (!file) throw new Fault('notFound')
  return file
}

/** What lists show of a file. */
export const shownRow = (file: FoundFile) => ({
  recon_id: file.recon_id,
  file_name: fileNameOf(file.file_key),
  original_file_name: file.original_file_name,
  payment_channel_key: file.channel_key,
  file_type: file.file_type,
  data_source: file.data_source,
  way: file.way,
  status: file.status,
  stage: file.stage,
  rows_read: file.rows_read,
  bytes_read: Number(file.bytes_read),
  size_bytes: Number(file.size_bytes),
  rows: file.rows,
  loaded: file.loaded,
  repeated: file.repeated,
  restated: file.restated,
  ignored: file.ignored,
  rejected: file.rejected,
  held: file.held,
  reason: file.reason,
  reason_params: file.reason_params,
  proof: file.proof,
  period_from: file.period_from ?? '',
  period_to: file.period_to ?? '',
  created_at: file.created_at,
  created_by: file.created_by,
  finished_at: file.finished_at,
  withdrawn_at: file.withdrawn_at,
  same_as: file.same_as ?? '',
})

/** All that is known of a file. */
export async function shownFile(ctx: Ctx, reconId: string): Promise<Output<typeof readReconFile>> {
  const file = await existingFile(ctx, reconId)
  const proofs = await listProofs(ctx, file.recon_id, file.reading)
  return {
    ...shownRow(file),
    file_key: file.file_key,
    digest: file.digest,
    format: file.format as FileFormat | '',
    engine_source: file.layout,
    mapping_id: file.mapping_id,
    titles: file.titles,
    new_titles: file.new_titles,
    digits_lost: file.digits_lost,
    ignored_by: file.ignored_by,
    proofs: proofs.map((proof) => ({ ...proof, ...amountsOf(proof) })),
    good_rows_by: file.good_rows_by,
    begun_at: file.begun_at,
    withdrawn_by: file.withdrawn_by,
    replaces: file.replaces ?? '',
    replaced_by: file.replaced_by ?? '',
    reading: file.reading,
    has_original: file.parts > 0,
  }
}

const amountsOf = ({ computed, stated, difference, remainder }: Record<'computed' | 'remainder', string> & Record<'stated' | 'difference', string | null>) => ({
  computed: shortest(computed),
  stated: stated === null ? null : shortest(stated),
  difference: difference === null ? null : shortest(difference),
  remainder: shortest(remainder),
}) // prettier-ignore

/** A decimal without the zeros at its end that the database adds. */
export const shortest = (decimal: string): string =>
  decimal.includes('.') ? decimal.replace(/0+$/, '').replace(/\.$/, '') : decimal
