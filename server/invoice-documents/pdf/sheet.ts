import type { Language } from '#i18n/languages.ts'
import { languages } from '#i18n/languages.ts'
import type { Weight } from './fonts.ts'
import type { Look } from './looks.ts'
import { textNode, view, type Node } from './nodes.ts'
import type { Typesetter } from './typesetter.ts'

export interface TextStyle {
  width: number
  size?: number
  weight?: Weight
  color?: string
  align?: 'start' | 'end'
}

/** What the parts of a page are made with: texts that are broken into lines already, and rows that begin where reading begins. */
export class Sheet {
  readonly look: Look
  /** Between the margins. */
  readonly width: number
  readonly #typesetter: Typesetter
  readonly #rtl: boolean

  constructor(typesetter: Typesetter, look: Look, language: Language, paperWidth: number) {
    this.look = look
    this.width = paperWidth - 2 * look.margin
    this.#typesetter = typesetter
    this.#rtl = languages[language].direction === 'rtl'
  }

  /** A text in its own direction of writing, at the start or the end of its box. */
  text(value: string, style: TextStyle): Node {
    const { width, weight = 400, size = this.look.size } = style
    const lines = this.#typesetter.lines(value, width - slack, { size, weight })
    return textNode(this.styleOf(value, style), lines.join('\n'))
  }

  styleOf(value: string, style: TextStyle): Record<string, unknown> {
    const { width, size = this.look.size, weight = 400, color = this.look.text, align = 'start' } = style
    return {
      width,
      fontFamily: this.#typesetter.families(value),
      fontSize: size,
      fontWeight: weight,
      color,
      lineHeight: size > 14 ? 1.2 : 1.4,
      direction: directionOf(value),
      textAlign: (align === 'start') === this.#rtl ? 'right' : 'left',
    }
  }

  /** The width of a text in one line, with room to spare for rounding. */
  widthOf(value: string, { size = this.look.size, weight = 400 }: Omit<TextStyle, 'width'> = {}): number {
    const widths = value.split('\n').map((line) => this.#typesetter.width(line, { size, weight }))
    return Math.ceil(Math.max(0, ...widths) + slack)
  }

  /** Parts beside each other, the first where reading begins. */
  row(children: (Node | null)[], style: Record<string, unknown> = {}, props: Record<string, unknown> = {}): Node {
    return view({ flexDirection: this.#rtl ? 'row-reverse' : 'row', ...style }, children, props)
  }
  /** Parts beside each other, the first where reading ends. */
  rowFromEnd(children: (Node | null)[], style: Record<string, unknown> = {}): Node {
    return view({ flexDirection: this.#rtl ? 'row' : 'row-reverse', ...style }, children)
  }
  /** A margin or border on the side where reading begins. */
  atStart<Key extends string>(property: Key, value: unknown): Record<string, unknown> {
    return { [`${property}${this.#rtl ? 'Right' : 'Left'}`]: value }
  }
  /** Where a column's parts stand: at its start or at its end. */
  side(where: 'start' | 'end'): 'flex-start' | 'flex-end' {
    return (where === 'start') === this.#rtl ? 'flex-end' : 'flex-start'
  }
}
const slack = 0.75

/** By the first letter that has a direction, as browsers do it; what stands between isolates does not count. */
function directionOf(text: string): 'ltr' | 'rtl' {
  const first = /[\p{L}]/u.exec(text.replaceAll(/[\u2066-\u2068][^\u2069]*\u2069?/gu, ''))?.[0]
  return first !== undefined && /[\p{Script=Arabic}\p{Script=Hebrew}]/u.test(first) ? 'rtl' : 'ltr'
}
