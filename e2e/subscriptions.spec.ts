import arabic from '#i18n/ar/console.json' with { type: 'json' }
import english from '#i18n/en/console.json' with { type: 'json' }
import { expectClean } from './accessible.ts'
import { chooseLanguage, goTo, signIn } from './actions.ts'
import { expect, test } from './fixtures.ts'
import { offered, pricedAt, subscribed } from './subscribed.ts'

for (const [language, texts] of Object.entries({ en: english, ar: arabic })) {
  const { subscriptions: words, retryRules } = texts

  test(`${language}: retry rules say what each reason of a decline leads to, while they are typed`, async ({
    page,
    app,
  }) => {
    await chooseLanguage(page, language)
    await signIn(page, app, '/subscriptions?tab=rules')
    const fields = page.getByRole('group', { name: retryRules.days }).getByRole('textbox')
    await expect(fields).toHaveCount(4)
    await fields.nth(1).fill('9')
    await page.getByRole('button', { name: texts.settings.save }).click()
    await expect(page.getByText(texts.fieldReasons.not_rising)).toBeVisible()
    await page.getByLabel(retryRules.lastActs.keep.title).check()
    for (const at of [3, 2, 1]) await page.getByRole('button', { name: filled(retryRules.remove, at + 2) }).click()
    await expect(page.getByText(language === 'en' ? 'It is tried again 1 day after' : 'بعد 1 يوم')).toBeVisible()
    const reason = page.getByText(texts.declines.FUNDS_LIMIT_ERROR)
    await page.locator('details').filter({ has: reason }).locator('summary').click()
    await expect(reason).toBeVisible()
    await expectClean(page)
    await page.getByRole('button', { name: texts.settings.save }).click()
    await expect(page.getByRole('button', { name: texts.settings.save })).toBeDisabled()
    for (const day of ['3', '5', '7']) {
      await page.getByRole('button', { name: retryRules.add }).click()
      await fields.last().fill(day)
    }
    await page.getByLabel(retryRules.lastActs.cancel.title).check()
    // The button is off while it saves, too, and the other language begins with these rules.
    const saved = page.waitForResponse(/retry-rules/)
    await page.getByRole('button', { name: texts.settings.save }).click()
    expect((await saved).status()).toBe(200)
  })

  test(`${language}: a merchant without any sees what they are for, and how to begin`, async ({ page, app }) => {
    await chooseLanguage(page, language)
    await signIn(page, app, '/subscriptions', 'admin@borneo.example')
    await expect(page.getByText(words.emptyTitle)).toBeVisible()
    await expect(page.getByRole('region', { name: words.figures.title })).toHaveCount(0)
    await expectClean(page)
    await goTo(page, app, '/subscription-price')
    await expect(page.getByText(texts.prices.emptyTitle)).toBeVisible()
    await goTo(page, app, '/subscriptions/create-subscriptions')
    await expect(page.getByText(texts.subscriptionForm.noPrices)).toBeVisible()
    // Another merchant's are not there either.
    const price = await pricedAt(app)
    const absent = [
      ['/subscriptions/details', await offered(app, price), texts.missing.subscription],
      ['/subscription-price/details', price.order_ref, texts.missing.price],
    ] as const
    for (const [path, ref, says] of absent) {
      await page.goto(`${app.url}${path}?ref=${ref}`)
      await expect(page.getByText(says)).toBeVisible()
    }
    await expectClean(page)
  })
}

/** A text with its number. */
const filled = (text: string, number: number) => text.replace('{{number, number}}', String(number))

test('without a mouse: a subscription is found by its customer’s e-mail, and cancelled from its row', async ({ page, app }) => {
  const price = await pricedAt(app, { name: 'Keys' })
  await subscribed(app, price, { customer_name: 'Ada Keys', customer_email_address: 'ada.keys@example.com' })
  await signIn(page, app, '/subscriptions')
  await page.locator('tbody a').first().waitFor()
  await expect(async () => {
    await page.keyboard.press('Control+k')
    await expect(page.getByRole('combobox', { name: 'Search and commands' })).toBeFocused({ timeout: 1_000 })
  }).toPass()
  await page.keyboard.type('ada.keys@example.com')
  // Whatever else bears that address.
  const found = page.getByRole('option', { name: /^[^·]* Subscription · Ada Keys/ })
  await found.waitFor()
  while ((await found.getAttribute('aria-selected')) === 'false') await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.waitForURL(/subscriptions\/details/)
  await page.keyboard.press('g')
  await page.keyboard.press('t')
  await page.waitForURL(/\/subscriptions$/)
  await page.locator('tbody a').first().waitFor()
  await page.keyboard.press('/')
  await page.keyboard.type('Ada Keys')
  await expect(page.locator('tbody tr')).toHaveCount(1)
  await page.getByRole('button', { name: /^Actions for .*Ada Keys/ }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: 'Change', exact: true }).waitFor()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('menuitem', { name: 'Change', exact: true })).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await expect(page.getByRole('menuitem', { name: 'Cancel subscription' })).toBeFocused()
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel subscription' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.locator('tbody tr').getByText('Cancelled')).toBeVisible()
}) // prettier-ignore

test('a list that does not come says so and is asked for again', async ({ page, app }) => {
  let broken = true
  await page.route(/\/subscription\/[^/]+\/list$/, (route) => (broken ? route.fulfill({ status: 400, body: '{}' }) : route.continue()))
  await signIn(page, app, '/subscriptions')
  const again = page.getByRole('button', { name: 'Try again' })
  await expect(again).toBeVisible()
  await expectClean(page)
  broken = false
  await again.click()
  await expect(page.locator('tbody a').first()).toBeVisible()
}) // prettier-ignore
