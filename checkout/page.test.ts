import { existsSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { declineReasons } from '#contract/declines.ts'
import { languages, languageTags } from '#i18n/languages.ts'
import { textsOf } from '#server/kit/texts.ts'
import type { PageData } from './data.ts'
import { payPageHtml as htmlOf } from './page.ts'
import type { OrderView, PayView } from './view.ts'

const texts = textsOf('checkout')
const payPageHtml = (view: PayView) => htmlOf(view, texts[view.language])

const states = ['payable', 'processing', 'paid', 'expired', 'cancelled', 'unavailable'] as const
const assets = { script: '/assets/checkout-1.js', styles: ['/assets/checkout-2.css'] }

const orderView = (own: Partial<OrderView> = {}): OrderView => ({
  state: 'payable',
  language: 'en',
  assets,
  pendingOrderRef: '',
  environment: 'live',
  merchant: { name: 'Acme', logo: 'https://acme.example/logo.png', backUrl: 'https://acme.example/' },
  amountMinor: 123450n,
  currency: 'USD',
  receiptUrl: '',
  description: 'Coffee',
  orderRef: 'ORDER-1',
  customer: { name: 'Ada Lovelace', email: 'ada@example.com' },
  promo: { code: '', discountMinor: 0n },
  shippingMinor: 0n,
  expiresAt: null,
  methods: [
    { type: 'CARD', subType: 'INT_CREDIT_DEBIT_CARD', asks: ['card'] },
    { type: 'WALLET', subType: 'GRABPAY', name: 'GrabPay', asks: [] },
    { type: 'INSTALLMENT', subType: '', asks: ['card', 'plan'] },
    { type: 'MOBILE_MONEY', subType: '', asks: ['phone'] },
    { type: 'UPI', subType: '', asks: ['upi_id'] },
    { type: 'CARD', subType: 'ATM_CARD', asks: [] },
  ],
  card: {
    provider: 'psp',
    kind: 'fields',
    settings: { publishable_key: 'pk_1' },
    connectOrigins: ['https://psp.example'],
    brands: ['visa', 'amex'],
    testCards: [
      { number: '4242424242424242', outcome: 'paid' },
      { number: '4000000000000002', outcome: 'INVALID_CARD_DECLINED_ERROR' },
    ],
  },
  attemptsUrl: '/gateway/api/checkout/ref1/attempts',
  ...own,
})

const dataIn = (html: string): PageData =>
  JSON.parse(/<script type="application\/json" id="page-data">(.*?)<\/script>/s.exec(html)?.[1] ?? 'null') as PageData
/** The tags of a document with the names of their attributes, without what stands in and between them. */
const skeleton = (html: string): string[] => [...html.matchAll(/<[^>]*>/g)].map(([tag]) => tag.replace(/="[^"]*"/g, ''))
const textOf = (html: string): string =>
  html
    .replace(/<script.*?<\/script>/gs, '')
    .replace(/<[^>]*>/g, '')
    .replace(/&#39;/g, "'")
/** The panel that is shown first. */
const shownPanel = (html: string): string | undefined =>
  [...html.matchAll(/<[^>]*data-panel="(\w+)"[^>]*>/g)].find(([tag]) => !/ hidden[ >]/.test(tag))?.[1]

describe.each(languageTags)('the page in %s', (language) => {
  const { page, script } = texts[language]
  const { direction } = languages[language]

  test.each(states)('%s: says so, and offers the form only where something can be paid', (state) => {
    const html = payPageHtml(orderView({ state, language }))
    expect(html).toMatch(new RegExp(`^<!doctype html>\n<html lang="${language}" dir="${direction}">`))
    expect(shownPanel(html)).toBe(state === 'payable' ? 'pay' : state === 'processing' ? 'waiting' : state)
    expect(html.match(/<h1/g)).toHaveLength(1)
    expect(html.includes('<form')).toBe(state === 'payable' || state === 'processing')
    expect(dataIn(html)).toMatchObject({
      state,
      attemptsUrl: '/gateway/api/checkout/ref1/attempts',
      texts: script,
    })
    expect(dataIn(html).card).toEqual(
      state === 'payable' || state === 'processing'
        ? { provider: 'psp', settings: { publishable_key: 'pk_1' }, brands: ['visa', 'amex'] }
        : null,
    )
    if (state === 'paid' || state === 'expired' || state === 'cancelled' || state === 'unavailable') {
      expect(textOf(html)).toContain(page.ends[state].title)
    }
  })

  test.each(['not_found', 'busy'] as const)('%s: says so, asks nothing, runs nothing', (state) => {
    const html = payPageHtml({ state, language, assets })
    expect(textOf(html)).toContain(page.ends[state].title)
    expect(html).not.toMatch(/<form|<input|<script/)
    expect(shownPanel(html)).toBe(state)
  })

  test('links to every other language and to itself from none', () => {
    const asked = [...payPageHtml(orderView({ language })).matchAll(/href="\?lang=([\w-]+)"/g)].map(([, tag]) => tag)
    expect(asked).toEqual(languageTags.filter((tag) => tag !== language))
  })

  test('no text is left to be filled in', () => {
    for (const state of states)
      expect(textOf(payPageHtml(orderView({ state, language })))).not.toMatch(/\{\w+\}|undefined/)
  })
})

describe('what is to be paid', () => {
  test.each([
    [123450n, 'USD', 'en', '1,234.50'],
    [123450n, 'JPY', 'en', '123,450'],
    [500n, 'IDR', 'en', '5.00'],
    [123450n, 'USD', 'ar', '1,234.50'],
    [100n, 'VND', 'ar', '100'],
  ] as const)('%d minor units of %s in %s read %s, the code beside', (amountMinor, currency, language, text) => {
    const html = payPageHtml(orderView({ amountMinor, currency, language }))
    expect(textOf(html)).toContain(`${text} ${currency}`)
    const [, button] = /<button[^>]*data-pay>(.*?)<\/button>/s.exec(html) ?? []
    expect(textOf(button ?? '')).toContain(`${text}\u00a0${currency}`)
  })

  test('discount and shipping are lines of a sum that comes out; without them there are none', () => {
    expect(payPageHtml(orderView())).not.toContain('class="lines"')
    const html = payPageHtml(orderView({ promo: { code: 'TEN', discountMinor: 1000n }, shippingMinor: 450n }))
    expect(textOf(html).replaceAll('\u00a0', ' ')).toMatch(
      /Subtotal1,240\.00 USD\s*Discount \(TEN\)-10\.00 USD\s*Shipping4\.50 USD\s*Total1,234\.50 USD/,
    )
  })

  test('is due before the expiry, in UTC until the browser knows better', () => {
    const html = payPageHtml(orderView({ expiresAt: new Date('2026-11-27T14:00:00Z') }))
    expect(html).toContain('<time datetime="2026-11-27T14:00:00.000Z">')
    expect(textOf(html)).toMatch(/Pay before November 27, 2026 at 2:00.PM UTC/)
  })
})

describe('the form', () => {
  const html = payPageHtml(orderView())

  test('has no names, no address and no method, so that no browser sends a card by itself', () => {
    expect(html.replaceAll('<input type="radio" name="way"', '<input')).not.toMatch(
      /<(form|input|select|button)[^>]*\s(name|action|method|formaction)=/,
    )
  })
  test('has the autocomplete and input attributes for phones and wallets', () => {
    for (const purpose of ['cc-number', 'cc-exp', 'cc-csc', 'cc-name', 'email'])
      expect(html).toContain(`autocomplete="${purpose}"`)
    expect(html.match(/inputmode="numeric"/g)).toHaveLength(3)
  })
  test('has for each field a label and a place for what is wrong with it', () => {
    for (const [, id = ''] of html.matchAll(/<input id="(\w+)"/g)) {
      expect(html).toContain(`<label for="${id}">`)
      expect(html).toMatch(new RegExp(`<input id="${id}"[^>]*aria-describedby="[^"]*${id}-error"`))
      expect(html).toContain(`id="${id}-error"`)
    }
  })
  test('starts with what the merchant knows of the shopper', () => {
    expect(html).toMatch(/id="holder"[^>]*value="Ada Lovelace"/)
    expect(html).toMatch(/id="email"[^>]*value="ada@example.com"/)
  })
})

describe('the sandbox', () => {
  test('says that it is one and what its cards do; live does not', () => {
    const sandbox = textOf(payPageHtml(orderView({ environment: 'sandbox' })))
    expect(sandbox).toContain('No real money moves')
    expect(sandbox).toContain('4000 0000 0000 0002 The card was declined.')
    const live = payPageHtml(orderView())
    expect(live).not.toMatch(/test-mode|4242 ?4242/)
  })
  test('has words for every outcome of a card', () => {
    for (const outcome of declineReasons) {
      const { card } = orderView()
      if (!card) throw new Error('no card')
      const testCards = [{ number: '4000000000000002', outcome }]
      const html = payPageHtml(orderView({ environment: 'sandbox', card: { ...card, testCards } }))
      expect(textOf(html)).toContain(texts.en.script.declines[outcome].what)
    }
  })
})

describe('the preview', () => {
  test.each(states)('%s: looks like the page and does nothing', (state) => {
    const html = payPageHtml(orderView({ state, environment: 'sandbox', preview: true }))
    expect(html).not.toMatch(/<script|<form|type="submit"|<a [^>]*href=/)
    expect(html).toMatch(/<div class="page" inert>/)
    expect(html).toContain('href="/assets/checkout-2.css"')
    expect(textOf(html)).toContain('1,234.50 USD')
  })
})

describe('texts of strangers', () => {
  const poisoned = (text: string): OrderView => ({
    ...orderView({ environment: 'sandbox', state: 'payable' }),
    merchant: { name: text, logo: text, backUrl: text },
    description: text,
    orderRef: text,
    customer: { name: text, email: text },
    promo: { code: text, discountMinor: 1n },
    pendingOrderRef: text,
    attemptsUrl: text,
  })
  const innocent = skeleton(payPageHtml(poisoned('innocent')))
  const stays = (text: string) => {
    const html = payPageHtml(poisoned(text))
    expect(skeleton(html)).toEqual(innocent)
    expect(dataIn(html)).toMatchObject({ attemptsUrl: text, pendingOrderRef: text })
    expect(html).not.toMatch(/(href|src)="\s*(javascript|data|vbscript):[^,]/i)
  }

  test('never become tags, attributes, addresses or code', () => {
    const part = fc.constantFrom(
      '<',
      '>',
      '"',
      "'",
      '&',
      '/',
      '</script>',
      '<!--',
      ']]>',
      '`',
      '${x}',
      '\u2028',
      '=',
      'x ',
      '\u202e',
    )
    fc.assert(fc.property(fc.array(part, { minLength: 1 }), (parts) => stays(`x${parts.join('')}`)))
  })

  // Samples of our own, and a long list where there is one.
  const lists = ['test/samples/xss.txt', '../shared/data/badinput/xss/xss-payload-list.open.txt'].filter(existsSync)
  test.each(lists)('are harmless even when they come from a list of attacks: %s', (list) => {
    const attacks = readFileSync(list, 'utf8')
      .split('\n')
      .filter((line) => line.trim() !== '')
    expect(attacks.length).toBeGreaterThanOrEqual(20)
    for (const attack of attacks) if (!/^\s*(https?:|\/|data:image)/i.test(attack)) stays(attack)
  })
})
