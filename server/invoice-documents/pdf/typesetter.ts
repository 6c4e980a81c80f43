import { defaultLanguage } from '#i18n/languages.ts'
import type { Weight } from './fonts.ts'
import type { Shaper, Writing } from './shaper.ts'

export interface Letters {
  /** Points. */
  size: number
  weight: Weight
}

/** The lines of a text in a width, in points. What is longer than a line is broken within a word, never within a character. */
export const linesOf = (shaper: Shaper, text: string, width: number, letters: Letters): string[] =>
  text.split('\n').flatMap((paragraph) => broken(shaper, paragraph, width, letters))

/** The width of a text in one line, in points. */
export const widthOf = (shaper: Shaper, text: string, { size, weight }: Letters): number =>
  (shaper.shape(text, directionOf(text), weight).reduce((sum, run) => sum + run.width, 0) * size) / 1000

function broken(shaper: Shaper, paragraph: string, width: number, letters: Letters): string[] {
  const fits = (text: string) => widthOf(shaper, text.trimEnd(), letters) <= width
  if (fits(paragraph)) return [paragraph]
  const lines: string[] = []
  let line = ''
  const add = (piece: string) => {
    if (line === '' || fits(line + piece)) line += piece
    else {
      lines.push(line.trimEnd())
      line = piece.trimStart()
    }
  }
  for (const piece of piecesOf(paragraph))
    if (fits(piece)) add(piece)
    else for (const { segment } of graphemes.segment(piece)) add(segment)
  return [...lines, line.trimEnd()]
}

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
const words = new Intl.Segmenter(defaultLanguage, { granularity: 'word' })
const graphemes = new Intl.Segmenter(defaultLanguage, { granularity: 'grapheme' })
const opening = /^[\p{Ps}\p{Pi}]/u
/** After plain spaces, hyphens and slashes, and after the letters and the punctuation of scripts without spaces; never after a bracket. */
const breaksAfter =
  /(?!\p{Ps}|\p{Pi})[ \u3000\u200b\-\u2010\u2013\u2014/\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\u3000-\u303f\uff00-\uffef]$/u

/** By the first letter that has a direction, as browsers do it; what stands between isolates does not count. */
export function directionOf(text: string): Writing {
  const first = /\p{L}/u.exec(text.replaceAll(/[\u2066-\u2068][^\u2069]*\u2069?/gu, ''))?.[0]
  return first !== undefined && /[\p{Script=Arabic}\p{Script=Hebrew}]/u.test(first) ? 'rtl' : 'ltr'
}
