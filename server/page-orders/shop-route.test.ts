import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openPaying, type Paying } from '#server/payments/fixtures.ts'
import { newPage, shoppingWith } from './fixtures.ts'

const hostile = readFileSync('test/samples/xss.txt', 'utf8').split('\n').filter(Boolean)
const browser = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/150.0', 'accept-language': 'en' }

let paying: Paying
beforeAll(async () => {
  paying = await openPaying()
})
afterAll(() => paying.close())

const open = (path: string, headers: Record<string, string> = browser) =>
  paying.testApp.app.inject({ url: `/pay/p/${path}`, headers })
const opened = async (page: string) => {
  const [row] = await paying.sql<{ count: string }>(
    `select coalesce(sum(count), 0)::text as count from page_funnel where merchant_id = $1 and page_ref = '${page}' and step = 'opened'`,
  )
  return Number(row?.count)
}

describe('the document of a page', () => {
  it('shows an open page in the language of the shopper, and in the page’s own where the browser’s is none of ours', async () => {
    const page = await newPage(paying, {
      default_language: 'ar',
      texts: { en: { title: 'Harbour tour in English', button_text: 'Book' } },
    })
    const english = await open(page)
    expect(english.statusCode).toBe(200)
    expect(english.body).toContain('<html lang="en" dir="ltr" data-theme="light">')
    expect(english.body).toContain('Harbour tour in English')
    expect(english.body).toContain('>Book<')
    expect((await open(page, { ...browser, 'accept-language': 'de' })).body).toContain('<html lang="ar" dir="rtl"')
    expect((await open(`${page}?lang=en`, { ...browser, 'accept-language': 'ar' })).body).toContain('lang="en"')
  })

  it('sets no cookie, is indexed only if the merchant says so, and runs nothing but its own script and colours', async () => {
    const page = await open(await newPage(paying))
    expect(page.headers['set-cookie']).toBeUndefined()
    expect(page.headers['x-robots-tag']).toBe('noindex, nofollow')
    expect(page.body).toContain('noindex')
    const [, style = ''] = /<style>([^<]*)<\/style>/.exec(page.body) ?? []
    const hash = createHash('sha256').update(style).digest('base64')
    expect(page.headers['content-security-policy']).toContain(`style-src 'self' 'sha256-${hash}'`)
    expect(page.headers['content-security-policy']).toContain("script-src 'self';")
    expect(page.body.match(/<script[^>]*src="[^"]*"/g)).toHaveLength(1)
    const listed = await open(await newPage(paying, { listed: true }))
    expect(listed.headers['x-robots-tag']).toBeUndefined()
    expect(listed.body).not.toContain('noindex')
  })

  it('says in words that a page is sold out, over, closed or unknown, with the status of HTTP', async () => {
    const soldOut = await newPage(paying, { stock: 'limited', stock_available: 0 })
    expect((await open(soldOut)).body).toContain('data-panel="sold_out"')
    const expired = await newPage(paying, { expires_at: new Date(Date.now() - 1_000) })
    expect((await open(expired)).body).toContain('data-panel="expired"')
    const cancelled = await newPage(paying)
    await paying.sql(
      `update payment_pages set status = 'cancelled' where merchant_id = $1 and page_ref = '${cancelled}'`,
    )
    const closed = await open(cancelled)
    expect([closed.statusCode, closed.body.includes('data-panel="cancelled"')]).toEqual([410, true])
    for (const name of ['absent0000', 'x', '2abcdefghijklmnopqrstuvwxyz', '%00', `${'a'.repeat(50)}`]) {
      const absent = await open(name)
      expect([name, absent.statusCode, absent.body.includes('data-panel="not_found"')]).toEqual([name, 404, true])
    }
  })

  it('leads from a name that was given up on to the page, with what the address says', async () => {
    const page = await newPage(paying, { custom_url: 'HarbourTour1' })
    expect((await open('harbourtour1')).statusCode).toBe(200)
    await paying.sql(
      `insert into page_names (environment, name, merchant_id, page_ref, given_up_at)
       values ('sandbox', 'olderharbour', $1, '${page}', now())`,
    )
    const old = await open('olderharbour?quantity=2')
    expect([old.statusCode, old.headers['location']]).toEqual([302, '/pay/p/HarbourTour1?quantity=2'])
  })

  it('fills in what the address says where it is a value of the page, and nothing else', async () => {
    const page = await newPage(paying, {
      page_type: 'fixed_with_quantity',
      max_quantity: 5,
      email_field: 'optional',
      custom_fields: [
        { id: 'size', type: 'dropdown', title: 'Size', optional: false, options: ['S', 'M'] },
        { id: 'note', type: 'text', title: 'Note', optional: true },
      ],
    })
    const good = (await open(`${page}?quantity=3&email=mei@example.com&field.size=M&field.note=Hi`)).body
    expect(good).toMatch(/id="quantity"[^>]*value="3"/)
    expect(good).toMatch(/id="email"[^>]*value="mei@example.com"/)
    expect(good).toContain('<option value="M" selected>')
    expect(good).toMatch(/id="f-note"[^>]*value="Hi"/)
    expect(good).toContain('data-figure="total">300.00<')
    const bad = (await open(`${page}?quantity=9&email=none&field.size=XL&field.other=Hi`)).body
    expect(bad).toMatch(/id="quantity"[^>]*value="1"/)
    expect(bad).toMatch(/id="email"[^>]*value=""/)
    expect(bad).not.toContain('selected>')
  })

  it('runs nothing of what an address fills in', async () => {
    const page = await newPage(paying, {
      page_type: 'custom_amount',
      email_field: 'optional',
      name_field: 'optional',
      custom_fields: [{ id: 'note', type: 'paragraph', title: 'Note', optional: true }],
    })
    const scripts = (body: string) => body.match(/<script|<img|<svg|<iframe|\son\w+=/gi)?.length ?? 0
    const clean = scripts((await open(`${page}?field.note=x`)).body)
    for (const text of hostile) {
      const value = encodeURIComponent(text)
      const { statusCode, body } = await open(
        `${page}?amount=${value}&name=${value}&email=${value}&field.note=${value}&${value}=${value}&lang=${value}`,
      )
      expect([text, statusCode, scripts(unescaped(body))]).toEqual([text, 200, clean])
    }
  })

  it('counts who opens it, but no program that only reads it', async () => {
    const page = await newPage(paying)
    await open(page)
    await open(page)
    await open(page, { ...browser, 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1)' })
    await open(page, { ...browser, 'sec-purpose': 'prefetch' })
    await open(page, { 'user-agent': 'curl/8.9' })
    expect(await opened(page)).toBe(2)
  })

  it('counts no look of the merchant from the console, and no way back to it', async () => {
    const page = await newPage(paying)
    await open(page, { ...browser, 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'document' })
    await open(page, { ...browser, 'sec-fetch-site': 'none', 'sec-fetch-dest': 'document' })
    await open(page, { ...browser, 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'document' })
    await open(page, { ...browser, 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'iframe' })
    expect(await opened(page)).toBe(2)
  })
})

/** The document without what stands in it as text. */
const unescaped = (body: string): string => body.replaceAll(/&(lt|gt|quot|amp|#39|#96);[^<]*/g, '')

describe('the page of an order', () => {
  const asked = (ref: string, language: string) =>
    paying.testApp.app.inject({ url: `/pay/${ref}?lang=${language}`, headers: browser })
  const at = async (ref: string, language: string) => (await asked(ref, language)).body

  it('has the theme and colours of the page where the order was made, and no other style in the document', async () => {
    const page = await newPage(paying, { theme: 'dark', primary_color: '#FFD166' })
    const { ref } = await shoppingWith(paying).order(page)
    const { body, headers } = await asked(ref, 'en')
    expect(body).toContain('data-theme="dark"')
    const [, style = ''] = /<style>([^<]*)<\/style>/.exec(body) ?? []
    expect(style).toContain('--button:#FFD166')
    const hash = createHash('sha256').update(style).digest('base64')
    expect(headers['content-security-policy']).toContain(`style-src 'self' 'sha256-${hash}';`)
  })

  it('says what was ordered and the thanks of the merchant in the language of the shopper, and leads back in theirs', async () => {
    const page = await newPage(paying, {
      page_type: 'fixed_with_quantity',
      max_quantity: 3,
      success_message: 'See you at the bridge',
      texts: { ar: { title: 'جولة الميناء', success_message: 'نراكم عند الجسر' } },
    })
    const { ref } = await shoppingWith(paying).order(page, { quantity: 2, seen_total: 200, language: 'ar' })
    const arabic = await at(ref, 'ar')
    expect(arabic).toContain('2 × جولة الميناء')
    expect(arabic).toContain('نراكم عند الجسر')
    expect(arabic).toContain(`/pay/p/${page}?lang=ar"`)
    const english = await at(ref, 'en')
    expect(english).toContain('2 × Harbour tour')
    expect(english).toContain('See you at the bridge')
    expect(english, 'the page is no merchant').not.toContain('<h1><bdi>Harbour tour')
  })

  it('says no thanks where the shopper is led on instead', async () => {
    const page = await newPage(paying, {
      after_payment: 'redirect',
      success_url: 'https://shop.example/thanks',
      success_message: 'See you at the bridge',
    })
    const { ref } = await shoppingWith(paying).order(page)
    expect(await at(ref, 'en')).not.toContain('See you at the bridge')
  })

  it('names the parts of its total, and none that a later change of its page has made another', async () => {
    const page = await newPage(paying, { merchant_details: { shipping_charges: 500n } })
    const { ref } = await shoppingWith(paying).order(page, { seen_total: 105 })
    expect(await at(ref, 'en')).toMatch(/>5\.00\sSGD</)
    const change = { version: 1, merchant_details: { shipping_charges: 9 } }
    const saved = await paying.testApp.call(paying.session, 'PUT', `/merchants/paymentPage/${page}`, change)
    expect(saved.status).toBe(200)
    const after = await at(ref, 'en')
    expect(after).not.toMatch(/>[59]\.00\sSGD</)
    expect(after).toContain('105.00')
  })
})
