import arabicPage from '#i18n/ar/checkout.json' with { type: 'json' }
import arabic from '#i18n/ar/console.json' with { type: 'json' }
import englishPage from '#i18n/en/checkout.json' with { type: 'json' }
import english from '#i18n/en/console.json' with { type: 'json' }
import { expectClean } from './accessible.ts'
import { actOnInvoice, chooseLanguage, chooseWay, newInvoice, payByCard, signIn, someoneElse } from './actions.ts'
import { expect, test } from './fixtures.ts'

const languages = { en: [english, englishPage], ar: [arabic, arabicPage] } as const

for (const [language, [texts, { page: pageTexts }]] of Object.entries(languages)) {
  const { invoices, states, refunds } = texts

  test(`${language}: who owes is reminded, and a refund of what was paid brings a credit note`, async ({
    page,
    app,
    browser,
  }) => {
    const email = `${crypto.randomUUID()}@shop.example`
    const ref = await newInvoice(app, { customer: { name: 'Juno Trading', email, language } })
    await actOnInvoice(app, ref, 'send-invoice')
    await chooseLanguage(page, language)
    await signIn(page, app, `/invoices/invoices-details?ref=${ref}`)
    await page.getByRole('button', { name: invoices.acts.remind }).click()
    await expect(page.getByText(texts.timeline.reminded).first()).toBeVisible()

    const customer = await someoneElse(browser)
    await customer.goto(`${app.url}/pay/${ref}?lang=${language}`)
    await chooseWay(customer, 'CARD.INT_CREDIT_DEBIT_CARD')
    await payByCard(customer)
    await expect(customer.getByRole('heading', { name: pageTexts.thanksTitle })).toBeVisible()

    await expect(page.getByText(states.invoice.paid, { exact: true }).first()).toBeVisible()
    await page.getByRole('link', { name: invoices.refund, exact: true }).click()
    await page.getByRole('combobox', { name: refunds.reason }).click()
    await page.getByRole('option').first().click()
    await page.getByRole('button', { name: /100\.00/ }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /100\.00/ })
      .click()
    await page.goto(`${app.url}/invoices/invoices-details?ref=${ref}`)
    await expect(page.getByText(states.invoice.refunded, { exact: true }).first()).toBeVisible()
    await expect(page.getByText(/CN-\d{4}-\d{4}/).first()).toBeVisible()
    await expectClean(page)
  })
}
