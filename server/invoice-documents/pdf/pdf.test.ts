import { describe, expect, it } from 'vitest'
import { invoiceLooks } from '#contract/invoice-parts.ts'
import type { Language } from '#i18n/languages.ts'
import { contrast } from '#contract/page-colours.ts'
import { countOf } from '#test/faults/counts.ts'
import { factsWith, lineOf, noAddress, randomOf } from '../fixtures.ts'
import type { InvoiceFacts } from '../facts.ts'
import { describeInvoice } from '../describe.ts'
import { charactersMissing } from './characters.ts'
import { drawn, pagesRead, plain, textsDescribed } from './drawn.ts'
import { Fonts } from './fonts.ts'
import { lookOf } from './looks.ts'
import { drawInvoice, missingCharacters } from './pdf.ts'
import { Shaper } from './shaper.ts'

const { seller, buyer } = factsWith()
const from = (legal_name: string, line_1: string, city: string, country_code: string) => ({
  ...seller, legal_name, line_1, city, country_code, terms: '',
}) // prettier-ignore
const to = (name: string, line_1: string, city: string, country_code: string) => ({
  ...buyer, name, billing: { ...noAddress, line_1, city, country_code }, reference: '', purchaseOrder: '',
}) // prettier-ignore

/** Documents in the scripts of the world, each on a page and without a line that is broken. */
const scripts: Record<string, InvoiceFacts> = {
  Latin: factsWith({
    description: 'Ærø, Łódź, İstanbul – “quoted”, ½ €',
    customFields: [{ key: 'Projekt', value: 'Straße' }],
  }),
  Greek: factsWith({ buyer: to('Ελληνικά Α.Ε.', 'Οδός 1', 'Αθήνα', 'GR') }),
  Cyrillic: factsWith({ buyer: to('ТОВ «Приклад»', 'вул. Хрещатик, 1', 'Київ', 'UA') }),
  Vietnamese: factsWith({
    language: 'vi',
    seller: from('Công ty Nguyễn Huệ', 'Số 12 đường Lê Lợi', 'Hồ Chí Minh', 'VN'),
  }),
  Thai: factsWith({
    language: 'th',
    seller: from('บริษัท ตัวอย่าง จำกัด', '123 ถนนสุขุมวิท', 'กรุงเทพมหานคร', 'TH'),
    lines: [lineOf('ค่าน้ำ ปู่ย่า ผู้ที่ซื้อ', 350)],
  }),
  Japanese: factsWith({
    language: 'ja',
    seller: from('株式会社サンプル', '丸の内1丁目2番3号', '東京都', 'JP'),
    buyer: to('髙橋商店 御中', '神南2丁目', '東京都', 'JP'),
    lines: [lineOf('サーバー利用料「プラン」、10月分', 38_000)],
    currency: 'JPY',
  }),
  Korean: factsWith({
    language: 'ko',
    buyer: to('한국무역 (韓國貿易)', '테헤란로 123', '서울', 'KR'),
    // In a font of this text the space is the last glyph of the file.
    lines: [lineOf('유지보수', 10), lineOf('방수 등산 재킷', 5)],
  }),
  Chinese: factsWith({
    language: 'zh-Hans',
    buyer: to('臺灣範例股份有限公司', '市府路45號', '臺北市', 'TW'),
    lines: [lineOf('软件开发服务费', 10)],
  }),
  Hindi: factsWith({ buyer: to('भारतीय स्टेट बैंक', 'कनॉट प्लेस', 'नई दिल्ली', 'IN') }),
  Arabic: factsWith({
    language: 'ar',
    seller: from('شركة الواحة للتقنية ذ.م.م', 'شارع الشيخ زايد ١٢', 'دبي', 'AE'),
    buyer: to('مؤسسة النخيل', 'شارع المطار', 'أبوظبي', 'AE'),
    lines: [lineOf('خدمات (المرحلة 2) — تصميم', 12.5), lineOf('شُكرًا للعملاء', 1)],
    description: 'أعمال شهر نوفمبر 2026 وفق العقد رقم 77/أ.',
  }),
  mixed: factsWith({
    buyer: to('Al Nakheel مؤسسة النخيل Ltd', 'Box 12 (صندوق)', 'دبي Dubai', 'AE'),
    lines: [lineOf('ترخيص Countinghouse Pro 2.0 لمدة سنة', 10), lineOf('東京 office / مكتب طوكيو', 5)],
  }),
}

describe('the text read out of a PDF is that of the description, in the order of reading', () => {
  it.each(Object.keys(scripts))('%s', async (script) => {
    const facts = scripts[script] as InvoiceFacts
    const [page = '', ...further] = await pagesRead(await drawn(facts))
    expect(further).toEqual([])
    const described = await textsDescribed(facts)
    expect(page.slice(0, described.length)).toBe(described)
  })

  it.each(invoiceLooks)('in the look %s', async (design) => {
    const facts = factsWith({ look: { design, color: '#facc15' }, environment: 'sandbox', state: 'draft', number: '' })
    const described = await textsDescribed(facts)
    expect((await pagesRead(await drawn(facts))).join('')).toContain(described.slice(0, 200))
  })
})

