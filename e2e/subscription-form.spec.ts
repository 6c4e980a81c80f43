import arabic from '#i18n/ar/console.json' with { type: 'json' }
import english from '#i18n/en/console.json' with { type: 'json' }
import { expectClean, expectFitting } from './accessible.ts'
import { chooseLanguage, signIn } from './actions.ts'
import { expect, test } from './fixtures.ts'
import { pricedAt } from './subscribed.ts'

for (const [language, texts] of Object.entries({ en: english, ar: arabic })) {
  const { subscriptionForm: words, linkForm } = texts

  test(`${language}: a subscription previews its charges while it is typed, says what is missing, and gets a link`, async ({
    page,
    app,
  }) => {
    await pricedAt(app, { name: `Yoga ${language}`, amount: 40 })
    await chooseLanguage(page, language)
    await signIn(page, app, '/subscriptions/create-subscriptions')
    const submit = page.getByRole('button', { name: words.submit })
    const price = page.getByRole('combobox', { name: texts.subscriptions.price })
    await expect(page.getByText(words.previewNeeds)).toBeVisible()
    await submit.click()
    await expect(price).toHaveAccessibleDescription(new RegExp(texts.fieldReasons.required))
    await price.fill(`Yoga ${language}`)
    await page.getByRole('option', { name: new RegExp(`Yoga ${language}`) }).click()

    const aside = page.getByRole('complementary')
    const charges = aside.getByRole('listitem').filter({ has: page.locator('time') })
    await expect(charges).toHaveCount(12)
    await page.getByLabel(linkForm.customerName, { exact: true }).fill('Mei Tan')
    await page.getByLabel(linkForm.email, { exact: true }).fill(`mei.${language}@example.com`)
    await page.getByLabel(words.beginnings.trial).check()
    await page.getByLabel(words.endings.count).check()
    await submit.click()
    const count = page.getByLabel(words.count, { exact: true })
    await expect(count).toHaveAccessibleDescription(new RegExp(texts.fieldReasons.required))
    await expect(count).toBeFocused()
    await count.fill('3')
    await expect(charges).toHaveCount(3)
    await page.getByText(words.costs, { exact: true }).click()
    await page.getByRole('button', { name: words.addCost }).click()
    await page.getByLabel(words.costName, { exact: true }).last().fill('Mat')
    await page.getByLabel(linkForm.amount, { exact: true }).fill('15')
    await expect(charges.first()).toContainText('55.00')
    await expect(charges.nth(1)).toContainText('40.00')
    await expect(aside.getByText(words.dueNow).locator('..')).toContainText('0.00')
    await expectClean(page)

    await submit.click()
    await page.waitForURL(/subscriptions\/details/)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Mei Tan')
    await expect(page.getByText(texts.states.subscription.created, { exact: true })).toBeVisible()
    await expect(page.getByText(/\/pay\/[0-9A-Za-z]{27}/)).toBeVisible()
    await expectClean(page)
    await page.setViewportSize({ width: 360, height: 740 })
    await expectFitting(page)
  })
}

test('a subscription on demand asks for its most, and has no calendar', async ({ page, app }) => {
  const { order_ref: price } = await pricedAt(app, { name: 'Power', plan_type: 'ONDEMAND' })
  await signIn(page, app, `/subscriptions/create-subscriptions?price=${price}`)
  await expect(page.getByLabel(english.subscriptionForm.maxAmount, { exact: true })).toBeVisible()
  await expect(page.getByLabel(english.subscriptions.quantity, { exact: true })).toHaveCount(0)
  await expect(page.getByText(english.subscriptionForm.begins, { exact: true })).toHaveCount(0)
  await page.getByLabel(english.subscriptionForm.maxAmount, { exact: true }).fill('200')
  await page.getByRole('button', { name: english.subscriptionForm.submit }).click()
  await page.waitForURL(/subscriptions\/details/)
})
