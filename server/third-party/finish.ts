import type { KeptMapping } from '#server/db/kept-mapping.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { endUpload, keepMapping, type Ending } from './queries.ts'

export const isCsv = (fileName: string): boolean => fileName.toLowerCase().endsWith('.csv')

/** Notes what became of an upload. The source is read in the same way from now on. */
export async function finishUpload(
  ctx: Ctx,
  { uploadId, source, mapping }: { uploadId: string; source: string; mapping: KeptMapping },
  ending: Ending,
): Promise<void> {
  await endUpload(ctx, uploadId, ending)
  if (ending.state === 'loaded') await keepMapping(ctx, source, mapping)
}
