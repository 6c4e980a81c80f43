import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { kept } from '#contract/kit/kept.ts'

/**
 * The fonts of a document. Each is divided into slices, files with some of its characters, of which only those that a document needs
 * are read.
 */
const everywhere = ['noto-sans', 'noto-sans-arabic', 'noto-sans-thai'] as const
const eastAsian = ['noto-sans-sc', 'noto-sans-jp', 'noto-sans-kr'] as const
export const fontNames = [...everywhere, ...eastAsian] as const
type FontName = (typeof fontNames)[number]
/** The font whose forms of Chinese characters are drawn: those of China, Japan or Korea. */
export type HanFont = (typeof eastAsian)[number]

export interface Slice {
  /** Its own name: 'noto-sans-jp-101'. */
  family: string
  file: string
  characters: readonly number[]
}

/** The slice that has a character; undefined when no font has it. */
export function sliceOf(character: string, han: HanFont): Slice | undefined {
  const point = character.codePointAt(0) as number
  for (const font of everywhere) if (slicesOf(font).has(point)) return slicesOf(font).get(point)
  for (const font of [han, ...eastAsian]) if (slicesOf(font).has(point)) return slicesOf(font).get(point)
  return undefined
}

/** The slices of a font by their characters. Those with Latin letters and symbols in fonts of other scripts are left aside. */
const slicesOf = kept((font: FontName): ReadonlyMap<number, Slice> => {
  const slices = new Map<number, Slice>()
  for (const slice of declaredSlices(font)) {
    const lacking = new Set(lackingIn(slice.family))
    for (const point of slice.characters) if (!lacking.has(point) && !slices.has(point)) slices.set(point, slice)
  }
  return slices
})

/** The slices as the package of a font declares them. */
export function declaredSlices(font: FontName): Slice[] {
  const folder = dirname(require.resolve(`@fontsource-variable/${font}/package.json`))
  const declared = JSON.parse(readFileSync(join(folder, 'unicode.json'), 'utf8')) as Record<string, string>
  return Object.entries(declared)
    .filter(([key]) => font === 'noto-sans' || !/^(latin|latin-ext|cyrillic|vietnamese|math|symbols)$/.test(key))
    .map(([key, ranges]) => {
      const family = `${font}-${key.replaceAll(/[[\]]/g, '')}`
      return { family, file: join(folder, 'files', `${family}-wght-normal.woff2`), characters: charactersIn(ranges) }
    })
}
const require = createRequire(import.meta.url)

/** `U+20-7e,U+a0` */
function charactersIn(ranges: string): number[] {
  return [...ranges.matchAll(/U\+([0-9a-f]+)(?:-([0-9a-f]+))?/gi)].flatMap(([, first = '', last = first]) => {
    const from = Number.parseInt(first, 16)
    return Array.from({ length: Number.parseInt(last, 16) - from + 1 }, (_, at) => from + at)
  })
}

/**
 * The characters that a slice declares and lacks, by its name. `slices.test.ts` compares them with the fonts, and prints the right
 * ones when a new version of a font differs.
 */
export const lackingIn = (family: string): number[] => charactersIn(lacking[family] ?? '')
const lacking = JSON.parse(readFileSync(join(import.meta.dirname, 'lacking.json'), 'utf8')) as Record<string, string>
