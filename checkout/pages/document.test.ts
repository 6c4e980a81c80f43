import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { contrast, leastContrast } from '#contract/page-colours.ts'
import type { Language } from '#i18n/languages.ts'
import { textsOf } from '#server/kit/texts.ts'
import { attacks, tagsOf } from '#test/attacks.ts'
import { probesOf } from '#test/probes.ts'
import { shopPageHtml } from './document.ts'
import { coloursOf, grounds } from './look.ts'
import { amountOf, quantityOf, totalOf, typedAmount } from './price.ts'
import type { ShopPage, ShownField } from './view.ts'

const texts = textsOf('checkout')

const question = (id: string, more: Partial<ShownField> = {}): ShownField => ({
  id,
  type: 'text',
  optional: false,
  title: id,
  tooltip: '',
  choices: [],
  ...more,
})
const page = (more: Partial<ShopPage> = {}): ShopPage => ({
  state: 'open',
  language: 'en',
  assets: { script: '/assets/script.js', styles: ['/assets/pages.css'], preloads: ['/assets/shared.js'] },
  environment: 'sandbox',
  merchant: { name: 'Acme', logo: '', backUrl: '' },
  version: 3,
  look: { theme: 'light', primary: '#ffe680', secondary: '#102040' },
  title: 'Bread',
  description: [],
  pictures: [],
  terms: '',
  contact: { email: '', phone: '' },
  socialIcons: [],
  buttonText: '',
  price: {
    type: 'fixed_with_quantity',
    currency: 'USD',
    amountMinor: 1_250n,
    quantity: { least: 1, most: 5 },
    chosen: { leastMinor: 0n, mostMinor: 0n },
    discountMinor: 100n,
    shippingMinor: 500n,
  },
  left: null,
  fields: [],
  builtIn: { name: 'required', email: 'optional', phone: 'off' },
  methods: [],
  prefill: { name: '', email: '', phone: '', quantity: null, amount: '', fields: {} },
  query: '',
  expiresAt: null,
  ordersUrl: '/gateway/api/checkout/pages/breadshop01/orders',
  listed: false,
  ...more,
})
const html = (more: Partial<ShopPage> = {}, language: Language = 'en') =>
  shopPageHtml(page({ language, ...more }), texts[language])

