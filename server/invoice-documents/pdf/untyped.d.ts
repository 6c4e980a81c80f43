/** What is used here of libraries that bring no types. */
declare module 'pdfkit' {
  import type { Readable } from 'node:stream'

  /** An object of the file. */
  interface Reference {
    data: Record<string, unknown>
    compress: boolean
    write(bytes: Uint8Array): void
    end(bytes?: Uint8Array): void
  }
  /** A font as the file embeds it, with the glyphs that were drawn. */
  interface EmbeddedFont {
    id: string
    /** Per 1,000 of an em. */
    scale: number
    font: { getGlyph(id: number): { advanceWidth: number } }
    /** The glyphs by their numbers in the file, their widths, and what they say. */
    subset: { glyphs: number[] }
    widths: number[]
    unicode: number[][]
    ref(): Reference
  }
  interface Page {
    width: number
    height: number
    fonts: Record<string, Reference>
  }
  export default class PDFDocument extends Readable {
    constructor(options: Record<string, unknown>)
    page: Page
    _root: Reference
    _font: EmbeddedFont
    addPage(options: { size: string; margin: number }): this
    registerFont(name: string, font: Uint8Array): this
    font(name: string): this
    ref(data: Record<string, unknown>): Reference
    addContent(operators: string): this
    save(): this
    restore(): this
    transform(a: number, b: number, c: number, d: number, e: number, f: number): this
    translate(x: number, y: number): this
    scale(factor: number): this
    rect(x: number, y: number, width: number, height: number): this
    roundedRect(x: number, y: number, width: number, height: number, radius: number): this
    path(path: string): this
    lineWidth(width: number): this
    fill(color: string): this
    fillColor(color: string): this
    stroke(color: string): this
    image(png: Buffer, x: number, y: number, options: { width: number; height: number }): this
    link(x: number, y: number, width: number, height: number, url: string): this
    file(
      bytes: Uint8Array,
      options: {
        name: string
        type: string
        description: string
        relationship: string
        creationDate: Date
        modifiedDate: Date
      },
    ): void
    endMetadata(): void
    end(): void
  }
}

declare module 'subset-font' {
  export default function subsetFont(
    font: Uint8Array,
    text: string,
    options: { targetFormat: 'truetype'; variationAxes?: Record<string, number>; keepAllGlyphs?: boolean },
  ): Promise<Buffer>
}
