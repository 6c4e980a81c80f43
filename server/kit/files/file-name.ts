/** The most characters of a name, with its ending. */
const longest = 120

/**
 * A file's name that says the same to every program: without controls, marks that turn the direction of text, and what names a
 * folder or a stream. Letters of any script stay.
 */
export function fileName(name: string): string {
  const plain = name
    .toWellFormed()
    .normalize('NFC')
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}"\\/:*?<>|\uFFFD]|(?![\u200C\u200D])\p{Cf}/gu, ' ')
    .replaceAll(/\s+/gu, ' ')
    .replaceAll(/^[ .]+|[ .]+$/g, '')
  const ending = /\.[A-Za-z0-9]{1,8}$/.exec(plain)?.[0] ?? ''
  const stem = Array.from(plain.slice(0, plain.length - ending.length))
    .slice(0, longest - ending.length)
    .join('')
    .trimEnd()
  return stem === '' ? `file${ending}` : stem + ending
}

/** The value of `Content-Disposition` for a file: its name for every browser, in any script (RFC 6266). */
export function contentDisposition(name: string, how: 'attachment' | 'inline' = 'attachment'): string {
  const plain = fileName(name)
  const ascii = plain.replaceAll(/[^\x20-\x7e]|%/g, '_')
  const encoded = encodeURIComponent(plain).replaceAll(/['()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16)}`)
  return `${how}; filename="${ascii}"; filename*=UTF-8''${encoded}`
}
