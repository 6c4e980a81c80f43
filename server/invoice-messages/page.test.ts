import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Invoice } from '#contract/invoice-answers.ts'
import { openInvoicing, type Invoicing } from '#server/invoices/fixtures.ts'

let invoicing: Invoicing
beforeAll(async () => {
  invoicing = await openInvoicing()
})
afterAll(() => invoicing.close())

const browser = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/148.0', 'accept-language': 'en' }
const open = async (path: string, headers: Record<string, string> = {}) => {
  const {
    statusCode,
    body,
    headers: got,
    rawPayload,
  } = await invoicing.paying.testApp.app.inject({
    url: `/pay/${path}`,
    headers: { ...browser, ...headers },
  })
  return { status: statusCode, html: body, headers: got, bytes: rawPayload, text: textOf(body) }
}
const textOf = (html: string) =>
  html
    .replace(/<(script|style)\b.*?<\/\1>/gs, '')
    .replaceAll(/<\/?bdi\b[^>]*>/g, '')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll('\u00a0', ' ')
    .replaceAll(/\s+/g, ' ')
const events = async ({ invoice_ref }: Invoice) =>
  (await invoicing.read(invoice_ref)).timeline.map(({ event }) => event)

describe('the page of an invoice', () => {
  it('is not found before it was sent, and then looks as an unknown one does', async () => {
    const draft = await invoicing.create()
    const [page, unknown] = [await open(draft.invoice_ref), await open('x'.repeat(27))]
    expect([page.status, unknown.status]).toEqual([404, 404])
    expect(page.html).toBe(unknown.html)
    expect((await open(`${draft.invoice_ref}/documents/pdf`)).status).toBe(404)
  })

  it('shows the document, what is due until when, and its files, in the language of the reader', async () => {
    const invoice = await invoicing.sent({ customer: { name: 'Mei Tan', email: 'mei@shop.example', language: 'ar' } })
    const page = await open(invoice.invoice_ref)
    expect(page.status).toBe(200)
    expect(page.html).toContain(`<title>Invoice ${invoice.invoice_number} from`)
    expect(page.text).toContain('Amount due 100.00 SGD')
    expect(page.text).toContain('Due by')
    expect(page.text).toContain('Harbour tour')
    // The document is in its own language and direction, whatever that of the page is.
    expect(page.html).toMatch(/<html lang="en" dir="ltr">/)
    expect(page.html).toMatch(/<article class="paper" lang="ar" dir="rtl"/)
    expect(page.html).toContain(`href="/pay/${invoice.invoice_ref}/documents/pdf"`)
    expect((await open(`${invoice.invoice_ref}?lang=ar`)).text).toContain('آخر موعد للسداد')
    expect(page.headers['x-robots-tag']).toContain('noindex')
  })

  it('has the colour of the document as its one own style, which the policy names', async () => {
    const { invoice_ref } = await invoicing.sent({ look: { color: '#0f766e' } })
    const { html, headers } = await open(invoice_ref)
    const style = /<style>(.*?)<\/style>/.exec(html)?.[1] ?? ''
    expect(style).toBe(':root{--paper:#0f766e}')
    const hash = createHash('sha256').update(style).digest('base64')
    expect(headers['content-security-policy']).toContain(`'sha256-${hash}'`)
  })

  it('says in words that it is overdue, paid or void', async () => {
    const invoice = await invoicing.sent()
    invoicing.daysOn(40)
    await invoicing.look(invoice.invoice_ref)
    expect((await open(invoice.invoice_ref)).text).toContain('Overdue since')
    invoicing.paying.clock.now = null
    const voided = await invoicing.sent()
    await invoicing.void(voided.invoice_ref)
    const page = await open(voided.invoice_ref)
    expect([page.status, page.text.includes('This invoice is void')]).toEqual([200, true])
    expect(page.html).not.toContain('data-panel="pay"')
    const paid = await invoicing.sent()
    const orderRef = await invoicing.pay(paid.invoice_ref)
    const after = await open(paid.invoice_ref)
    expect(after.text).toContain('This invoice is paid')
    expect(after.html).toContain(`/pay/${paid.invoice_ref}/receipts/${orderRef}?lang=en`)
  })

  it('nothing that was written into an invoice runs or opens a tag', async () => {
    const evil = '<img src=x onerror=alert(1)>"\'`'
    const { invoice_ref } = await invoicing.sent({
      customer: { name: evil, email: 'a@b.example' },
      description: evil,
      line_items: [{ detail: evil, quantity: 1, rate: 100 }],
      additional_invoice_notes: [{ title: evil, description: evil }],
    })
    const { html } = await open(invoice_ref)
    expect(html).not.toContain('<img src=x')
    expect(html).toContain('&lt;img src=x onerror=alert(1)&gt;')
  })
})

