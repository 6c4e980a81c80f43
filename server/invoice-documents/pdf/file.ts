import { buffer } from 'node:stream/consumers'
import PDFDocument from 'pdfkit'
import { metadataOf, type FileFacts } from './metadata.ts'
import type { Glyph, Run } from './shaper.ts'

/**
 * A PDF/A-3b. The library writes its structure, embeds the fonts and attaches the electronic invoice. Its metadata are written here,
 * because the library does not escape them and knows nothing of Factur-X, and so are the texts, because it turns some scripts around.
 */
export class InvoiceFile extends PDFDocument {
  readonly #facts: FileFacts
  /** The numbers in the file of what was drawn, by font, glyph and text. */
  readonly #numbers = new Map<string, number>()
  readonly #fonts = new Set<string>()

  constructor(facts: FileFacts) {
    super({
      subset: 'PDF/A-3b',
      pdfVersion: '1.7',
      lang: facts.language,
      displayTitle: true,
      autoFirstPage: false,
      info: {
        Title: facts.title,
        Author: facts.author,
        Creator: facts.program,
        Producer: facts.program,
        CreationDate: facts.at,
        ModDate: facts.at,
      },
    })
    this.#facts = facts
    const { electronic, at } = facts
    if (electronic)
      this.file(electronic, {
        name: 'factur-x.xml',
        type: 'text/xml',
        description: 'EN 16931',
        relationship: 'Alternative',
        creationDate: at,
        modifiedDate: at,
      })
  }

  /** Draws a line of text; `y` is its base line. */
  drawLine(runs: readonly Run[], { x, y, size, color }: { x: number; y: number; size: number; color: string }): void {
    this.fillColor(color)
    this.save()
    // Pages are turned upside down by the library, and letters must not be.
    this.transform(1, 0, 0, -1, 0, this.page.height)
    let at = x
    for (const run of runs) {
      this.#drawRun(run, at, this.page.height - y, { size, color })
      at += (run.width * size) / 1000
    }
    this.restore()
  }

  #drawRun({ font, glyphs }: Run, x: number, y: number, { size, color }: { size: number; color: string }): void {
    if (!this.#fonts.has(font.name)) this.registerFont(font.name, font.bytes)
    this.#fonts.add(font.name)
    this.font(font.name)
    this.page.fonts[this._font.id] ??= this._font.ref()
    const scale = size / 1000
    const shapes: { id: number; x: number; y: number }[] = []
    const operators: string[] = []
    let pen = 0
    // Where the next glyph would stand by the widths of those before it.
    let expected = 0
    let rise = 0
    for (const glyph of glyphs) {
      const [left, up] = [pen + glyph.dx, glyph.dy]
      pen += glyph.advance
      if (glyph.text === '') {
        shapes.push({ id: glyph.id, x: x + left * scale, y: y + up * scale })
        continue
      }
      if (up !== rise) operators.push(`] TJ ${number(up * scale)} Ts [`)
      rise = up
      const moved = Math.round(expected - left)
      const code = this.#codeOf(font.name, glyph)
      operators.push(`${moved === 0 ? '' : moved}<${code.toString(16).padStart(4, '0')}>`)
      // In whole units, as they are written.
      expected = expected - moved + (this._font.widths[code] as number)
    }
    this.addContent(`BT /${this._font.id} ${number(size)} Tf 1 0 0 1 ${number(x)} ${number(y)} Tm`)
    this.addContent(`[${operators.join('')}] TJ ET`)
    const units = size / font.unitsPerEm
    for (const one of shapes)
      this.save()
        .transform(units, 0, 0, units, one.x, one.y)
        .path(font.shaping.glyphToPath(one.id))
        .fill(color)
        .restore()
  }

  /**
   * The number of a glyph in the file. A glyph that stands for different characters, such as an Arabic letter without its dots, has a
   * number for each.
   */
  #codeOf(font: string, { id, text }: Glyph): number {
    const key = `${font} ${id} ${text}`
    const known = this.#numbers.get(key)
    if (known !== undefined) return known
    const { subset, widths, unicode, scale, font: drawn } = this._font
    const code = subset.glyphs.push(id) - 1
    widths[code] = drawn.getGlyph(id).advanceWidth * scale
    unicode[code] = Array.from(text, (character) => character.codePointAt(0) as number)
    this.#numbers.set(key, code)
    return code
  }

  override endMetadata(): void {
    const xmp = this.ref({ Type: 'Metadata', Subtype: 'XML' })
    // It has to be readable without unpacking.
    xmp.compress = false
    xmp.write(Buffer.from(metadataOf(this.#facts)))
    xmp.end()
    this._root.data['Metadata'] = xmp
  }

  /** The bytes of the file, which is complete then. */
  async finish(): Promise<Buffer> {
    const bytes = buffer(this)
    this.end()
    return bytes
  }
}

const number = (value: number) => Number(value.toFixed(3))
