import { describe, expect, test } from 'vitest'
import { declineReasons } from '#contract/declines.ts'
import { languageOf, languages, languageTags } from './languages.ts'

/** Every text with its path, depth first. */
const textsIn = (value: unknown, path = ''): [string, string][] =>
  typeof value === 'string'
    ? [[path, value]]
    : Object.entries(value as object).flatMap(([name, inside]) => textsIn(inside, path ? `${path}.${name}` : name))

const placeholders = (text: string) => [...new Set(text.match(/\{\w+\}/g) ?? [])].sort()

describe.each(languageTags)('the texts in %s', (tag) => {
  const english = new Map(textsIn(languages.en.texts))
  const texts = textsIn(languages[tag].texts)

  test('are all there, and none is empty', () => {
    expect(texts.map(([path]) => path).sort()).toEqual([...english.keys()].sort())
    expect(texts.filter(([, text]) => text.trim() === '')).toEqual([])
  })
  test('take the same names as the English', () => {
    for (const [path, text] of texts)
      expect([path, placeholders(text)]).toEqual([path, placeholders(english.get(path) ?? '')])
  })
  test('are in the language', () => {
    const left = texts.filter(([path, text]) => tag !== 'en' && text === english.get(path))
    expect(left).toEqual([])
  })
  test('say what happened and what to do for every decline, without codes', () => {
    const { declines } = languages[tag].texts.script
    expect(Object.keys(declines).sort()).toEqual([...declineReasons].sort())
    for (const { what, todo } of Object.values(declines)) expect(what + todo).not.toMatch(/[A-Z]{3}|_|\d{4}|\berror/)
  })
})

describe('languageOf', () => {
  test.each([
    [undefined, undefined, 'en'],
    ['', '', 'en'],
    ['ar', undefined, 'ar'],
    ['ar-EG,ar;q=0.9,en;q=0.8', undefined, 'ar'],
    ['fr-FR,fr;q=0.9,ar;q=0.8,en;q=0.7', undefined, 'ar'],
    ['en;q=0.5, AR;q=0.9', undefined, 'ar'],
    ['ar;q=0, fr', undefined, 'en'],
    ['*', undefined, 'en'],
    ['arz', undefined, 'en'],
    ['ar', 'en', 'en'],
    ['en', 'ar', 'ar'],
    ['en', 'AR-sa', 'ar'],
    ['ar', 'xx', 'ar'],
    ['ar', '__proto__', 'ar'],
    [';;;,,q=,\u0000;q=abc', 'constructor', 'en'],
  ])('Accept-Language %j, asked %j: %s', (header, asked, language) => {
    expect(languageOf(header, asked)).toBe(language)
  })

  test('a header that no browser sends is read no further than a browser’s would be', () => {
    expect(languageOf('x,'.repeat(100_000) + 'ar')).toBe('en')
  })
})
