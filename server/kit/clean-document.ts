import { Fault } from '#contract/faults.ts'
import type { Slip } from '#contract/payments.ts'
import { cleanImage } from '#server/kit/image.ts'

/**
 * A paper that a stranger has sent, as it may be kept: a picture is drawn anew, so that nothing of the file is left but what is to be seen; a
 * document is kept as it came and only ever given out to be saved. By its first bytes: what a sender calls it says
 * nothing. `invalidFile` for anything else.
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

/** A file's name, for showing only: without what could turn a text around or break a line. */
export const documentName = (name: string): string =>
  name
    .toWellFormed()
    .replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, '')
    .slice(-120)