describe('a part', () => {
  const partly = () => invoicing.sent({ allow_partial: true, least_partial_amount: 10 })

  it('is asked for by the address: the page asks for that amount, and an attempt pays it', async () => {
    const { invoice_ref } = await partly()
    const whole = await open(invoice_ref)
    expect(whole.text).toContain('At least 10.00 SGD, at most 100.00 SGD.')
    expect(whole.headers['content-security-policy']).toContain("form-action 'self'")
    const part = await open(`${invoice_ref}?amount=40`)
    expect(part.text).toContain('40.00 SGD of 100.00 SGD due.')
    expect(part.html).toContain('"amount":40')
    expect(part.html).toContain('?amount=40.00&amp;lang=ar')
    const token = await invoicing.paying.simulator.token('4242424242424242')
    const { orderRef } = await invoicing.paying.start(invoice_ref, { token, amount: 40 })
    await invoicing.paying.settle(orderRef)
    expect(await invoicing.read(invoice_ref)).toMatchObject({ amount_paid: 40, amount_due: 60, partially_paid: true })
    const rest = await open(invoice_ref)
    expect(rest.text).toContain('Amount due 60.00 SGD')
    expect(rest.text).toMatch(/Payments [^<]* 40.00 SGD View receipt/)
  })

  it('that cannot be paid is said so in words, and all is asked for meanwhile', async () => {
    const { invoice_ref } = await partly()
    for (const [amount, words] of [
      ['abc', 'Enter an amount'],
      ['', 'At least 10.00'],
      ['9.99', 'The smallest amount is 10.00 SGD.'],
      ['100.01', 'Only 100.00 SGD is due.'],
      ['1e3', 'Enter an amount'],
      ['-40', 'Enter an amount'],
      ['٤٠', '40.00 SGD of 100.00 SGD due.'],
    ] as const) {
      const { status, text } = await open(`${invoice_ref}?amount=${encodeURIComponent(amount)}`)
      expect([status, text]).toEqual([200, expect.stringContaining(words)])
    }
    const token = await invoicing.paying.simulator.token('4242424242424242')
    for (const amount of [9.99, 100.01, 40.001]) {
      const refused = await invoicing.paying.start(invoice_ref, { token, amount })
      expect([amount, refused.status, refused.reason]).toEqual([amount, 400, 'INVALID_REQUEST_DATA'])
    }
  })

  it('is no choice where all is paid at once', async () => {
    const { invoice_ref } = await invoicing.sent()
    const page = await open(`${invoice_ref}?amount=40`)
    expect(page.text).toContain('Amount due 100.00 SGD')
    expect(page.headers['content-security-policy']).toContain("form-action 'none'")
    const token = await invoicing.paying.simulator.token('4242424242424242')
    expect((await invoicing.paying.start(invoice_ref, { token, amount: 40 })).status).toBe(400)
  })
})

describe('that a customer has opened it', () => {
  it('is noted once a day, and neither for programs nor for the merchant’s own look at it', async () => {
    const invoice = await invoicing.sent()
    await open(invoice.invoice_ref, { 'sec-fetch-site': 'same-origin' })
    await open(invoice.invoice_ref, { 'user-agent': 'WhatsApp/2.23' })
    expect(await events(invoice)).not.toContain('opened')
    await Promise.all([1, 2, 3].map(() => open(invoice.invoice_ref)))
    expect((await events(invoice)).filter((event) => event === 'opened')).toHaveLength(1)
    invoicing.daysOn(1)
    await open(invoice.invoice_ref)
    invoicing.paying.clock.now = null
    expect((await events(invoice)).filter((event) => event === 'opened')).toHaveLength(2)
  })
})

describe('the files', () => {
  it('come by the address alone, the same bytes each time, under a name of their own', async () => {
    const invoice = await invoicing.sent()
    const [first, again] = [
      await open(`${invoice.invoice_ref}/documents/pdf`),
      await open(`${invoice.invoice_ref}/documents/pdf`),
    ]
    expect(first.status).toBe(200)
    expect(first.bytes.subarray(0, 5).toString()).toBe('%PDF-')
    expect(first.bytes.equals(again.bytes)).toBe(true)
    expect(first.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': expect.stringContaining(`filename="invoice-${invoice.invoice_number}.pdf"`) as string,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    })
  })

  it('are not found where they cannot be had, nor for what is no invoice', async () => {
    const invoice = await invoicing.sent()
    const link = await invoicing.paying.link({})
    for (const path of [
      `${invoice.invoice_ref}/documents/ubl`,
      `${invoice.invoice_ref}/documents/exe`,
      `${link}/documents/pdf`,
    ])
      expect([path, (await open(path)).status]).toEqual([path, 404])
    expect((await open(invoice.invoice_ref)).html).not.toContain('/documents/ubl')
  })
})
