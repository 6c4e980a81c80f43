/**
 * HTML that is safe by construction: `markup` escapes every text put into it, without exception. Attribute values
 * must be quoted in the template. Only what `markup` itself or {@link jsonScript} made goes in unescaped.
 */
export function markup(parts: TemplateStringsArray, ...values: readonly Piece[]): Markup {
  return made(parts.reduce((html, part, index) => html + written(values[index - 1]) + part))
}

declare const markupBrand: unique symbol
export interface Markup {
  readonly [markupBrand]: true
  toString(): string
}
/** What a template takes: texts are escaped, null, undefined and false leave nothing, lists follow each other. */
export type Piece = Markup | string | null | undefined | false | readonly Piece[]

/** A block of data that a script reads with `JSON.parse`; no text in it can end the block or begin a comment. */
export function jsonScript(id: string, data: unknown): Markup {
  const json = JSON.stringify(data).replace(/[<>&\u2028\u2029]/g, codeUnit)
  return made(`<script type="application/json" id="${escaped(id)}">${json}</script>`)
}

/** The address when it is a web page that a person may be sent to, else empty: `javascript:` and its like run code. */
export function webAddress(url: string): string {
  return /^https?:$/.test(protocolOf(url)) ? url : ''
}

/** The address when a page may show it as a picture under our content policy (https, data, or our own), else empty. */
export function pictureAddress(url: string): string {
  if (/^\/(?![/\\])/.test(url) || /^data:image\/[\w.+-]+[;,]/i.test(url)) return url
  const { protocol = '', hostname = '' } = URL.parse(url) ?? {}
  const here = protocol === 'http:' && /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname)
  return protocol === 'https:' || here ? url : ''
}

class Made {
  readonly html: string
  constructor(html: string) {
    this.html = html
  }
  toString(): string {
    return this.html
  }
}
const made = (html: string): Markup => new Made(html) as unknown as Markup

function written(piece: Piece): string {
  if (piece === null || piece === undefined || piece === false) return ''
  if (typeof piece === 'string') return escaped(piece)
  if (piece instanceof Made) return piece.html
  if (Array.isArray(piece)) return piece.map(written).join('')
  throw new TypeError('neither text nor markup')
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  '`': '&#96;',
}
const escaped = (text: string): string => text.replace(/[&<>"'`]/g, (character) => entities[character] ?? '')

const codeUnit = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`

function protocolOf(url: string): string {
  return URL.canParse(url) ? new URL(url).protocol : ''
}