describe('a long document', () => {
  const rowsOf = (count: number) =>
    Array.from({ length: count }, (_, at) => lineOf(`Item number ${at + 1} of many`, 1 + at))

  it('repeats the head of its table on every page, and has each line once, in order', async () => {
    const count = countOf(2_000, 130)
    const pages = await pagesRead(await drawn(factsWith({ lines: rowsOf(count) })))
    expect(pages.length).toBeGreaterThan(2)
    const head = plain('DescriptionQuantityUnit priceVATAmount')
    const withLines = pages.filter((page) => page.includes('ofmany'))
    expect(withLines.map((page) => page.split(head).length)).toEqual(withLines.map(() => 2))
    const numbers = [...pages.join('').matchAll(/Itemnumber(\d+)ofmany/g)].map(([, number]) => Number(number))
    expect(numbers).toEqual(Array.from({ length: count }, (_, at) => at + 1))
    pages.forEach((page, at) => expect(page).toContain(plain(`Page ${at + 1} of ${pages.length}`)))
  })

  it('breaks what has no spaces, and loses nothing of it', async () => {
    const name = 'Donaudampfschifffahrtsgesellschaft'.repeat(9).slice(0, 300)
    const tall = Array.from({ length: 250 }, (_, at) => `${at}`)
      .join('\n')
      .slice(0, 500)
    const note = { title: 'Note', description: 'Wort '.repeat(400).trim() }
    const fields = Array.from({ length: 20 }, (_, at) => ({ key: `Field ${at}`, value: 'value '.repeat(30).trim() }))
    const facts = factsWith({
      buyer: { ...buyer, name },
      lines: [lineOf(tall, 1), lineOf(name, 1)],
      notes: Array.from({ length: 10 }, () => note),
      customFields: fields,
    })
    for (const design of invoiceLooks) {
      const text = (await pagesRead(await drawn({ ...facts, look: { design, color: '' } }))).join('')
      expect(text.split(name).length).toBe(3)
      expect(text.split('Wort').length).toBe(4_001)
      for (const { key } of fields) expect(text).toContain(plain(key))
    }
  })
})

it.each<[Language, RegExp]>([
  ['zh-Hans', /noto-?sans-?sc/i],
  ['ja', /noto-?sans-?jp/i],
  ['ko', /noto-?sans-?kr/i],
  ['fi', /noto-?sans-?jp/i],
])('a Chinese character beside kana is drawn as readers of %s write it', async (language, font) => {
  const shaper = await Shaper.of(new Fonts(), ['の直樹'], language)
  const [run] = shaper.shape('直', 'ltr', 400)
  expect(run?.font.name).toMatch(font)
})

it('the same facts make the same bytes', async () => {
  const facts = factsWith({ showQrCode: true, notes: [{ title: 'شكرًا', description: '請求書' }] })
  const [one, other] = [await drawn(facts), await drawn(facts)]
  expect(one.equals(other)).toBe(true)
  expect(one.equals(await drawInvoice(facts, null))).toBe(true)
  expect(one.equals(await drawn({ ...facts, issuedAt: new Date('2026-11-20T10:00:01Z') }))).toBe(false)
})

it('a Latin document has at most 80 kB, one in Chinese characters at most 250 kB', async () => {
  const sizes = await Promise.all(
    ['Latin', 'Vietnamese', 'Arabic'].map((script) => drawn(scripts[script] as InvoiceFacts)),
  )
  expect(Math.max(...sizes.map(({ length }) => length))).toBeLessThan(80_000)
  const characters = String.fromCodePoint(...Array.from({ length: 250 }, (_, at) => 0x4e00 + at * 7))
  expect((await drawn(factsWith({ description: characters }))).length).toBeLessThan(250_000)
})

it('characters that no font has are named, and nothing is drawn with them', async () => {
  const facts = factsWith({ description: 'Thanks 😀😀 and \u{12000}', lines: [lineOf('é \u200d\ufe0f \u00ad', 1)] })
  expect(await missingCharacters(facts)).toEqual(['😀', '\u{12000}'])
  await expect(drawInvoice(facts, null)).rejects.toMatchObject({ fault: 'undrawable' })
  for (const script of Object.values(scripts)) expect(charactersMissing(await describeInvoice(script))).toEqual([])
})

it('any colour can be read on white, and be written on', () => {
  const random = randomOf(7)
  for (let round = 0; round < 200; round++) {
    const color = `#${random(0x1000000).toString(16).padStart(6, '0')}`
    const { accent, band, onBand } = lookOf('modern', color)
    expect(contrast(accent, '#ffffff')).toBeGreaterThan(4.49)
    expect(contrast(band, onBand)).toBeGreaterThan(4.49)
  }
})
