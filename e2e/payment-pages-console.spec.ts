import arabic from '#i18n/ar/console.json' with { type: 'json' }
import english from '#i18n/en/console.json' with { type: 'json' }
import { expectClean, expectContrast } from './accessible.ts'
import { chooseLanguage, newPaymentPage, savePage, signIn } from './actions.ts'
import { expect, test } from './fixtures.ts'

const languages = { en: english, ar: arabic } as const

for (const [language, texts] of Object.entries(languages)) {
  const { paymentPages: words, states } = texts
  const fill = (text: string, values: Record<string, string | number>) =>
    text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name]))

  test(`${language}: from the list to the stock of a page, and to the page itself`, async ({ page, app }) => {
    // A title of its own, since other pages of the merchant are in the list too.
    const title = `Lantern walk ${language}`
    await newPaymentPage(app, { title, stock: 'limited', stock_available: 3, max_quantity: 1 })
    await chooseLanguage(page, language)
    await signIn(page, app, `/settings/payment-pages?q=${encodeURIComponent(title)}`)
    const row = page.getByRole('row', { name: title })
    await expect(row).toContainText(states.availability.open)
    await expect(row).toContainText(fill(words.freeOf, { free: 3, stocked: 3 }))
    await expectClean(page)

    await row.getByRole('button').click()
    await expect(page.getByRole('menuitem', { name: words.acts.cancel })).toBeVisible()
    await expectContrast(page, new Set())
    await page.getByRole('menuitem', { name: words.acts.stock }).click()
    const dialogue = page.getByRole('dialog')
    await dialogue.getByLabel(words.stockTake).check()
    await dialogue.getByLabel(words.units, { exact: true }).fill('4')
    await dialogue.getByRole('button', { name: words.stockSubmit }).click()
    await expect(dialogue.getByText(fill(texts.fieldReasons.more_than_free, { most: 3 }))).toBeVisible()
    await dialogue.getByLabel(words.units, { exact: true }).fill('2')
    await expect(dialogue.getByRole('status')).toHaveText(fill(words.stockWillBe, { before: 3, after: 1 }))
    await dialogue.getByRole('button', { name: words.stockSubmit }).click()
    await expect(row).toContainText(fill(words.freeOf, { free: 1, stocked: 1 }))

    await row.getByRole('link').first().click()
    await page.waitForURL(/payment-pages-details/)
    await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible()
    await expectClean(page)
  })

  test(`${language}: a page is compared with its versions, brought back to one, and ended`, async ({ page, app }) => {
    const title = `Lantern row ${language}`
    const url = await newPaymentPage(app, { title })
    const ref = url.split('/').at(-1) ?? ''
    await savePage(app, ref, { version: 1, title: `${title} by night` })
    await chooseLanguage(page, language)
    await signIn(page, app, `/settings/payment-pages-details?ref=${ref}&tab=versions`)
    const dialogue = page.getByRole('dialog')
    const latest = page.getByRole('listitem').filter({ hasText: words.current })
    await latest.locator('summary').click()
    await expect(latest.getByRole('table')).toContainText(`${title} by night`)
    await expectClean(page)
    await page.getByRole('button', { name: fill(words.restoreVersion, { version: 1 }) }).click()
    await expect(dialogue.getByRole('table')).toContainText(`${title} by night`)
    await dialogue.getByRole('button', { name: words.restore }).click()
    await expect(page.getByRole('heading', { name: title, exact: true, level: 1 })).toBeVisible()
    await expect(page.getByText(fill(words.broughtBack, { version: 1 }))).toBeVisible()

    await page.getByRole('button', { name: words.more }).click()
    await page.getByRole('menuitem', { name: words.acts.cancel }).click()
    await dialogue.getByRole('button', { name: words.acts.cancel }).click()
    await expect(page.locator('header').getByText(states.availability.cancelled)).toBeVisible()
    await expect(page.getByLabel(words.takesOrders)).toHaveCount(0)
  })
}
