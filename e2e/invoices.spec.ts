import arabic from '#i18n/ar/console.json' with { type: 'json' }
import english from '#i18n/en/console.json' with { type: 'json' }
import { expectClean } from './accessible.ts'
import { chooseLanguage, signIn } from './actions.ts'
import { expect, test } from './fixtures.ts'

const languages = { en: english, ar: arabic } as const

/** A text with its values, as a screen shows it. */
const filled = (text: string, values: Record<string, string | number>) =>
  text.replaceAll(/\{\{(\w+)(?:, number)?\}\}/g, (_, name: string) => String(values[name]))

for (const [language, texts] of Object.entries(languages)) {
  const { invoiceForm: words, invoices, states } = texts

  test(`${language}: an invoice is drawn up by keys, is counted as it is typed, and gets its number when it is issued`, async ({
    page,
    app,
  }) => {
    const input = (column: keyof typeof words.lineColumns, number: number) =>
      page.getByLabel(filled(words.lineInput, { column: words.lineColumns[column], number })).and(page.locator('input'))
    await chooseLanguage(page, language)
    await signIn(page, app, '/invoices/invoice-form')
    await page.getByLabel(words.customerName, { exact: true }).first().fill(`Juno ${language}`)
    await input('detail', 1).fill('Design')
    await input('rate', 1).fill('100')
    await input('rate', 1).press('Enter')
    await expect(input('detail', 2)).toBeFocused()
    await input('detail', 2).evaluate((at) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/plain', 'Books\t2\t25\nStamps\t1\t0.05')
      at.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    })
    await expect(input('detail', 3)).toHaveValue('Stamps')
    await page.getByRole('button', { name: words.addCost.DISCOUNT }).click()
    await page.getByLabel(words.costTitle).fill('Loyalty')
    await page.getByLabel(`${texts.linkForm.amount}, Loyalty`, { exact: true }).fill('10')
    await expect(page.getByText(words.total, { exact: true }).locator('..')).toContainText('135.04')
    await expectClean(page)

    await page.getByRole('button', { name: words.submits.draft }).click()
    await page.waitForURL(/invoices-details/)
    await expect(page.getByText(states.invoice.created, { exact: true })).toBeVisible()
    await page.getByRole('button', { name: texts.paymentPages.more }).click()
    await page.getByRole('menuitem', { name: invoices.acts.markSent }).click()
    await page.getByRole('dialog').getByRole('button', { name: invoices.acts.markSent }).click()
    await expect(page.getByRole('heading', { level: 1 })).toContainText(/[A-Z]{2,3}-\d{4}-\d{4}/)
    await expect(page.getByText(states.invoice.sent, { exact: true }).first()).toBeVisible()
    await expectClean(page)
  })
}
