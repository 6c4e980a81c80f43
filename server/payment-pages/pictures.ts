import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { Fault } from '#contract/faults.ts'
import type { UploadedFile } from '#contract/kit/file.ts'
import { limits } from '#contract/limits.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { cleanImage, type CleanImage } from '#server/kit/files/image.ts'
import type { ServeParts } from '#server/kit/handler.ts'
import { base } from '#server/kit/http/serve.ts'

/** Draws an uploaded picture of a page anew; slow work, before any transaction. */
export const readPicture = async (file: UploadedFile): Promise<CleanImage> =>
  cleanImage(await file.bytes(), {
    field: 'file',
    leastPixels: 1,
    square: false,
    mostPixels: limits.pagePicturePixels,
  })
/** The same for a logo: square, at least 256 pixels. */
export const readPageLogo = async (file: UploadedFile): Promise<CleanImage> =>
  cleanImage(await file.bytes(), { field: 'file', leastPixels: limits.logoPixels, square: true, mostPixels: 512 })

/** Stores a picture and returns its path. The same picture again is the same row. */
export async function savePicture(ctx: Ctx, { bytes, type }: CleanImage): Promise<string> {
  const digest = createHash('sha256').update(bytes).digest()
  const { count } = await ctx.own
    .select('page_pictures')
    .select(({ fn }) => fn.countAll<bigint>().as('count'))
    .executeTakeFirstOrThrow()
  if (Number(count) >= limits.pagePictures) throw new Fault('tooMany')
  await ctx.own
    .insert('page_pictures', { digest, picture: bytes, type, created_at: ctx.now })
    .onConflict((conflict) => conflict.columns(['merchant_id', 'environment', 'digest']).doNothing())
    .execute()
  return `${base}/page-pictures/${digest.toString('hex')}.png`
}

/** Serves pictures by what is in them: never another at the same address, and nothing that could run. */
export function pictureRoute(app: FastifyInstance, { database }: ServeParts): void {
  app.get<{ Params: { name: string } }>(
    `${base}/page-pictures/:name`,
    { config: { rate: 'shopper' } },
    async (request, reply) => {
      const digest = /^([0-9a-f]{64})\.png$/.exec(request.params.name)?.[1]
      if (digest === undefined) throw new Fault('notFound')
      const [found] = await database.transaction(
        null,
        (tx) =>
          tx.query<{ picture: Buffer; type: string }>('select picture, type from find_page_picture($1)', [
            Buffer.from(digest, 'hex'),
          ]),
        { readOnly: true },
      )
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
