import { describe, expect, test } from 'vitest'
import { languageOf } from './negotiate.ts'

describe('languageOf', () => {
  test.each([
    [undefined, undefined, 'en'],
    ['', '', 'en'],
    ['ar', undefined, 'ar'],
    ['ar-EG,ar;q=0.9,en;q=0.8', undefined, 'ar'],
    ['de-DE,de;q=0.9,ar;q=0.8,en;q=0.7', undefined, 'ar'],
    ['fr-CH, fr;q=0.9, en;q=0.8, de;q=0.7, *;q=0.5', undefined, 'fr'],
    ['zh-CN,zh;q=0.9', undefined, 'zh-Hans'],
    ['zh-TW', undefined, 'zh-Hans'],
    ['en', 'zh', 'zh-Hans'],
    ['en', 'kr', 'ko'],
    ['en', 'mly', 'ms'],
    ['en', 'VN', 'vi'],
    ['en;q=0.5, AR;q=0.9', undefined, 'ar'],
    ['ar;q=0, de', undefined, 'en'],
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
