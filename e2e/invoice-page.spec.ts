import arabic from '#i18n/ar/checkout.json' with { type: 'json' }
import english from '#i18n/en/checkout.json' with { type: 'json' }
import { chooseColours, expectClean, expectContrast, expectFitting } from './accessible.ts'
import { actOnInvoice, chooseWay, newInvoice, payByCard, someoneElse } from './actions.ts'
import { expect, test } from './fixtures.ts'

const languages = { en: english, ar: arabic } as const
const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

/** A text of the page before its first name in braces. */
const beginning = (text: string) => text.split('{')[0] as string

for (const [language, { page: words }] of Object.entries(languages)) {
  test(`${language}: an invoice comes by mail with its PDF, is opened, paid in part, and then paid`, async ({
    app,
    browser,
  }) => {
    const email = `${crypto.randomUUID()}@shop.example`
    const ref = await newInvoice(app, {
      customer: { name: 'Juno Trading', email, language },
      allow_partial: true,
      least_partial_amount: 10,
      look: { color: '#7c3aed' },
      additional_costs: [{ title: 'Loyalty', type: 'DISCOUNT', amount: 10, charge_nature: 'PERCENT' }],
      amount: 90,
    })
    await actOnInvoice(app, ref, 'send-invoice')
    const page = await someoneElse(browser)
    const mail = page.locator('article', { hasText: email })
    await expect(async () => {
      await page.goto(`${app.url}/sandbox/outbox`)
      await expect(mail).toBeVisible({ timeout: 100 })
    }).toPass()
    const file = await mail.getByRole('link', { name: /invoice-.*\.pdf/ }).getAttribute('href')
    const pdf = await page.request.get(`${app.url}${file}`)
    expect([pdf.status(), pdf.headers()['content-type']]).toEqual([200, 'application/pdf'])
    const address = await mail.locator('pre').getByRole('link').first().getAttribute('href')

    await page.goto(address ?? '')
    await expect(page.locator('html')).toHaveAttribute('lang', language)
    await expect(page.getByText(beginning(words.document.due))).toBeVisible()
    await expect(page.locator('.paper')).toContainText('Loyalty')
    await expect(page.locator('.amount')).toContainText('90.00')
    await expectClean(page)
    await chooseColours(page, 'dark')
    await expectContrast(page, new Set())
    await chooseColours(page, 'light')
    await page.setViewportSize({ width: 360, height: 740 })
    await expectFitting(page)

    await page.getByText(words.part.title).click()
    await page.getByLabel(words.part.label).fill('5')
    await page.getByRole('button', { name: words.part.set }).click()
    await expect(page.locator('#part-error')).toContainText(beginning(words.part.faults.less_than_least))
    await expect(page.getByLabel(words.part.label)).toHaveValue('5')
    await page.getByLabel(words.part.label).fill('30')
    await page.getByRole('button', { name: words.part.set }).click()
    await expect(page.locator('.amount')).toContainText('30.00')
    await expectClean(page)
    await chooseWay(page, 'CARD.INT_CREDIT_DEBIT_CARD')
    await payByCard(page)
    await expect(page.getByRole('heading', { name: words.thanksTitle })).toBeVisible()
    await page.getByRole('link', { name: words.document.back }).click()
    await expect(page.locator('.amount')).toContainText('60.00')
    await expect(page.locator('.paid-before')).toContainText('30.00')
    await expectClean(page)

    await chooseWay(page, 'CARD.INT_CREDIT_DEBIT_CARD')
    await payByCard(page)
    await expect(page.getByRole('heading', { name: words.thanksTitle })).toBeVisible()
    await page.reload()
    await expect(page.getByRole('heading', { name: words.document.ends.paid.title })).toBeVisible()
    await expect(page.locator('.paid-before li')).toHaveCount(2)
  })

  test(`${language}: what is overdue and what is void is said in words, and only the document is printed`, async ({
    app,
    browser,
  }) => {
    const page = await someoneElse(browser)
    const ref = await newInvoice(app, {
      invoice_date: day(-40),
      due_date: day(-10),
      customer: { name: 'Juno', email: 'ap@juno.example', language },
    })
    expect((await page.goto(`${app.url}/pay/${ref}?lang=${language}`))?.status()).toBe(404)
    await actOnInvoice(app, ref, 'send-invoice')
    await page.goto(`${app.url}/pay/${ref}?lang=${language}`)
    await expect(page.locator('.overdue')).toContainText(beginning(words.document.overdue))
    await expectClean(page)
    await page.emulateMedia({ media: 'print' })
    await expect(page.locator('.paper')).toBeVisible()
    for (const hidden of ['.sheet', '.test-mode', 'p.files']) await expect(page.locator(hidden)).toBeHidden()
    await page.emulateMedia({ media: 'screen' })

    await actOnInvoice(app, ref, 'void')
    await page.reload()
    await expect(page.getByRole('heading', { name: words.document.ends.voided.title })).toBeVisible()
    await expect(page.locator('form[data-panel]')).toHaveCount(0)
    await expectClean(page)
  })
}
