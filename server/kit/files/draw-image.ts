import { buffer } from 'node:stream/consumers'
import sharp from 'sharp'

/** The argument of this process; the picture comes on standard input. */
export interface Drawing {
  format: 'png' | 'jpeg' | 'svg'
  leastPixels: number
  mostPixels: number
  square: boolean
}

/**
 * Redraws one picture and exits: a separate process without secrets, which its parent may kill. Writes the PNG to
 * standard output, or one word on standard error when it fails.
 */
async function draw(bytes: Buffer, { format, leastPixels, mostPixels, square }: Drawing): Promise<Buffer | Refusal> {
  sharp.concurrency(1)
  sharp.cache(false)
  // Only these three decoders ever run, whatever type a file claims.
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({ operation: ['VipsForeignLoadPng', 'VipsForeignLoadJpeg', 'VipsForeignLoadSvg'] })
  const { width, height } = (await sharp(bytes, reading).metadata()).autoOrient
  const vector = format === 'svg'
  const longer = Math.max(width, height)
  if (square && Math.abs(width - height) > (vector ? longer / 100 : 0)) return 'not_square'
  if (!vector && Math.min(width, height) < leastPixels) return 'image_too_small'
  const density = Math.min(2400, Math.max(1, (72 * mostPixels) / longer))
  return sharp(bytes, { ...reading, ...(vector && { density }) })
    .autoOrient()
    .resize({ width: mostPixels, height: mostPixels, fit: 'inside', withoutEnlargement: !vector })
    .png({ compressionLevel: 9 })
    .toBuffer()
}
export type Refusal = 'not_square' | 'image_too_small' | 'not_an_image'

/** 5,000 × 5,000: the resolution of a telephone camera, and at most 100 MB while drawing. */
const reading = { limitInputPixels: 25_000_000, failOn: 'error', pages: 1 } as const

if (import.meta.main) {
  const drawn = await draw(await buffer(process.stdin), JSON.parse(process.argv[2] ?? '') as Drawing).catch(
    (): Refusal => 'not_an_image',
  )
  if (typeof drawn === 'string') process.stderr.write(drawn)
  else process.stdout.write(drawn)
}