describe('the document of a payment page', () => {
  it('has the total with its parts, and the values that the address filled in', () => {
    const prefill = {
      ...page().prefill,
      quantity: 3,
      email: 'mei@example.com',
      fields: { note: 'No salt', ok: true },
    } as const
    const shown = html({
      prefill,
      fields: [question('note'), question('ok', { type: 'checkbox' })],
      query: 'quantity=3',
    })
    expect(shown).toContain('data-figure="units">37.50<')
    expect(shown).toContain('data-figure="total">41.50<')
    expect(shown).toMatch(/id="quantity"[^>]*value="3"/)
    expect(shown).toMatch(/id="email"[^>]*value="mei@example.com"/)
    expect(shown).toMatch(/id="f-note"[^>]*value="No salt"/)
    expect(shown).toMatch(/id="f-ok" checked/)
    expect(shown).toContain('href="?quantity=3&amp;lang=ar"')
    expect(shown).not.toContain('id="phone"')
  })

  it('tells how many are left below ten', () => {
    expect(html({ left: 10 })).not.toContain('class="few"')
    expect(html({ left: 3 })).toContain('Only <bdi>3</bdi> left')
  })

  it('says in words why nothing can be ordered, and has neither form nor script then', () => {
    for (const state of ['sold_out', 'expired', 'deactivated', 'cancelled', 'unavailable'] as const)
      for (const language of ['en', 'ar'] as const) {
        const shown = html({ state }, language)
        expect(shown).toContain(texts[language].shop.ends[state].title.replaceAll("'", '&#39;'))
        expect(shown).not.toMatch(/<form|<script|\{merchant\}/)
      }
    const absent = shopPageHtml({ state: 'not_found', language: 'ar', assets: page().assets }, texts.ar)
    expect(absent).toContain('dir="rtl"')
    expect(absent).toContain(texts.ar.shop.ends.not_found.title)
  })

  it('shows hostile texts as text, wherever they stand', () => {
    // A text that is an address, or a path of ours, may become one.
    const all = attacks().filter((text) => !/^\s*(https?:|\/|data:image)/i.test(text))
    for (const text of probesOf('attacks in documents', all, 1_000)) {
      const shown = html({
        title: text,
        merchant: { name: text, logo: text, backUrl: text },
        description: [
          { type: 'paragraph', spans: [{ text, bold: true, link: text }] },
          { type: 'list', items: [[{ text }]] },
          { type: 'picture', picture: text, alt: text },
        ],
        pictures: [
          { picture: text, alt: text },
          { picture: '/a.png', alt: text },
        ],
        terms: text,
        contact: { email: text, phone: text },
        socialIcons: [{ network: text, url: text }],
        buttonText: text,
        fields: [
          question('a', { title: text, tooltip: text }),
          question('b', { type: 'dropdown', title: text, options: [text], choices: [{ value: text, text }] }),
          question('c', { type: 'paragraph', title: text }),
        ],
        prefill: {
          name: text,
          email: text,
          phone: text,
          quantity: 1,
          amount: text,
          fields: { a: text, b: text, c: text },
        },
        query: text,
      })
      // The tags and attributes are those of the same page with a harmless text.
      expect(tagsOf(shown), text).toEqual(tagsOf(harmless))
      expect(shown).not.toMatch(/(href|src)="\s*(javascript:|vbscript:|data:text)/i)
    }
  })

  it('has no style but colours in the document, and refuses what is no colour', () => {
    expect(html()).toMatch(/<style>:root\{(--[a-z-]+:#[0-9a-f]{6};?)+\}<\/style>/)
    expect(() => html({ look: { theme: 'light', primary: 'red}</style>', secondary: '#000000' } })).toThrow(RangeError)
  })

  it('draws in colours that can be read, in both themes', () => {
    for (const theme of ['light', 'dark'] as const)
      for (const primary of ['#ffffff', '#000000', '#ffe680', '#1b5fd1', '#777777']) {
        const colours = coloursOf({ theme, primary, secondary: primary })
        const pair = (one: string, other: string) => contrast(colours[one] ?? '', colours[other] ?? other)
        expect(pair('on-button', 'button')).toBeGreaterThanOrEqual(leastContrast.text)
        expect(pair('on-band', 'band')).toBeGreaterThanOrEqual(leastContrast.text)
        expect(pair('on-accent', 'accent')).toBeGreaterThanOrEqual(leastContrast.text)
        for (const ground of { light: ['#ffffff', '#f5f6f8'], dark: ['#101216', '#191c22'] }[theme]) {
          expect(contrast(colours['accent'] ?? '', ground)).toBeGreaterThanOrEqual(leastContrast.text)
          expect(contrast(colours['focus'] ?? '', ground)).toBeGreaterThanOrEqual(leastContrast.focus)
        }
      }
    const css = readFileSync('checkout/checkout.css', 'utf8')
    for (const ground of Object.values(grounds)) expect(css).toContain(ground)
  })
})

const harmless = html({
  title: 'x',
  merchant: { name: 'x', logo: 'x', backUrl: 'x' },
  description: [
    { type: 'paragraph', spans: [{ text: 'x', bold: true }] },
    { type: 'list', items: [[{ text: 'x' }]] },
    { type: 'picture', picture: 'x', alt: 'x' },
  ],
  pictures: [
    { picture: 'x', alt: 'x' },
    { picture: '/a.png', alt: 'x' },
  ],
  terms: 'x',
  contact: { email: 'x', phone: 'x' },
  socialIcons: [{ network: 'x', url: 'x' }],
  buttonText: 'x',
  fields: [
    question('a', { title: 'x', tooltip: 'x' }),
    question('b', { type: 'dropdown', title: 'x', options: ['x'], choices: [{ value: 'x', text: 'x' }] }),
    question('c', { type: 'paragraph', title: 'x' }),
  ],
  prefill: { name: 'x', email: 'x', phone: 'x', quantity: 1, amount: 'x', fields: { a: 'x', b: 'x', c: 'x' } },
  query: 'x',
})

describe('the price of an order', () => {
  const price = page().price
  it('is amount times quantity, less the discount, with the shipping', () => {
    expect(totalOf(price, 1_250n, 3)).toBe(4_150n)
    expect(totalOf(price, 1_250n, 6)).toBeNull()
    expect(totalOf({ ...price, discountMinor: 2_000n }, 1_250n, 1)).toBeNull()
  })

  it('takes whole numbers of units within the bounds', () => {
    expect(['1', '5', ' 3 ', '٣'].map((typed) => quantityOf(typed, price.quantity))).toEqual([1, 5, 3, 3])
    expect(['', '0', '6', '1.5', '-1', '1e0', 'x'].map((typed) => quantityOf(typed, price.quantity))).toEqual(
      Array.from({ length: 7 }, () => null),
    )
  })

  it('takes an amount within the bounds and of the decimals of the currency', () => {
    const chosen = { leastMinor: 500n, mostMinor: 10_000n }
    const read = (typed: string) => amountOf(typed, { currency: 'USD', chosen })
    expect(['5', '100.00', '7.5', '7,5', '12,50'].map(read)).toEqual([500n, 10_000n, 750n, 750n, 1_250n])
    expect(['', 'x', '1,500', '5.001', '12.500', '-5', '4.99', '100.01'].map(read)).toEqual([
      'amountInvalid', 'amountInvalid', 'amountInvalid', 'amountInvalid', 'amountInvalid', 'amountInvalid', 'amountSmall', 'amountLarge',
    ]) // prettier-ignore
    expect(amountOf('0', { currency: 'USD', chosen: { leastMinor: 0n, mostMinor: 0n } })).toBe('amountSmall')
    expect(amountOf('1.5', { currency: 'JPY', chosen: { leastMinor: 0n, mostMinor: 0n } })).toBe('amountInvalid')
    expect([
      typedAmount(2_000n, 'USD'),
      typedAmount(2_050n, 'USD'),
      typedAmount(0n, 'USD'),
      typedAmount(7n, 'JPY'),
    ]).toEqual(['20', '20.50', '', '7'])
  })
})
