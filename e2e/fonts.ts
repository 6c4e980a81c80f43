import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { declaredSlices, fontNames } from '#server/invoice-documents/pdf/slices.ts'

/**
 * The fonts of scripts that the machine may lack, from the packages that the documents are drawn with: without any, a
 * letter is a box of a width of its own. Latin letters stay those of the machine.
 */
const slices = fontNames
  .filter((font) => !/^noto-sans(?:-arabic)?$/.test(font))
  .flatMap((font) => declaredSlices(font))
  .map(({ family, file, characters }) => ({ family, file, range: rangeOf(characters) }))
  .filter(({ range }) => range !== '')

/** Gives the pages to come the fonts; a page needs a context without its Content-Security-Policy. */
export async function withFonts(page: Page): Promise<void> {
  await page.route('**/fonts-of-the-test/*', (route) => {
    const slice = slices.find(({ family }) => route.request().url().endsWith(`/${family}`))
    return slice ? route.fulfill({ body: readFileSync(slice.file), contentType: 'font/woff2' }) : route.abort()
  })
  const faces = slices.map(({ family, range }) => ({ family, range }))
  await page.addInitScript((all) => {
    if (location.protocol === 'about:') return
    for (const { family, range } of all) {
      const source = `url(${location.origin}/fonts-of-the-test/${family})`
      document.fonts.add(new FontFace('Noto Sans', source, { unicodeRange: range, weight: '100 900' }))
    }
  }, faces)
}

/** The letters of Thai and of East Asia among the characters of a slice, as CSS writes ranges. */
function rangeOf(characters: readonly number[]): string {
  return characters
    .filter((point) => (point >= 0xe00 && point <= 0xe7f) || (point >= 0x1100 && point <= 0x11ff) || point >= 0x2e80)
    .map((point) => `U+${point.toString(16)}`)
    .join()
}
