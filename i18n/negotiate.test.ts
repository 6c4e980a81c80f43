import { describe, expect, test } from 'vitest'
import { languageOf } from './negotiate.ts'

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

  test('an overlong header is read only up to the length of a browser’s', () => {
    expect(languageOf('x,'.repeat(100_000) + 'ar')).toBe('en')
  })
})
