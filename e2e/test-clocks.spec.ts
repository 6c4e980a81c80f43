import arabic from '#i18n/ar/console.json' with { type: 'json' }
import english from '#i18n/en/console.json' with { type: 'json' }
import { expectClean } from './accessible.ts'
import { chooseLanguage, goTo, signIn, someoneElse } from './actions.ts'
import { expect, test } from './fixtures.ts'
import { agreeByCard, newSubscription } from './subscriptions.ts'

for (const [language, texts] of Object.entries({ en: english, ar: arabic })) {
  const { testClocks, clockEvents, states } = texts

  test(`${language}: a year of a subscription goes by on a test clock`, async ({ page, app, browser }) => {
    const name = `Year one ${language}`
    await chooseLanguage(page, language)
    await signIn(page, app, '/subscriptions?tab=clocks')
    await page.getByRole('button', { name: testClocks.create }).click()
    await page.getByRole('dialog').getByLabel(testClocks.name).fill(name)
    await page.getByRole('dialog').getByRole('button', { name: testClocks.createSubmit }).click()
    await expect(page.getByText(testClocks.noEvents)).toBeVisible()
    const clock = new URL(page.url()).searchParams.get('clock') ?? ''

    const ref = await newSubscription(app, { test_clock: clock, customer_email_address: 'mei@example.com' })
    const customer = await someoneElse(browser)
    await customer.goto(`${app.url}/pay/${ref}?lang=${language}`)
    await agreeByCard(customer, '4000000000007015')
    await expect(customer.locator('[data-pay]')).toBeHidden({ timeout: 10_000 })
    await goTo(page, app, `/subscriptions/details?ref=${ref}`)
    await expect(page.getByText(states.subscription.active, { exact: true }).first()).toBeVisible()
    await expect(page.getByRole('link', { name })).toBeVisible()
    await expectClean(page)

    await page.getByRole('link', { name }).click()
    await page.getByRole('button', { name: testClocks.advance }).click()
    const steps = page.getByRole('dialog').getByRole('group', { name: testClocks.by }).getByRole('button')
    await steps.last().click()
    await expectClean(page)
    await page.getByRole('dialog').getByRole('button', { name: testClocks.advance }).click()
    await expect(page.getByText(states.testClock.ready, { exact: true })).toBeVisible({ timeout: 15_000 })
    const happened = (event: string) => page.locator('main table').getByText(event, { exact: true })
    await expect(happened(clockEvents.charge_paid)).toHaveCount(12)
    await expect(happened(clockEvents.charge_failed)).toHaveCount(1)
    await expect(happened(clockEvents.recovered)).toHaveCount(1)
    await expectClean(page)

    await page.getByRole('button', { name: testClocks.delete, exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: testClocks.delete, exact: true }).click()
    // Other clocks of this merchant may be there.
    await expect(page.getByRole('button', { name: testClocks.create })).toBeVisible()
    await expect(page.getByText(name)).toBeHidden()
  })
}
