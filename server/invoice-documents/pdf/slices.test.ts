import { readFileSync } from 'node:fs'
import { Blob, Face } from 'harfbuzzjs'
import subsetFont from 'subset-font'
import { expect, it } from 'vitest'
import { probesOf } from '#test/probes.ts'
import { declaredSlices, fontNames, lackingIn, sliceOf } from './slices.ts'

it('what a slice is said to lack is what its font lacks of what it declares', async () => {
  for (const slice of probesOf('slices of fonts', fontNames.flatMap(declaredSlices), 60)) {
    const font = await subsetFont(readFileSync(slice.file), '', { targetFormat: 'truetype', keepAllGlyphs: true })
    const has = new Set(new Face(new Blob(new Uint8Array(font).buffer)).collectUnicodes())
    const lacks = slice.characters.filter((point) => !has.has(point))
    expect([slice.family, ...lackingIn(slice.family)]).toEqual([slice.family, ...lacks])
  }
})

it.each([
  ['A', 'noto-sans-latin'],
  ['Ł', 'noto-sans-latin-ext'],
  ['ế', 'noto-sans-vietnamese'],
  ['Ω', 'noto-sans-greek'],
  ['Ж', 'noto-sans-cyrillic'],
  ['ش', 'noto-sans-arabic-arabic'],
  ['ที'.charAt(0), 'noto-sans-thai-thai'],
  ['の', /^noto-sans-jp-\d+$/],
  ['한', /^noto-sans-kr-\d+$/],
  ['们', /^noto-sans-sc-\d+$/],
  ['臺', /^noto-sans-/],
  ['髙', /^noto-sans-jp-\d+$/],
])('%s has a slice', (character, family) => {
  const han = character === 'の' || character === '髙' ? 'noto-sans-jp' : 'noto-sans-sc'
  expect(sliceOf(character, han)?.family).toMatch(family)
})

it('a character that no font has is without one', () => {
  expect(['😀', '\u{12000}', 'ᚠ'].map((character) => sliceOf(character, 'noto-sans-sc'))).toEqual([
    undefined,
    undefined,
    undefined,
  ])
})
