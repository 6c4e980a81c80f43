import arabic from '#i18n/ar/console.json' with { type: 'json' }
import english from '#i18n/en/console.json' with { type: 'json' }
import { expectClean } from './accessible.ts'
import { chooseLanguage, signIn } from './actions.ts'
import { expect, test } from './fixtures.ts'

const languages = { en: english, ar: arabic } as const

for (const [language, texts] of Object.entries(languages)) {
  const { invoiceForm: words, invoices, states } = texts

  test(`${language}: an invoice from a template is planned, and is sent before its moment`, async ({ page, app }) => {
    await chooseLanguage(page, language)
    await signIn(page, app, '/invoices?templates=open')
    const template = page.getByRole('dialog').getByRole('link', { name: 'Groups and schools' })
    await expect(template).toBeVisible()
    await expectClean(page, '[role=dialog]')
    await template.click()
    await page.waitForURL(/invoice-form/)
    await expect(page.locator('[data-path="line_items.0.detail"]')).toHaveValue('Guided hike for a group, MacRitchie')
    await page.getByLabel(words.customerName, { exact: true }).first().fill(`Juno ${language}`)
    await page.getByLabel(texts.linkForm.email, { exact: true }).first().fill(`life.${language}@juno.example`)
    await page.getByRole('radio', { name: words.sendings.later }).check()
    await page.getByLabel(words.scheduledAt).fill(`${new Date().getFullYear() + 1}-03-02T10:30`)
    await expect(page.getByText(invoices.planKinds.send, { exact: false }).first()).toBeVisible()
    await page.getByRole('button', { name: words.submits.later }).click()
    await page.waitForURL(/invoices-details/)
    await expect(page.getByText(states.invoice.scheduled, { exact: true }).first()).toBeVisible()
    await expect(page.locator('time', { hasText: '10:30' }).first()).toBeVisible()
    await expectClean(page)

    await page.getByRole('button', { name: invoices.acts.send, exact: true }).click()
    const dialogue = page.getByRole('dialog')
    await expect(dialogue.getByLabel(invoices.recipients)).toBeVisible()
    await expectClean(page, '[role=dialog]')
    await dialogue.getByRole('button', { name: invoices.acts.send, exact: true }).click()
    await expect(page.getByRole('heading', { level: 1 })).toContainText(/[A-Z]{2,3}-\d{4}-\d{4}/)
    await expect(page.getByText(states.invoice.sent, { exact: true }).first()).toBeVisible()
  })
}
