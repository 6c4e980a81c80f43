import { expect, it } from 'vitest'
import type { Language } from '#i18n/languages.ts'
import { byLabel } from './name-order.ts'
import { folded } from './search-words.ts'

it.each([
  [
    'en',
    ['Ångström', 'Zurich', 'apple', 'Apple 10', 'Apple 9'],
    ['Ångström', 'apple', 'Apple 9', 'Apple 10', 'Zurich'],
  ],
  ['fi', ['Örebro', 'Zürich', 'Åbo', 'Äänekoski', 'Oulu'], ['Oulu', 'Zürich', 'Åbo', 'Äänekoski', 'Örebro']],
  ['ar', ['بحر', 'أمل', 'امين', 'إبراهيم'], ['إبراهيم', 'أمل', 'امين', 'بحر']],
  ['th', ['แม่', 'ไทย', 'กรุงเทพ', 'เกาะ'], ['กรุงเทพ', 'เกาะ', 'ไทย', 'แม่']],
  ['zh-Hans', ['退款', '付款', '账单', '安全'], ['安全', '付款', '退款', '账单']],
  ['ja', ['カード', 'あさ', 'サイト', 'いぬ'], ['あさ', 'いぬ', 'カード', 'サイト']],
] as const)('%s: names are sorted as its readers sort them', (language, names, sorted) => {
  const choices = names.map((label) => ({ label }))
  expect(byLabel(choices, language as Language).map(({ label }) => label)).toEqual(sorted)
})

it.each([
  ['Réseau', 'reseau'],
  ['Đồng', 'dong'],
  ['カード', 'かーど'],
  ['ｶｰﾄﾞ', 'カード'],
  ['ＡＢＣ', 'abc'],
  ['أحمد', 'احمد'],
  ['İstanbul', 'istanbul'],
])('%s is found by %s', (text, search) => {
  expect(folded(text)).toBe(folded(search))
})
it('a syllable of Korean is found while its last letter is still to be typed', () => {
  expect(folded('한국')).toContain(folded('하'))
})
