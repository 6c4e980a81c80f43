import arabicPage from '#i18n/ar/checkout.json' with { type: 'json' }
import arabic from '#i18n/ar/console.json' with { type: 'json' }
import englishPage from '#i18n/en/checkout.json' with { type: 'json' }
import english from '#i18n/en/console.json' with { type: 'json' }
import { expectClean } from './accessible.ts'
import { actOnInvoice, chooseLanguage, newInvoice, signIn, someoneElse } from './actions.ts'
import { expect, test } from './fixtures.ts'

const languages = { en: [english, englishPage], ar: [arabic, arabicPage] } as const

for (const [language, [texts, { page: pageTexts }]] of Object.entries(languages)) {
  const { invoices, states } = texts

  test(`${language}: a voided invoice says so to its customer, and comes back`, async ({ page, app, browser }) => {
    const ref = await newInvoice(app, { customer: { name: 'Juno Trading', email: 'ap@juno.example', language } })
    await actOnInvoice(app, ref, 'send-invoice')
    await chooseLanguage(page, language)
    await signIn(page, app, `/invoices/invoices-details?ref=${ref}`)
    const choose = async (act: string) => {
      await page.getByRole('button', { name: texts.paymentPages.more }).click()
      await page.getByRole('menuitem', { name: act, exact: true }).click()
      await page.getByRole('dialog').getByRole('button', { name: act, exact: true }).click()
    }
    await choose(invoices.acts.void)
    await expect(page.getByText(states.invoice.voided, { exact: true }).first()).toBeVisible()
    await expectClean(page)
    const customer = await someoneElse(browser)
    await customer.goto(`${app.url}/pay/${ref}?lang=${language}`)
    await expect(customer.getByRole('heading', { name: pageTexts.document.ends.voided.title })).toBeVisible()
    await choose(invoices.acts.unvoid)
    await expect(page.getByRole('button', { name: invoices.acts.remind })).toBeVisible()
    await customer.reload()
    await expect(customer.locator('[data-pay]')).toBeVisible()
  })
}
