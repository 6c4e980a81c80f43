import { languages, type Language } from '#i18n/languages.ts'
import { beside, space, stack, type Box, type Side } from './boxes.ts'
import type { Weight } from './fonts.ts'
import type { Look } from './looks.ts'
import type { Shaper } from './shaper.ts'
import { directionOf, linesOf, widthOf, type Letters } from './typesetter.ts'

export interface TextStyle extends Partial<Letters> {
  width: number
  color?: string
  /** Figures stand at the right in every language, so that their places are below each other. */
  align?: 'start' | 'end' | 'figures'
}

/** What the parts of a document are made with. `start` is the side where reading begins. */
export class Sheet {
  readonly look: Look
  /** Between the margins. */
  readonly width: number
  readonly start: Side
  readonly end: Side
  readonly #shaper: Shaper

  constructor(shaper: Shaper, look: Look, language: string, paperWidth: number) {
    const rtl = Object.hasOwn(languages, language) && languages[language as Language].direction === 'rtl'
    this.#shaper = shaper
    this.look = look
    this.width = paperWidth - 2 * look.margin
    this.start = rtl ? 'right' : 'left'
    this.end = rtl ? 'left' : 'right'
  }

  /** A text, each of whose lines stands at the start or the end of its box. */
  text(value: string, style: TextStyle): Box {
    return stack(this.lines(value, style), 'left')
  }

  /** The lines of a text, for what may be divided between pages. Each paragraph is written in its own direction. */
  lines(value: string, style: TextStyle): Box[] {
    return value.split('\n').flatMap((paragraph) => this.#paragraph(paragraph, style))
  }

  #paragraph(value: string, { width, color = this.look.text, align = 'start', ...letters }: TextStyle): Box[] {
    const { size, weight } = this.#letters(letters)
    const writing = directionOf(value)
    return linesOf(this.#shaper, value, width, { size, weight }).map((line) => {
      const runs = this.#shaper.shape(line, writing, weight)
      const length = (runs.reduce((sum, run) => sum + run.width, 0) * size) / 1000
      const height = size * (size > 14 ? 1.2 : 1.4)
      const side = align === 'figures' ? 'right' : align === 'start' ? this.start : this.end
      const indent = side === 'left' ? 0 : width - length
      return {
        width,
        height,
        // The base line of letters that stand in the middle of their line.
        paint: (file, x, y) => file.drawLine(runs, { x: x + indent, y: y + height / 2 + size * 0.388, size, color }),
      }
    })
  }

  /** The width of a text in one line. */
  widthOf(value: string, letters: Partial<Letters> = {}): number {
    return Math.max(...value.split('\n').map((line) => widthOf(this.#shaper, line, this.#letters(letters)))) + 0.01
  }

  #letters = ({ size = this.look.size, weight = 400 as Weight }: Partial<Letters>): Letters => ({ size, weight })

  /** Boxes beside each other over a width, the first where reading begins, with what is left of the width between them. */
  row = (boxes: readonly Box[], width = this.width, middle = false): Box => beside(boxes, width, this.start, middle)
  /** The same, the first where reading ends. */
  rowFromEnd = (boxes: readonly Box[], width = this.width): Box => beside(boxes, width, this.end)
  column = (boxes: readonly Box[], gap = 0): Box => stack(boxes, this.start, gap)
  /** A box at the end of the full width. */
  atEnd = (box: Box): Box => stack([space(this.width, 0), box], this.end)
}
