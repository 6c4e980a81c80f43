import type { SheetEncoding } from './read-sheet.ts'

/**
 * The text of a file, and how it was encoded. With `any` also UTF-16 by its mark or its zeros, and else Windows-1252, which no bytes
 * contradict; otherwise UTF-8 alone. Throws for another.
 */
export function decodeText(file: Buffer, any: boolean): { text: string; encoding: SheetEncoding } {
  const decoded = (encoding: SheetEncoding) => ({
    text: new TextDecoder(encoding, { fatal: encoding === 'utf-8' }).decode(file),
    encoding,
  })
  if (!any) return decoded('utf-8')
  const wide = wideEncoding(file)
  if (wide) return decoded(wide)
  try {
    return decoded('utf-8')
  } catch {
    return decoded('windows-1252')
  }
}

/** UTF-16 by its byte order mark, else where every other byte of the beginning is zero, as it is of Latin letters. */
function wideEncoding(file: Buffer): SheetEncoding | null {
  if (file.length < 4 || file.length % 2 === 1) return null
  const mark = file.readUInt16BE(0)
  if (mark === 0xff_fe) return 'utf-16le'
  if (mark === 0xfe_ff) return 'utf-16be'
  const begin = file.subarray(0, beginBytes)
  const zeros = (at: number) => begin.filter((byte, place) => place % 2 === at && byte === 0).length
  if (zeros(1) > begin.length / 4 && zeros(0) === 0) return 'utf-16le'
  return zeros(0) > begin.length / 4 && zeros(1) === 0 ? 'utf-16be' : null
}
const beginBytes = 512
