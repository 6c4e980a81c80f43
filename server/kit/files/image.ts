import { fieldFault, Fault } from '#contract/faults.ts'
import type { Drawing, Refusal } from './draw-image.ts'
import { runApart } from './run-apart.ts'
import { refusalOfSvg } from './svg.ts'
import { createConcurrencyLimit } from '#server/kit/process/concurrency-limit.ts'

/** The requirements for a picture, and its largest size. */
export interface ImageRule {
  /** The form field that a fault names. */
  field: string
  /** The minimum of the shorter side, in pixels. An SVG is exempt: it scales. */
  leastPixels: number
  square: boolean
  /** A larger picture is scaled down to this. */
  mostPixels: number
}
/** A redrawn picture: only the pixels of the file remain. */
export interface CleanImage {
  bytes: Buffer
  type: 'image/png'
}

/**
 * Redraws an uploaded PNG, JPEG or SVG as a PNG: upright, without location, camera or other metadata, and only the
 * first frame. An SVG is drawn here and never served. One picture at a time in a process, in a child that is killed
 * after four seconds: decoding untrusted pictures runs native code, which may crash or never end.
 * @throws Fault `invalidFile`, with the reason at the field; `uploadsBusy` when too many wait.
 */
export async function cleanImage(bytes: Uint8Array, rule: ImageRule): Promise<CleanImage> {
  const { field, leastPixels, mostPixels, square } = rule
  const format = formatOf(bytes)
  if (!format) throw refused(rule, 'not_an_image')
  if (format === 'svg' && refusalOfSvg(bytes))
    throw fieldFault('invalidFile', field, 'unsafe_drawing', 'This drawing holds more than a drawing.')
  const drawn = await oneAtATime.pass(() => drawApart(bytes, { format, leastPixels, mostPixels, square }))
  if (typeof drawn === 'string') throw refused(rule, drawn)
  return { bytes: drawn, type: 'image/png' }
}

/** The format by the first bytes; the sender's name and type are not trusted. */
function formatOf(bytes: Uint8Array): Drawing['format'] | null {
  const head = Buffer.from(bytes.subarray(0, 1024))
  if (head.subarray(0, 8).equals(pngMagic)) return 'png'
  if (head[0] === 0xff && head[1] === 0xd8 && head[2] === 0xff) return 'jpeg'
  return /^\uFEFF?\s*<(\?xml|!DOCTYPE svg|!--|svg)/i.test(head.toString('utf8')) ? 'svg' : null
}
const pngMagic = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

async function drawApart(bytes: Uint8Array, drawing: Drawing): Promise<Buffer | Refusal> {
  const { output, failure } = await runApart({
    program: 'draw-image.ts',
    argument: drawing,
    input: bytes,
    timeoutMs,
    // The native library.
    options: ['--allow-addons'],
  })
  if (failure === null) return output
  return words[failure as Refusal] ? (failure as Refusal) : 'not_an_image'
}
const timeoutMs = 4_000
const oneAtATime = createConcurrencyLimit({ concurrent: 1, queue: 3, full: () => new Fault('uploadsBusy') })

const words: Record<Refusal, string> = {
  not_an_image: 'This is no picture that can be read.',
  not_square: 'The picture is not square.',
  image_too_small: 'The picture has too few pixels.',
}
const refused = ({ field, leastPixels }: ImageRule, reason: Refusal) =>
  new Fault('invalidFile', {
    errors: [
      {
        path: field,
        reason,
        ...(reason === 'image_too_small' && { params: { limit: leastPixels } }),
        text: words[reason],
      },
    ],
  })
