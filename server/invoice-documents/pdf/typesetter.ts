import type { Font } from '@react-pdf/font'
import type { Fonts, Weight } from './fonts.ts'
import { sliceOf, type HanFont, type Slice } from './slices.ts'

export interface Style {
  /** Points. */
  size: number
  weight: Weight
}

/** Measures texts and breaks them into lines, so that a layout knows every line before it is made. */
export class Typesetter {
  readonly #fonts: Fonts
  readonly #han: HanFont
  readonly #widths = new Map<string, number>()

  private constructor(fonts: Fonts, han: HanFont) {
    this.#fonts = fonts
    this.#han = han
  }

  /** One with what the texts need. Each of their characters has a font. */
  static async of(fonts: Fonts, texts: Iterable<string>): Promise<Typesetter> {
    const characters = new Set<string>(' ')
    for (const text of texts) for (const character of text) characters.add(character)
    const han = hanOf(characters)
    const slices = new Set<Slice>()
    for (const character of characters) {
      const slice = sliceOf(character, han)
      if (slice) slices.add(slice)
    }
    await Promise.all([...slices].flatMap((slice) => [fonts.load(slice, 400), fonts.load(slice, 600)]))
    return new Typesetter(fonts, han)
  }

  /** The fonts of a text, in the order in which they are tried for a character. */
  families(text: string): string[] {
    return [...new Set([...text].map((character) => this.#familyOf(character)))]
  }

  /** The lines of a text in a width, in points. What is longer than a line is broken within a word, never within a character. */
  lines(text: string, width: number, style: Style): string[] {
    return text.split('\n').flatMap((paragraph) => this.#broken(paragraph, width, style))
  }

  /** The width of a text in one line, in points. */
  width(text: string, { size, weight }: Style): number {
    return (this.#emWidth(text, weight) * size) / 1000
  }

  #broken(paragraph: string, width: number, style: Style): string[] {
    if (this.width(paragraph, style) <= width) return [paragraph]
    const lines: string[] = []
    let line = ''
    const add = (piece: string) => {
      const longer = line + piece
      if (line === '' || this.width(longer.trimEnd(), style) <= width) line = longer
      else {
        lines.push(line.trimEnd())
        line = piece.trimStart()
      }
    }
    for (const word of piecesOf(paragraph))
      if (this.width(word.trimEnd(), style) <= width) add(word)
      else for (const { segment } of graphemes.segment(word)) add(segment)
    return [...lines, line.trimEnd()]
  }

  #emWidth(text: string, weight: Weight): number {
    const key = `${weight}${text}`
    const known = this.#widths.get(key)
    if (known !== undefined) return known
    const width = this.#stretches(text).reduce((sum, { family, text: part }) => {
      const font = this.#fonts.font(family, weight)
      return sum + (advance(font, part) * 1000) / font.unitsPerEm
    }, 0)
    this.#widths.set(key, width)
    return width
  }

  #stretches(text: string): { family: string; text: string }[] {
    const stretches: { family: string; text: string }[] = []
    for (const character of text) {
      const family = this.#familyOf(character)
      const last = stretches.at(-1)
      if (last?.family === family) last.text += character
      else stretches.push({ family, text: character })
    }
    return stretches
  }

  #familyOf = (character: string) => sliceOf(character, this.#han)?.family ?? 'noto-sans-latin'
}

/** Left to right as the layout does it, which turns the runs of other scripts afterwards. */
const advance = (font: Font, text: string): number =>
  font.layout(text, undefined, undefined, undefined, 'ltr').advanceWidth

/** The pieces between which a line may be broken: words with the spaces and the punctuation that follow them. */
function piecesOf(text: string): string[] {
  const pieces: string[] = []
  for (const { segment, isWordLike } of words.segment(text)) {
    const last = pieces.at(-1)
    const joins = isWordLike ? !breaksAfter.test(last ?? '') : !opening.test(segment)
    if (last !== undefined && joins) pieces[pieces.length - 1] = last + segment
    else pieces.push(segment)
  }
  return pieces
}
const words = new Intl.Segmenter('en', { granularity: 'word' })
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })
const opening = /^[\p{Ps}\p{Pi}]/u
/** After spaces, hyphens and slashes, and after the letters and the punctuation of scripts without spaces; never after a bracket. */
const breaksAfter =
  /(?!\p{Ps}|\p{Pi})[\s\u200b\-\u2010\u2013\u2014/\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\u3000-\u303f\uff00-\uffef]$/u

/** The forms of Chinese characters: Japanese where there are kana, Korean where there is Hangul, else Chinese. */
function hanOf(characters: ReadonlySet<string>): HanFont {
  const all = [...characters].join('')
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(all)) return 'noto-sans-jp'
  return /\p{Script=Hangul}/u.test(all) ? 'noto-sans-kr' : 'noto-sans-sc'
}
