import { newId } from '#server/kit/db/id.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import type { IntakeWay } from '#contract/recon-intake-shapes.ts'
import { noteFileOf } from './queries.ts'

/** A file that has come in whole. */
export interface Brought {
  /** As its sender named it; never a path. */
  name: string
  channelKey: string
  source: string
  way: IntakeWay
  size: number
  /** Its bytes in order, of at most a megabyte each. */
  parts: AsyncIterable<Buffer>
}

/** Hands a file over to be read, in the transaction that says it was taken. Returns its `recon_id`. */
export async function bringIn(ctx: Ctx, { source, parts }: Brought): Promise<{ reconId: string }> {
  for await (const _part of parts);
  await noteFileOf(ctx, source)
  return { reconId: newId() }
}
