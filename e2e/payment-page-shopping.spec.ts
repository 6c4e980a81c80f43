import type { Page } from '@playwright/test'
import arabicConsole from '#i18n/ar/console.json' with { type: 'json' }
import arabic from '#i18n/ar/checkout.json' with { type: 'json' }
import englishConsole from '#i18n/en/console.json' with { type: 'json' }
import english from '#i18n/en/checkout.json' with { type: 'json' }
import { fill } from '#i18n/fill.ts'
import { expectClean, expectNothingSideways } from './accessible.ts'
import { changeStock, chooseLanguage, chooseWay, newPaymentPage, payByCard, savePage } from './actions.ts'
import { signIn, someoneElse } from './actions.ts'
import { expect, test } from './fixtures.ts'

/** A merchant's page and its shoppers at the same time, in both directions of writing. */
const languages = {
  en: { words: english.shop, console: englishConsole, thanks: 'See you at the bridge!' },
  ar: { words: arabic.shop, console: arabicConsole, thanks: 'نراكم عند الجسر!' },
} as const
const withTexts = {
  success_message: languages.en.thanks,
  texts: { ar: { title: 'جولة الميناء', success_message: languages.ar.thanks } },
}

for (const [language, { words, console: merchants, thanks }] of Object.entries(languages)) {
  test(`${language}: what was typed stays over a decline, the way back and the wallet's page`, async ({
    app,
    browser,
  }) => {
    const url = await newPaymentPage(app, {
      ...withTexts,
      page_type: 'fixed_with_quantity',
      max_quantity: 5,
      name_field: 'required',
      phone_field: 'optional',
      custom_fields: [
        { id: 'size', type: 'dropdown', title: 'Size', optional: false, options: ['S', 'M'] },
        { id: 'day', type: 'date', title: 'Day', optional: false },
        { id: 'note', type: 'paragraph', title: 'Note', optional: true },
        { id: 'risk', type: 'checkbox', title: 'At my own risk', optional: false },
      ],
    })
    const page = await someoneElse(browser)
    await page.goto(`${url}?lang=${language}`)
    await page.locator('[data-step="1"]').click()
    const typed = {
      '#name': 'Mei Tan',
      '#email': 'mei@example.com',
      '#f-day': '2026-12-01',
      '#f-note': 'Two dogs\na cat',
    }
    for (const [field, text] of Object.entries(typed)) await page.locator(field).fill(text)
    await page.locator('#f-size').selectOption('M')
    await page.locator('#f-risk').check()
    const expectTyped = async () => {
      for (const [field, text] of Object.entries({ ...typed, '#quantity': '2', '#f-size': 'M' }))
        await expect(page.locator(field)).toHaveValue(text)
      await expect(page.locator('#f-risk')).toBeChecked()
    }
    await order(page, 'CARD.INT_CREDIT_DEBIT_CARD')
    await payByCard(page, '4000000000009995')
    await expect(page.locator('[data-alert]')).toBeVisible()

    await page.locator('.back a').click()
    await expectTyped()
    await order(page, 'WALLET.GRABPAY')
    await page.locator('[data-pay]:visible').click()
    await expect(page.getByRole('button', { name: 'Approve' })).toBeVisible()
    await page.goto(`${url}?lang=${language}`)
    await expectTyped()
    await expectClean(page)
    await page.getByRole('link', { name: words.openOrder }).click()
    await page.locator('[data-go]').click()
    await page.getByRole('button', { name: 'Approve' }).click()
    await expect(page.locator('[data-panel="thanks"]')).toContainText(thanks)
    await expect(page.locator('html')).toHaveAttribute('lang', language)
    await expectClean(page)
    await page.context().close()
  })

  test(`${language}: sold out, restocked, its price raised under an open shopper, exported and cancelled`, async ({
    page: merchant,
    app,
    browser,
  }) => {
    const url = await newPaymentPage(app, { ...withTexts, stock: 'limited', stock_available: 1 })
    const ref = url.split('/').at(-1) ?? ''
    const context = await browser.newContext({ viewport: { width: 360, height: 740 } })
    const [first, second] = [await context.newPage(), await someoneElse(browser)]
    for (const page of [first, second]) {
      await page.goto(`${url}?lang=${language}`)
      await page.locator('#email').fill('mei@example.com')
    }
    await expect(first.locator('.few')).toHaveText(fill(words.left, { count: 1 }))
    await expectNothingSideways(first)
    await order(first, 'CARD.INT_CREDIT_DEBIT_CARD')
    await payByCard(first)
    await expect(first.locator('[data-panel="thanks"]')).toContainText(thanks)
    await second.locator('[data-pay]').click()
    await expect(second.locator('[data-panel="sold_out"]')).toContainText(words.ends.sold_out.title)

    await changeStock(app, ref, 4)
    await second.reload()
    await expect(second.locator('#email')).toHaveValue('mei@example.com')
    await savePage(app, ref, { version: 1, amount: 12.5 })
    await second.locator('[data-pay]').click()
    const alert = second.locator('[data-alert]')
    await expect(alert).toContainText(words.script.news.changed.title)
    await expect(alert).toContainText(/10\.00.+12\.50/)
    await expect(second.locator('#email')).toHaveValue('mei@example.com')
    await expectClean(second)
    await order(second, 'CARD.INT_CREDIT_DEBIT_CARD')
    await payByCard(second)
    await expect(second.locator('[data-panel="thanks"]')).toContainText('12.50')

    const { paymentPages } = merchants
    await chooseLanguage(merchant, language)
    await signIn(merchant, app, `/settings/payment-pages-details?ref=${ref}&tab=transactions`)
    await expect(merchant.getByRole('row')).toHaveCount(3)
    await merchant.getByRole('button', { name: merchants.list.export }).click()
    const download = merchant.waitForEvent('download')
    await merchant.getByRole('menuitem', { name: merchants.list.exportCsv }).first().click()
    expect((await download).suggestedFilename()).toMatch(/^payment-page-transactions.*\.csv$/)
    await merchant.getByRole('button', { name: paymentPages.more }).click()
    await merchant.getByRole('menuitem', { name: paymentPages.acts.cancel }).click()
    await merchant.getByRole('dialog').getByRole('button', { name: paymentPages.acts.cancel }).click()
    await expect(merchant.locator('header').getByText(merchants.states.availability.cancelled)).toBeVisible()
    await second.goto(`${url}?lang=${language}`)
    await expect(second.locator('[data-panel="cancelled"]')).toContainText(words.ends.cancelled.title)
    for (const page of [first, second]) await page.context().close()
  })
}

/** Chooses a way to pay, makes the order, and waits for its page. */
async function order(page: Page, way: string): Promise<void> {
  await chooseWay(page, way)
  await page.locator('[data-pay]').click()
  await page.waitForURL(/\/pay\/[0-9A-Za-z]{27}/)
}
