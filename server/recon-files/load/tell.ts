import type { Ctx } from '#server/kit/ctx.ts'
import { notify } from '#server/notifications/notify.ts'
import type { FoundFile } from '../queries.ts'

/** Tells people of a file that was not loaded or does not prove itself, in the transaction that says so. */
export const tell = (
  ctx: Ctx,
  kind: 'recon_file_failed' | 'recon_file_unproven',
  { recon_id, original_file_name, data_source }: Pick<FoundFile, 'recon_id' | 'original_file_name' | 'data_source'>,
): Promise<void> => notify(ctx, kind, { recon_id, file_name: original_file_name, source: data_source })
