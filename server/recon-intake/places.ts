import type { Ctx, Owner } from '#server/kit/ctx.ts'
import { openSealedBytes, merchantKeys, seal } from '#server/kit/secrets/vault.ts'

/** What is sealed of a channel's intake. */
export type IntakeSecret = 'sftp_password_sealed' | 'private_key_sealed'

const secretPlace = ({ merchantId, environment }: Owner, channelKey: string, column: IntakeSecret) => ({
  merchantId,
  table: 'recon_intakes',
  column,
  row: `${environment}/${channelKey}`,
})
const partPlace = ({ merchantId, environment }: Owner, ofId: string, place: number) => ({
  merchantId,
  table: 'recon_intake_parts',
  column: 'bytes_sealed',
  row: `${environment}/${ofId}/${place}`,
})

export const sealSecret = async (ctx: Ctx, channelKey: string, column: IntakeSecret, plain: string): Promise<Buffer> =>
  seal(await merchantKeys(ctx), plain, secretPlace(ctx.owner, channelKey, column))

export async function openSecret(
  ctx: Ctx,
  channelKey: string,
  column: IntakeSecret,
  sealed: Buffer | null,
): Promise<string> {
  if (!sealed) return ''
  return openSealedBytes(await merchantKeys(ctx), sealed, secretPlace(ctx.owner, channelKey, column)).toString()
}

/** Keeps a part of a mail, or of a file that is being fetched. */
export async function keepPart(ctx: Ctx, ofId: string, place: number, bytes: Buffer): Promise<void> {
  const bytes_sealed = seal(await merchantKeys(ctx), bytes, partPlace(ctx.owner, ofId, place))
  await ctx.own.insert('recon_intake_parts', { of_id: ofId, place, bytes_sealed }).execute()
}

/** The same parts again, in their order, one at a time. Index: primary key. */
export async function* keptParts(ctx: Ctx, ofId: string): AsyncGenerator<Buffer> {
  const keys = await merchantKeys(ctx)
  for (let place = 0; ; place++) {
    const part = await ctx.own
      .select('recon_intake_parts')
      .select('bytes_sealed')
      .where('of_id', '=', ofId)
      .where('place', '=', place)
      .executeTakeFirst()
    if (!part) return
    yield openSealedBytes(keys, part.bytes_sealed, partPlace(ctx.owner, ofId, place))
  }
}

export const deleteParts = async (ctx: Ctx, ofId: string): Promise<void> =>
  void (await ctx.own.delete('recon_intake_parts').where('of_id', '=', ofId).execute())
