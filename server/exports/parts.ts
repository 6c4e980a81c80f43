import { limits } from '#contract/limits.ts'
import type { Ctx, Owner } from '#server/kit/ctx.ts'
import { merchantKeys, openSealedBytes, seal } from '#server/kit/secrets/vault.ts'
import type { FoundExport, Run } from './queries.ts'

const placeOf = ({ merchantId, environment }: Owner, { exportId, run }: Run, place: number) => ({
  merchantId,
  table: 'export_parts',
  column: 'bytes_sealed',
  row: `${environment}/${exportId}/${run}/${place}`,
})

/** Seals and keeps one part of a file. */
export async function keepPart(ctx: Ctx, run: Run, place: number, bytes: Buffer): Promise<void> {
  const sealed = seal(await merchantKeys(ctx), bytes, placeOf(ctx.owner, run, place))
  const row = { export_id: run.exportId, run: run.run, place, bytes_sealed: sealed }
  ctx.write(ctx.own.insert('export_parts', row))
}

/** The parts of a ready file in order, each read when the one before has left. Throws where one is missing or was changed. */
export async function* readParts(
  ctx: Ctx,
  { export_id: exportId, run, parts }: Pick<FoundExport, 'export_id' | 'run' | 'parts'>,
): AsyncGenerator<Buffer> {
  const keys = await merchantKeys(ctx)
  for (let place = 0; place < parts; place++) {
    const part = await ctx.own
      .select('export_parts')
      .select('bytes_sealed')
      .where('export_id', '=', exportId)
      .where('run', '=', run)
      .where('place', '=', place)
      .executeTakeFirst()
    if (!part) throw new Error(`part ${place} of the export ${exportId} is missing`)
    yield openSealedBytes(keys, part.bytes_sealed, placeOf(ctx.owner, { exportId, run }, place))
  }
}

/** Deletes some parts of an export, those of runs before `run`; returns how many there were. Index: primary key. */
export async function dropParts(ctx: Ctx, { exportId, run }: Run): Promise<number> {
  const rows = await ctx.tx.query(
    `delete from export_parts where merchant_id = $1 and environment = $2 and (export_id, run, place) in (
       select export_id, run, place from export_parts
       where merchant_id = $1 and environment = $2 and export_id = $3 and run < $4 order by run, place limit $5)
     returning place`,
    [ctx.owner.merchantId, ctx.owner.environment, exportId, run, droppedAtOnce],
  )
  return rows.length
}
const droppedAtOnce = 32
/** A run that no export ever comes to: all parts are of earlier ones. */
export const everyRun = 2_147_483_647

/** Cuts a stream of bytes into parts of one size; the last one is shorter. */
export async function* partsOf(content: AsyncIterable<Buffer>, beat: () => Promise<void>): AsyncGenerator<Buffer> {
  let waiting: Buffer[] = []
  let bytes = 0
  for await (const chunk of content) {
    waiting.push(chunk)
    bytes += chunk.length
    await beat()
    if (bytes < limits.exportPartBytes) continue
    let all = Buffer.concat(waiting)
    for (; all.length >= limits.exportPartBytes; all = all.subarray(limits.exportPartBytes))
      yield all.subarray(0, limits.exportPartBytes)
    waiting = [all]
    bytes = all.length
  }
  if (bytes > 0) yield Buffer.concat(waiting)
}
