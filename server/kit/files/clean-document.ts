import { Fault } from '#contract/faults.ts'
import type { Slip } from '#contract/payments.ts'
import { cleanImage } from '#server/kit/files/image.ts'

/**
 * Makes an uploaded document safe to keep. A picture is redrawn, so that only its pixels remain. Other documents are
 * kept unchanged and only ever served as downloads. The first bytes determine the type, not the name or type that the
 * sender states. `invalidFile` for any other type.
 */
export async function cleanDocument(bytes: Buffer): Promise<{ type: Slip['type']; content: Buffer }> {
  const head = bytes.subarray(0, 8)
  if (head.subarray(0, 5).toString('latin1') === '%PDF-') {
    if (!bytes.subarray(-1_024).includes('%%EOF')) throw new Fault('invalidFile')
    return { type: 'application/pdf', content: bytes }
  }
  const isPicture = head.equals(png) || (head[0] === 0xff && head[1] === 0xd8 && head[2] === 0xff)
  if (!isPicture) throw new Fault('invalidFile')
  const drawn = await cleanImage(bytes, { field: 'file', leastPixels: 1, square: false, mostPixels: 2_000 })
  return { type: drawn.type, content: drawn.bytes }
}
const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

/** A file's name for display only, without bidirectional controls and line breaks. */
export const documentName = (name: string): string =>
  name
    .toWellFormed()
    .replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, '')
    .slice(-120)
