import { Fault } from '#contract/faults.ts'
import type { Input } from '#contract/kit/call.ts'
import { limits } from '#contract/limits.ts'
import type { createExport } from '#contract/exports.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { newId } from '#server/kit/db/id.ts'
import type { OwnRow } from '#server/kit/db/own.ts'
import type { Exporter } from '#server/kit/http/export-source.ts'
import { runExport } from './jobs.ts'
import { bytesKept, countWaiting, insertExport } from './queries.ts'
import { sourceOf } from './source-of.ts'

interface Asked extends Pick<Input<typeof createExport>['body'], 'of' | 'path' | 'sub_merchant'> {
  request: Record<string, unknown>
}

/** Whether the user has the right to the rows. Throws what the call itself would. */
export function permitted(ctx: Ctx, user: Exporter, asked: Asked) {
  const source = sourceOf(ctx, asked.of)
  const input = source.parse({ path: asked.path ?? {}, body: asked.request })
  return source.permit(ctx.tx, user, input, asked.sub_merchant ?? '')
}

/** Puts an export in the queue for a user who has the right to it. Throws `exportsWaiting` and `exportsFull`. */
export async function prepareExport(
  ctx: Ctx,
  { name, subUserId, ...user }: Exporter & { name: string },
  asked: Asked,
  making: Pick<Making, 'shared_with'> = {},
): Promise<string> {
  await permitted(ctx, { ...user, subUserId }, asked)
  if ((await countWaiting(ctx, subUserId)) >= limits.exportsWaiting) throw new Fault('exportsWaiting')
  if ((await bytesKept(ctx)) >= limits.exportBytes) throw new Fault('exportsFull')
  return queueExport(ctx, asked, { ...making, created_by: name, created_by_id: subUserId })
}

/** What the row says beside what was asked. */
type Making = Pick<OwnRow<'export_files'>, 'created_by' | 'created_by_id'> &
  Partial<Pick<OwnRow<'export_files'>, 'schedule_id' | 'schedule' | 'due_at' | 'shared_with'>>

export function queueExport(ctx: Ctx, { of, path, request, sub_merchant }: Asked, making: Making): string {
  const exportId = newId()
  insertExport(ctx, {
    export_id: exportId,
    status: 'queued',
    of,
    path: JSON.stringify(path ?? {}),
    request: JSON.stringify(request),
    sub_merchant: sub_merchant ?? '',
    format: request['format'] === 'csv' ? 'csv' : 'xlsx',
    created_at: ctx.now,
    updated_at: ctx.now,
    ...making,
  })
  ctx.enqueue(runExport, { exportId })
  return exportId
}
