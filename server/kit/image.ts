import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { buffer, text } from 'node:stream/consumers'
import { fieldFault, Fault } from '#contract/faults.ts'
import type { Drawing, Refusal } from './draw-image.ts'
import { refusalOfSvg } from './svg.ts'
import { createTurnstile } from './turnstile.ts'

/** What a picture has to be, and how large it may stay. */
export interface ImageRule {
  /** The field of the form, for what is wrong. */
  field: string
  /** The shorter side, in pixels; a drawing has any size. */
  leastPixels: number
  square: boolean
  /** A larger one is made smaller to fit. */
  mostPixels: number
}
/** A picture that was drawn anew: nothing is left of the file but what is to be seen. */
export interface CleanImage {
  bytes: Buffer
  type: 'image/png'
}

/**
 * Draws an uploaded PNG, JPEG or SVG anew as a PNG: upright, without place, camera or anything else that was in the file,
 * and only its first picture where it has several. An SVG is drawn here and never served. One at a time in a process, in
 * a child that is killed after four seconds: reading strangers' pictures is native code's work, and may fail or not end.
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

/** By the first bytes: a name or a type that the sender gives says nothing. */
function formatOf(bytes: Uint8Array): Drawing['format'] | null {
  const head = Buffer.from(bytes.subarray(0, 1024))
  if (head.subarray(0, 8).equals(pngMagic)) return 'png'
  if (head[0] === 0xff && head[1] === 0xd8 && head[2] === 0xff) return 'jpeg'
  return /^\uFEFF?\s*<(\?xml|!DOCTYPE svg|!--|svg)/i.test(head.toString('utf8')) ? 'svg' : null
}
const pngMagic = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

async function drawApart(bytes: Uint8Array, drawing: Drawing): Promise<Buffer | Refusal> {
  const child = spawn(process.execPath, [...confined, program, JSON.stringify(drawing)], {
    env: {},
    stdio: ['pipe', 'pipe', 'pipe'],
    timeout: timeoutMs,
    killSignal: 'SIGKILL',
  })
  // A child that is gone before it has read all closes the pipe; its end tells more.
  child.stdin.on('error', () => {})
  child.stdin.end(bytes)
  const [picture, word, [code]] = await Promise.all([buffer(child.stdout), text(child.stderr), once(child, 'close')])
  if (code === 0 && picture.length > 0) return picture
  return words[word as Refusal] ? (word as Refusal) : 'not_an_image'
}
const program = join(import.meta.dirname, 'draw-image.ts')
const root = join(import.meta.dirname, '..', '..')
/** It may read this program and load the native library, and nothing else: no file, no process, no network. */
const confined = ['--permission', '--allow-addons', `--allow-fs-read=${root}/*`, '--no-warnings']
const timeoutMs = 4_000
const oneAtATime = createTurnstile({ concurrent: 1, queue: 3, full: () => new Fault('uploadsBusy') })

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
