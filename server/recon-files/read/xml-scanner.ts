import { refused } from './refusals.ts'

const [slash, close, colon, equals, doubled, single] = [0x2f, 0x3e, 0x3a, 0x3d, 0x22, 0x27]
const longest = 4 * 1024 * 1024

/**
 * Reads the XML of a workbook's part as it comes, tag by tag, in one pass over its characters. It looks for names without their
 * prefixes, keeps the text only where it is asked to, knows no entities but those of XML itself, and refuses declarations of them.
 */
export abstract class XmlScanner {
  /** Whether the text up to the next tag is wanted. */
  protected isTextWanted = false
  private rest = ''

  /** A tag that opens; its name stands in `text` from `from` to `to`, and what follows up to `end` are its attributes. */
  protected abstract opened(text: string, from: number, to: number, end: number): void
  protected abstract closed(text: string, from: number, to: number): void
  /** Wanted text; some of it where it comes in several parts. */
  protected abstract read(text: string): void

  feed(piece: string): void {
    const text = this.rest === '' ? piece : this.rest + piece
    this.rest = text.slice(this.scan(text))
    if (this.rest.length > longest) throw refused('damaged_file')
  }

  private scan(text: string): number {
    let at = 0
    for (;;) {
      const open = text.indexOf('<', at)
      if (open < 0) return this.isTextWanted ? at : text.length
      const first = text.charCodeAt(open + 1)
      if (first === 0x21 || first === 0x3f) {
        const end = this.special(text, at, open)
        if (end < 0) return at
        at = end
        continue
      }
      const isClosing = first === slash
      let from = isClosing ? open + 2 : open + 1
      let to = from
      for (; to < text.length; to++) {
        const code = text.charCodeAt(to)
        if (code === close || code === slash || code <= 0x20) break
        if (code === colon) from = to + 1
      }
      const end = endOfTag(text, to)
      if (end < 0) return at
      if (this.isTextWanted && open > at) this.read(plain(text.slice(at, open)))
      if (isClosing) this.closed(text, from, to)
      else {
        const isEmpty = text.charCodeAt(end - 1) === slash
        this.opened(text, from, to, isEmpty ? end - 1 : end)
        if (isEmpty) this.closed(text, from, to)
      }
      at = end + 1
    }
  }

  /** Comments, instructions and CDATA; where they end, or -1 where that has not come yet. */
  private special(text: string, at: number, open: number): number {
    const [begin, stop] = text.startsWith('<!--', open)
      ? ['<!--', '-->']
      : text.startsWith('<![CDATA[', open)
        ? ['<![CDATA[', ']]>']
        : ['<?', '?>']
    if (begin === '<?' && text.charCodeAt(open + 1) !== 0x3f) {
      if (open + 9 > text.length) return -1
      throw refused('damaged_file')
    }
    const end = text.indexOf(stop, open + begin.length)
    if (end < 0) return -1
    if (this.isTextWanted) {
      this.read(plain(text.slice(at, open)))
      if (begin === '<![CDATA[') this.read(text.slice(open + begin.length, end))
    }
    return end + stop.length
  }
}

/** The place of the `>` that ends a tag; one between quotes does not. */
function endOfTag(text: string, at: number): number {
  for (; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === close) return at
    if (code !== doubled && code !== single) continue
    at = text.indexOf(code === doubled ? '"' : "'", at + 1)
    if (at < 0) return -1
  }
  return -1
}

/** Whether the name from `from` to `to` is this one. */
export const isNamed = (text: string, from: number, to: number, name: string): boolean =>
  to - from === name.length && text.startsWith(name, from)

/** The value of an attribute by its name without a prefix; null where it is not there. */
export function attributeOf(text: string, at: number, end: number, name: string): string | null {
  for (; at < end; at++) {
    if (text.charCodeAt(at) !== equals) continue
    let from = at + 1
    while (text.charCodeAt(from) <= 0x20) from++
    const to = text.indexOf(text.charCodeAt(from) === doubled ? '"' : "'", from + 1)
    if (to < 0) return null
    const before = text.slice(Math.max(0, at - name.length - 1), at).trimEnd()
    if (before.endsWith(name) && /^[\s:]?$/.test(before.slice(0, before.length - name.length)))
      return plain(text.slice(from + 1, to))
    at = to
  }
  return null
}

/** The characters that references of XML stand for. */
export function plain(text: string): string {
  return text.includes('&') ? text.replaceAll(/&(#x?[\dA-Fa-f]+|[a-z]+);/g, meant) : text
}
function meant(reference: string, name: string): string {
  if (!name.startsWith('#')) return entities[name] ?? reference
  const code = Number(name.startsWith('#x') ? `0x${name.slice(2)}` : name.slice(1))
  return code > 0 && code <= 0x10_ffff ? String.fromCodePoint(code) : ''
}
const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** Excel writes characters that XML does not have as `_x000D_`. */
export const unescaped = (text: string): string =>
  text.includes('_x')
    ? text.replaceAll(/_x([\dA-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : text
