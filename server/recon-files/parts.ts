import { limits } from '#contract/limits.ts'
import type { Ctx, Owner } from '#server/kit/ctx.ts'
import type { InTransaction } from '#server/kit/db/own-transaction.ts'
import { merchantKeys, openSealedBytes, seal } from '#server/kit/secrets/vault.ts'

const placeOf = ({ merchantId, environment }: Owner, reconId: string, place: number) => ({
  merchantId,
  table: 'recon_file_parts',
  column: 'bytes_sealed',
  row: `${environment}/${reconId}/${place}`,
})

/** Seals and keeps one part of an original. */
export async function keepPart(ctx: Ctx, reconId: string, place: number, bytes: Uint8Array): Promise<void> {
  const sealed = seal(await merchantKeys(ctx), Buffer.from(bytes), placeOf(ctx.owner, reconId, place))
  ctx.write(ctx.own.insert('recon_file_parts', { recon_id: reconId, place, bytes_sealed: sealed }))
}

/** Seals and keeps an original of one request. Returns how many parts it has. */
export async function keepParts(ctx: Ctx, reconId: string, pieces: AsyncIterable<Uint8Array>): Promise<number> {
  let place = 0
  for await (const piece of pieces) await keepPart(ctx, reconId, place++, piece)
  return place
}
export const partBytes = limits.reconPartBytes

/** One part. Throws where it is missing or was changed. Index: primary key. */
export async function readPart(ctx: Ctx, reconId: string, place: number): Promise<Buffer> {
  const part = await ctx.own
    .select('recon_file_parts')
    .select('bytes_sealed')
    .where('recon_id', '=', reconId)
    .where('place', '=', place)
    .executeTakeFirst()
  if (!part) throw new Error(`part ${place} of the file ${reconId} is missing`)
  return openSealedBytes(await merchantKeys(ctx), part.bytes_sealed, placeOf(ctx.owner, reconId, place))
}

/** An original part by part, each in a transaction of its own, so that none is open while the file is read. */
export async function* readParts(
  transaction: InTransaction,
  { recon_id, parts }: { recon_id: string; parts: number },
): AsyncGenerator<Buffer> {
  for (let place = 0; place < parts; place++) yield await transaction((ctx) => readPart(ctx, recon_id, place))
}

/** Deletes some parts of an original; returns how many. Index: primary key. */
export async function dropParts(ctx: Ctx, reconId: string): Promise<number> {
  const rows = await ctx.tx.query(
    `delete from recon_file_parts where merchant_id = $1 and environment = $2 and recon_id = $3 and place in (
       select place from recon_file_parts where merchant_id = $1 and environment = $2 and recon_id = $3 order by place limit $4)
     returning place`,
    [ctx.owner.merchantId, ctx.owner.environment, reconId, droppedAtOnce],
  )
  return rows.length
}
const droppedAtOnce = 32
