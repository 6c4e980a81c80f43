import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { jsonScript, markup, pictureAddress, webAddress } from './markup.ts'

const nasty = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: fc.constantFrom('<', '>', '"', "'", '&', '`', '/', '!', '-', 's', '\u2028', '\\', '{') }),
)
const unescaped = (html: string): string =>
  html.replace(/&(?:amp|lt|gt|quot|#39|#96);/g, (entity) => {
    return { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'", '&#96;': '`' }[entity] ?? ''
  })

describe('markup', () => {
  test('no text can leave its place, and every text is shown as it is', () => {
    fc.assert(
      fc.property(nasty, (text) => {
        const html = markup`${text}`.toString()
        expect(html).not.toMatch(/[<>"'`]/)
        expect(unescaped(html)).toBe(text)
      }),
    )
  })

  test('markup inside markup is not escaped again; lists follow each other; nothing leaves nothing', () => {
    const items = ['a', '<b>'].map((text) => markup`<li>${text}</li>`)
    expect(markup`<ul>${items}</ul>${null}${undefined}${false}`.toString()).toBe(
      '<ul><li>a</li><li>&lt;b&gt;</li></ul>',
    )
  })

  test('an object that only looks like markup is refused', () => {
    const forged = { html: '<script>', toString: () => '<script>' }
    expect(() => markup`${forged as unknown as string}`).toThrow(TypeError)
  })
})

describe('jsonScript', () => {
  test('whatever the data, the block ends where it should and reads back the same', () => {
    fc.assert(
      fc.property(fc.array(nasty), (texts) => {
        const [, json] = /^<script type="application\/json" id="data">(.*)<\/script>$/s.exec(
          jsonScript('data', texts).toString(),
        ) ?? ['', '']
        expect(json).not.toMatch(/[<>\u2028\u2029]/)
        expect(JSON.parse(json)).toEqual(texts)
      }),
    )
  })
})

describe('addresses', () => {
  const scripts = [
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    ' javascript:alert(1)',
    'java\nscript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:x',
    'file:///etc/passwd',
    'blob:https://shop.example/1',
    '//evil.example',
    'not an address',
    '',
  ]
  test.each(scripts)('%j is no page to send a person to and no picture', (url) => {
    expect(webAddress(url)).toBe('')
    expect(pictureAddress(url)).toBe('')
  })
  test('web pages are; pictures are https, data pictures or our own', () => {
    expect(webAddress('http://shop.example/?a=1&b=2')).toBe('http://shop.example/?a=1&b=2')
    expect(webAddress('https://shop.example')).toBe('https://shop.example')
    expect(pictureAddress('https://shop.example/l.png')).toBe('https://shop.example/l.png')
    expect(pictureAddress('data:image/png;base64,AAAA')).toBe('data:image/png;base64,AAAA')
    expect(pictureAddress('/files/logo.png')).toBe('/files/logo.png')
    expect(pictureAddress('http://shop.example/l.png')).toBe('')
    expect(pictureAddress('/\\evil.example/l.png')).toBe('')
  })
})
