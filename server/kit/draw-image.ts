import { buffer } from 'node:stream/consumers'
import sharp from 'sharp'

/** What the process of this file is told as its argument; the picture comes on its standard input. */
export interface Drawing {
  format: 'png' | 'jpeg' | 'svg'
  leastPixels: number
  mostPixels: number
  square: boolean
}

/**
 * Draws one picture anew and ends: a process of its own, without a secret, that whoever started it may kill. Writes the
 * PNG to its standard output, or on the standard error one word for why there is none.
 */
async function draw(bytes: Buffer, { format, leastPixels, mostPixels, square }: Drawing): Promise<Buffer | Refusal> {
  sharp.concurrency(1)
  sharp.cache(false)
  // No other reader than these three is ever started, whatever a file claims to be.
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

/** 5,000 × 5,000: what a telephone takes, and 100 MB at the most while it is drawn. */
const reading = { limitInputPixels: 25_000_000, failOn: 'error', pages: 1 } as const

if (import.meta.main) {
  const drawn = await draw(await buffer(process.stdin), JSON.parse(process.argv[2] ?? '') as Drawing).catch(
    (): Refusal => 'not_an_image',
  )
  if (typeof drawn === 'string') process.stderr.write(drawn)
  else process.stdout.write(drawn)
}
