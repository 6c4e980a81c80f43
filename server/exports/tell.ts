import type { Ctx } from '#server/kit/ctx.ts'
import { notify } from '#server/notifications/notify.ts'
import type { FoundExport } from './queries.ts'

/** Tells everybody whom a file is for that it is ready, with the way to the screen and not to the file. */
export async function tellReady(
  ctx: Ctx,
  {
    export_id,
    rows,
    created_by_id,
    shared_with,
  }: Pick<FoundExport, 'export_id' | 'rows' | 'created_by_id' | 'shared_with'>,
): Promise<void> {
  for (const to of new Set([created_by_id, ...shared_with]))
    await notify(ctx, 'export_ready', { export_id, rows: String(rows) }, { to })
}

/** Tells its author that an export has failed; the screen says why. */
export const tellFailed = (
  ctx: Ctx,
  { export_id, created_by_id }: Pick<FoundExport, 'export_id' | 'created_by_id'>,
): Promise<void> => notify(ctx, 'export_failed', { export_id }, { to: created_by_id })
