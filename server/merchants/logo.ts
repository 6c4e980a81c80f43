import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { Fault } from '#contract/faults.ts'
import type { UploadedFile } from '#contract/kit/file.ts'
import { limits } from '#contract/limits.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import type { ServeParts } from '#server/kit/handler.ts'
import { cleanImage, type CleanImage } from '#server/kit/files/image.ts'
import { base } from '#server/kit/http/serve.ts'
import { countLogos, insertLogo } from './queries.ts'
import { changeLogo } from './update.ts'

/** Draws an uploaded logo anew; slow work, before any transaction. */
export const readLogo = async (file: UploadedFile): Promise<CleanImage> =>
  cleanImage(await file.bytes(), { field: 'file', leastPixels: limits.logoPixels, square: true, mostPixels: 512 })

/** Stores a logo, and sets it in the merchant's record. */
export async function saveLogo(ctx: Ctx, { bytes, type }: CleanImage): Promise<void> {
  const digest = createHash('sha256').update(bytes).digest()
  if ((await countLogos(ctx.db, ctx.owner.merchantId)) >= limits.logosPerMerchant) throw new Fault('tooMany')
  await insertLogo(ctx, { digest, picture: bytes, type })
  await changeLogo(ctx, digest.toString('hex'))
}

/** Serves logos by what is in them: never another picture at the same address, and nothing that could run. */
export function logoRoute(app: FastifyInstance, { database }: ServeParts): void {
  app.get<{ Params: { name: string } }>(
    `${base}/logos/:name`,
    { config: { rate: 'shopper' } },
    async (request, reply) => {
      const digest = /^([0-9a-f]{64})\.png$/.exec(request.params.name)?.[1]
      const rows =
        digest === undefined
          ? []
          : await database.transaction(
              null,
              (tx) =>
                tx.query<{ picture: Buffer; type: string }>('select picture, type from find_logo($1)', [
                  Buffer.from(digest, 'hex'),
                ]),
              { readOnly: true },
            )
      const [found] = rows
      if (!found) throw new Fault('notFound')
      return reply
        .headers({
          'Content-Security-Policy': "default-src 'none'; sandbox",
          'Cross-Origin-Resource-Policy': 'cross-origin',
          'Cache-Control': 'public, max-age=31536000, immutable',
        })
        .type(found.type)
        .send(found.picture)
    },
  )
}
