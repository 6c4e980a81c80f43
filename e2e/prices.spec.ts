import arabic from '#i18n/ar/console.json' with { type: 'json' }
import english from '#i18n/en/console.json' with { type: 'json' }
import { expectClean, expectFitting } from './accessible.ts'
import { chooseLanguage, signIn } from './actions.ts'
import { expect, test } from './fixtures.ts'
import { pricedAt, subscribed } from './subscribed.ts'

const languages = {
  en: { texts: english, rule: /on the 31st, or the last day of shorter months.*12:00/, february: 'Feb28', goOn: /^2 subscriptions/ },
  ar: { texts: arabic, rule: /31.*12:00/, february: 'فبراير28', goOn: /اشتراكان|اشتراكين/ },
} as const // prettier-ignore

for (const [language, { texts, rule, february, goOn }] of Object.entries(languages)) {
  const { prices, linkForm } = texts

  test(`${language}: a price of the 31st says its rule and twelve dates while it is typed, and what is missing`, async ({
    page,
    app,
  }) => {
    await chooseLanguage(page, language)
    await signIn(page, app, '/subscriptions/create-subscription-price')
    const name = page.getByLabel(prices.name, { exact: true })
    await expect(name).toBeFocused()
    await page.getByRole('button', { name: prices.createSubmit }).click()
    const amount = page.getByLabel(linkForm.amount, { exact: true })
    await expect(amount).toHaveAccessibleDescription(new RegExp(texts.fieldReasons.required))
    await expect(amount).toBeFocused()
    await expectClean(page)

    await name.fill(`Club ${language}`)
    await amount.fill('12.50')
    await page.getByLabel(prices.from, { exact: true }).fill(`${new Date().getUTCFullYear() + 1}-01-31T12:00`)
    await expect(page.getByText(rule).first()).toBeVisible()
    const dates = page.getByRole('complementary').getByRole('listitem')
    await expect(dates).toHaveCount(12)
    await expect(dates.nth(1)).toContainText(february)
    await expect(dates.nth(2)).toContainText('31')
    await expect(dates.nth(1)).toContainText('12.50')

    await page.getByLabel(prices.frequency, { exact: true }).fill('0')
    await page.getByRole('button', { name: prices.createSubmit }).click()
    await expect(page.getByLabel(prices.frequency, { exact: true })).toHaveAttribute('aria-invalid', 'true')
    await page.getByLabel(prices.frequency, { exact: true }).fill('1')
    await page.getByRole('button', { name: prices.createSubmit }).click()
    await page.waitForURL(/subscription-price\/details/)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Club ${language}`)
    await expectClean(page)
  })

  test(`${language}: a price leads to its subscriptions, and says how many keep paying it before it is cancelled`, async ({
    page,
    app,
  }) => {
    const price = await pricedAt(app, { name: `Tea ${language}`, amount: 9, frequency: 2, period: 'W' })
    await Promise.all([
      subscribed(app, price, { customer_name: 'Ada Lovelace' }),
      subscribed(app, price, { customer_name: 'Mei Tan', trial_frequency: 14, trial_period: 'D' }),
    ])
    await chooseLanguage(page, language)
    await signIn(page, app, `/subscription-price?q=${encodeURIComponent(`Tea ${language}`)}`)
    const row = page.getByRole('row').filter({ hasText: `Tea ${language}` })
    await expect(row).toContainText('9.00')
    await row.getByRole('button').click()
    await expect(page.getByRole('menuitem', { name: prices.duplicate })).toBeVisible()
    await page.keyboard.press('Escape')
    await row.getByRole('link').first().click()
    await page.waitForURL(/subscription-price\/details/)
    await expect(page.getByRole('link', { name: 'Ada Lovelace' })).toBeVisible()

    const active = page.locator('dl > div').filter({ has: page.getByText(texts.columns.active_subscriptions, { exact: true }) })
    await active.getByRole('link', { name: '2' }).click()
    await page.waitForURL(/\/subscriptions\?/)
    await expect(page.locator('tbody tr')).toHaveCount(2)
    await page.goBack()

    await page.getByRole('button', { name: prices.cancel }).click()
    const dialogue = page.getByRole('dialog')
    await expect(dialogue.getByText(goOn)).toBeVisible()
    await expectClean(page, '[role=dialog]')
    await dialogue.getByRole('button', { name: prices.cancel }).click()
    await expect(page.getByText(texts.states.price.cancelled, { exact: true }).first()).toBeVisible()
    await expect(page.getByRole('button', { name: texts.subscriptions.create })).toHaveCount(0)
    await expect(page.getByRole('button', { name: prices.duplicate })).toBeVisible()
    await page.setViewportSize({ width: 360, height: 740 })
    await expectFitting(page)
  }) // prettier-ignore
}
