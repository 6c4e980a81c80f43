import { bidi } from './bidi.ts'
import { Buffer, ClusterLevel, Direction, shape } from 'harfbuzzjs'
import type { Fonts, PinnedFont, Weight } from './fonts.ts'
import { sliceOf, type HanFont, type Slice } from './slices.ts'

/** A glyph where it is drawn. Lengths are per 1,000 of an em. */
export interface Glyph {
  id: number
  /**
   * The characters that it stands for. It is empty for marks and dots, which are drawn as shapes: the letter that they belong to says
   * theirs as well, so that the text can be read out of the file in the order of its characters.
   */
  text: string
  advance: number
  dx: number
  dy: number
}
/** Glyphs of one font, from left to right. */
export interface Run {
  font: PinnedFont
  glyphs: Glyph[]
  width: number
}
export type Writing = 'ltr' | 'rtl'

/** Turns texts into glyphs, as the scripts of the world are written. */
export class Shaper {
  readonly #fonts: Fonts
  readonly #han: HanFont
  readonly #shaped = new Map<string, Run[]>()

  private constructor(fonts: Fonts, han: HanFont) {
    this.#fonts = fonts
    this.#han = han
  }

  /** One with what the texts of a language need. Each of their characters has a font. */
  static async of(fonts: Fonts, texts: Iterable<string>, language: string): Promise<Shaper> {
    const characters = new Set<string>('0 ')
    for (const text of texts) for (const character of text) characters.add(character)
    const han = hanOf(language, [...characters].join(''))
    const slices = new Set<Slice>()
    for (const character of characters) {
      const slice = sliceOf(character, han)
      if (slice) slices.add(slice)
    }
    for (const slice of slices) for (const weight of [400, 600] as const) await fonts.load(slice, weight)
    return new Shaper(fonts, han)
  }

  /** The runs of one line, from left to right. */
  shape(line: string, writing: Writing, weight: Weight): Run[] {
    const key = `${writing}${weight}${line}`
    const known = this.#shaped.get(key)
    if (known) return known
    const runs = this.#shapeAnew(line, writing, weight)
    this.#shaped.set(key, runs)
    return runs
  }

  #shapeAnew(line: string, writing: Writing, weight: Weight): Run[] {
    const { levels } = bidi.getEmbeddingLevels(line, writing)
    return inVisualOrder(this.#pieces(line, levels)).map(({ family, text, level }) =>
      shapeRun(this.#fonts.font(family, weight), text, level % 2 === 1),
    )
  }

  /** The stretches of one font and one direction. A space goes with what is before it; marks of direction have done their work. */
  #pieces(line: string, levels: Uint8Array): Piece[] {
    const pieces: Piece[] = []
    let at = 0
    for (const character of line) {
      const level = levels[at] as number
      at += character.length
      const last = pieces.at(-1)
      const slice = sliceOf(character, this.#han)
      if (!slice) continue
      const family = character === ' ' && last ? last.family : slice.family
      if (last?.family === family && last.level === level) last.text += character
      else pieces.push({ family, text: character, level })
    }
    return pieces
  }
}

interface Piece {
  family: string
  text: string
  level: number
}

/** Rule L2 of the bidirectional algorithm: from the highest level down, what is at a level or above is turned around. */
function inVisualOrder(pieces: Piece[]): Piece[] {
  const order = [...pieces]
  for (let level = Math.max(0, ...pieces.map((piece) => piece.level)); level > 0; level--)
    for (let from = 0; from < order.length; from++) {
      let to = from
      while (to < order.length && (order[to] as Piece).level >= level) to++
      if (to > from) order.splice(from, to - from, ...order.slice(from, to).toReversed())
      from = to
    }
  return order
}

const buffer = new Buffer()

function shapeRun(font: PinnedFont, text: string, rtl: boolean): Run {
  buffer.reset()
  buffer.setClusterLevel(ClusterLevel.MONOTONE_CHARACTERS)
  buffer.addText(text)
  buffer.setDirection(rtl ? Direction.RTL : Direction.LTR)
  buffer.guessSegmentProperties()
  shape(font.shaping, buffer)
  const infos = buffer.getGlyphInfos()
  const positions = buffer.getGlyphPositions()
  const ems = 1000 / font.unitsPerEm
  const glyphs = infos.map(({ codepoint }, at): Glyph => {
    const { xAdvance, xOffset, yOffset } = positions[at] as (typeof positions)[number]
    return { id: codepoint, text: '', advance: xAdvance * ems, dx: xOffset * ems, dy: yOffset * ems }
  })
  sayText(
    glyphs,
    infos.map(({ cluster }) => cluster),
    text,
  )
  return { font, glyphs, width: glyphs.reduce((sum, { advance }) => sum + advance, 0) }
}

/** Gives each part of the text to the first glyph with a width that draws it, and what has none to the letter before it. */
function sayText(glyphs: Glyph[], clusters: readonly number[], text: string): void {
  const starts = [...new Set(clusters)].toSorted((a, b) => a - b)
  const letterAt = (start: number) => glyphs.find((glyph, at) => clusters[at] === start && glyph.advance > 0)
  const lettered = starts.filter((start) => letterAt(start) !== undefined)
  const [first = 0] = lettered
  starts.forEach((start, at) => {
    const letter = letterAt(lettered.findLast((one) => one <= start) ?? first) ?? glyphs[0]
    if (letter) letter.text += text.slice(start, starts[at + 1])
  })
}

/**
 * The forms of Chinese characters: those of the language, and in one that is not written with them Japanese where there are
 * kana, Korean where there is Hangul, else Chinese.
 */
function hanOf(language: string, characters: string): HanFont {
  const ofScript = hanFonts[new Intl.Locale(language).maximize().script ?? '']
  if (ofScript) return ofScript
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(characters)) return 'noto-sans-jp'
  return /\p{Script=Hangul}/u.test(characters) ? 'noto-sans-kr' : 'noto-sans-sc'
}
const hanFonts: Partial<Record<string, HanFont>> = {
  Jpan: 'noto-sans-jp',
  Kore: 'noto-sans-kr',
  Hans: 'noto-sans-sc',
  Hant: 'noto-sans-sc',
}
