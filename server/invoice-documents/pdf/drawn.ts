import { defaultLanguage } from '#i18n/languages.ts'
import { bidi } from './bidi.ts'
import { getDocumentProxy } from 'unpdf'
import { fill } from '#i18n/fill.ts'
import { describeInvoice } from '../describe.ts'
import type { InvoiceFacts } from '../facts.ts'
import { drawableDocument, textsIn } from './characters.ts'
import { draw } from './draw.ts'
import { Fonts } from './fonts.ts'
import { drawingOf } from './pdf.ts'
import { directionOf } from './typesetter.ts'

/** Drawn in this process, for tests. */
const fonts = new Fonts()
export const drawn = async (facts: InvoiceFacts, electronic: string | null = null): Promise<Buffer> =>
  draw(drawingOf(facts, await describeInvoice(facts), electronic), fonts)

/** The texts that another library reads out of a file, page by page, in the order in which they stand from left to right. */
export async function pagesRead(pdf: Buffer): Promise<string[]> {
  const file = await getDocumentProxy(new Uint8Array(pdf))
  const pages: string[] = []
  for (let page = 1; page <= file.numPages; page++) {
    const { items } = await (await file.getPage(page)).getTextContent()
    const texts = items.map((item) =>
      'str' in item ? (item.dir === 'rtl' ? fromLeft(item.str, 'rtl') : item.str) : '',
    )
    pages.push(plain(texts.join('')))
  }
  return pages
}

/** What a file says of its document, without what stands at the foot of each page. Each page has to have its foot at its end. */
export async function textRead(pdf: Buffer, facts: InvoiceFacts): Promise<string> {
  const pages = await pagesRead(pdf)
  const { pageLabel, name } = drawingOf(facts, await describeInvoice(facts), null)
  const texts = pages.map((text, at) => {
    const foot = plain(fromLeft(name) + fromLeft(fill(pageLabel, { page: at + 1, pages: pages.length })))
    if (!text.endsWith(foot)) throw new Error(`page ${at + 1} of ${facts.ref} ends otherwise: ${text.slice(-80)}`)
    return text.slice(0, -foot.length)
  })
  return texts.join('')
}

/** The texts of the description, as they stand from left to right when none is broken into lines. */
export async function textsDescribed(facts: InvoiceFacts): Promise<string> {
  const texts = textsIn(drawableDocument(await describeInvoice(facts)).blocks)
  return plain(
    texts
      .flatMap((text) => text.split('\n'))
      .map((line) => fromLeft(line))
      .join(''),
  )
}
/** As the bidirectional algorithm turns its words; the characters of a letter stay in their order. */
function fromLeft(text: string, writing = directionOf(text)): string {
  const { levels } = bidi.getEmbeddingLevels(text, writing)
  if (Math.max(0, ...levels) === 0) return text
  let at = 0
  const letters = [...new Intl.Segmenter(defaultLanguage).segment(text)].map(({ segment }) => {
    const level = levels[at] as number
    at += segment.length
    return { segment, level }
  })
  for (let level = Math.max(...levels); level > 0; level--)
    for (let from = 0; from < letters.length; from++) {
      let to = from
      while (to < letters.length && (letters[to]?.level ?? 0) >= level) to++
      if (to > from) letters.splice(from, to - from, ...letters.slice(from, to).toReversed())
      from = to
    }
  return letters.map(({ segment }) => segment).join('')
}

/**
 * Without spaces, which readers guess from distances, without vowel signs of Arabic, which they move to the letter beside, without
 * marks that are not seen, and with brackets that do not turn.
 */
export const plain = (text: string): string =>
  text
    .normalize('NFKC')
    .replaceAll(/[\s\u064b-\u0652\p{Default_Ignorable_Code_Point}]/gu, '')
    .replaceAll(/[()[\]{}«»<>]/g, '|')
