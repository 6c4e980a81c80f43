import type { Page } from '@playwright/test'
import type { InvoiceDocument } from '#contract/invoice-documents.ts'
import { textsIn } from '#server/invoice-documents/pdf/characters.ts'
import { invoiceAttacks, invoiceOf } from '#test/invoice-of-attacks.ts'
import { countOf } from '#test/faults/counts.ts'
import { textsInTurn } from '#test/page-of-attacks.ts'
import { probesOf } from '#test/probes.ts'
import { watchForAttacks } from './attacks.ts'
import { changeInvoice, newInvoice, readAsUser, signIn } from './actions.ts'
import { expect, test } from './fixtures.ts'

const contents = {
  en: {
    customer: { name: 'Brasserie Élysée (Paris)', email: 'ap@juno.example', language: 'en' },
    description: 'Work of November',
    customer_note: { title: 'Thanks', value: 'A first line.\nAnd a second one.' },
  },
  ar: {
    customer: { name: 'مؤسسة النخيل', email: 'ap@juno.example', language: 'ar' },
    description: 'أعمال شهر نوفمبر 2026 (المرحلة 2)',
    customer_note: { title: 'شكرًا', value: 'السداد خلال 30 يومًا.\nPayable within 30 days.' },
  },
}

for (const [language, content] of Object.entries(contents))
  test(`${language}: console, customer's page and print say the same texts in the same order`, async ({
    app,
    page,
  }) => {
    const ref = await newInvoice(app, {
      ...content,
      billing_address: { line_1: '1 rue de la Paix', city: 'Paris', country_code: 'FR' },
      line_items: [
        { detail: 'Design', quantity: 1.5, rate: 100, unit: 'HUR', tax_category: 'S', tax_percent: 19 },
        { detail: 'تصميم Books 2.0', quantity: 2, rate: 25, tax_category: 'S', tax_percent: 7 },
      ],
      additional_costs: [{ title: 'Loyalty', type: 'DISCOUNT', amount: 10, charge_nature: 'PERCENT' }],
      custom_fields: [{ key: 'Project', value: 'Harbour', show: true }],
      show_qr_code: true,
      sub_total: 200,
      // 150 at 19 and 50 at 7 percent, both less a tenth.
      amount: 208.8,
    })
    await changeInvoice(app, ref, { revision: 1, marked_as_sent: true })
    const { blocks } = (await readAsUser(app, `/api/invoices/${ref}/document`)) as InvoiceDocument
    const all = textsIn(blocks)
    // The customer's page is itself where it is paid.
    const withoutPay = textsIn(blocks.filter(({ kind }) => kind !== 'pay'))
    expect(all.length).toBeGreaterThan(40)

    await signIn(page, app, `/invoices/invoices-details?ref=${ref}`)
    const paper = page.locator('article[data-design]')
    expect(words(await paper.innerText())).toBe(words(all.join('')))
    await page.emulateMedia({ media: 'print' })
    expect(words(await paper.innerText())).toBe(words(all.join('')))
    await page.goto(`${app.url}/pay/${ref}?lang=${language}`)
    for (const media of ['print', 'screen'] as const) {
      await page.emulateMedia({ media })
      expect(words(await page.locator('.paper').innerText())).toBe(words(withoutPay.join('')))
    }
  })

test('attacks in all texts of an invoice run nowhere in the console and on its page', async ({
  app,
  page,
  browser,
}) => {
  const rounds = countOf(20, 1)
  test.setTimeout(rounds * 60_000)
  const next = textsInTurn(probesOf('attacks of invoices in a browser', invoiceAttacks(), 60))
  const customers = await browser.newContext()
  const seen: string[] = []
  for (const context of [customers, page.context()]) await watchForAttacks(context, seen, app.url)
  await signIn(page, app, '/dashboard')
  for (let round = 0; round < rounds; round += 1) {
    const { merchant_invoice_ref: _, ...content } = invoiceOf(next)
    const ref = await newInvoice(app, { ...content, currency: 'EUR', sub_total: 150, amount: 165 })
    await changeInvoice(app, ref, { revision: 1, marked_as_sent: true })
    const customer = await customers.newPage()
    for (const language of ['en', 'ar']) {
      await customer.goto(`${app.url}/pay/${ref}?lang=${language}`)
      await expectText(customer, content.customer.name)
    }
    await customer.close()
    await page.goto(`${app.url}/invoices/invoices-details?ref=${ref}`)
    await expectText(page, content.customer.name)
    await page.goto(`${app.url}/invoices/invoice-form?duplicate=${ref}`)
    await expect(page.locator('h1')).toBeVisible()
  }
  expect(seen).toEqual([])
  await customers.close()
})

/** The name of the buyer is the text, letter by letter. */
const expectText = async (page: Page, text: string) => {
  await expect(page.locator('article').first()).toBeVisible()
  const lines = (all: string) => all.replaceAll(/\r\n?/g, '\n')
  expect((await page.locator('article bdi').allTextContents()).map(lines)).toContain(lines(text))
}

/** Without spaces and marks of direction, which stand otherwise in each. */
const words = (text: string) => text.normalize('NFKC').replaceAll(/[\s\p{Default_Ignorable_Code_Point}]/gu, '')
