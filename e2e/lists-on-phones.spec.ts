import { expectFitting, expectNothingSideways } from './accessible.ts'
import { chooseLanguage, goTo, signIn } from './actions.ts'
import { expect, test } from './fixtures.ts'

/** Every screen with a list, as a master sees it. */
const lists = [
  '/transactions/payments',
  '/payment-links',
  '/master-merchant',
  '/accounts',
  '/audit-log',
  '/support/tickets',
]
const tables = [
  '/master-merchant?tab=invites',
  '/integration/api-webhooks?tab=webhooks',
  '/developers/api?call=createPaymentLink',
  '/transactions/refund-batches',
  '/profile',
]
const phone = { width: 360, height: 740 }

for (const language of ['en', 'ar'] as const)
  test(`on a phone no list is wider than the window: ${language}`, async ({ page, app }) => {
    await page.setViewportSize(phone)
    await chooseLanguage(page, language)
    await signIn(page, app, lists[0] ?? '', 'admin@atlas.example')
    await expect(page.locator('[data-row]').first()).toContainText(/\d [A-Z]{3}/)
    for (const path of [...lists, ...tables]) {
      await goTo(page, app, path)
      await expect(page.locator('[data-row]').or(page.locator('h2')).first()).toBeVisible()
      await expectNothingSideways(page)
    }
    // The merchant's name has room beside the choice of the environment.
    expect((await page.locator('header bdi').first().boundingBox())?.width).toBeGreaterThan(60)
  })

test('what a table cuts short has the whole line on a phone', async ({ page, app }) => {
  await page.setViewportSize(phone)
  await signIn(page, app, '/accounts')
  const address = page.getByText('payment-channel-configurator@acme.example')
  const line = await page.getByText('Payment channels configurator', { exact: true }).boundingBox()
  expect((await address.boundingBox())?.height).toBeLessThan(1.5 * (line?.height ?? 0))
})

test('a name without a blank is broken where it has to be', async ({ page, app }) => {
  const name = 'Maasdijkenbergsveld'.repeat(6)
  await page.route(/\/subUser\/[^/]+$/, async (route) => {
    const response = await route.fetch()
    const json = (await response.json()) as { content: object }
    await route.fulfill({ response, json: { ...json, content: { ...json.content, name } } })
  })
  await page.setViewportSize(phone)
  await signIn(page, app, '/accounts')
  await page.locator('main a[href*="user-details"]').first().click()
  await expect(page.locator('h1')).toHaveText(name)
  await expectFitting(page)
})

test('on a phone one button opens all that narrows a list', async ({ page, app }) => {
  await page.setViewportSize(phone)
  await signIn(page, app, '/transactions/payments')
  await page.getByRole('button', { name: 'Filters' }).click()
  const sheet = page.getByRole('dialog', { name: 'Filters' })
  await sheet.getByRole('button', { name: 'Refunds' }).click()
  await sheet.getByRole('checkbox', { name: 'Partly refunded' }).check()
  await sheet.getByRole('button', { name: 'Apply' }).click()
  await expect(page).toHaveURL(/refunds=partial/)
  await sheet.getByLabel('Sort by').selectOption({ label: 'Amount, ascending' })
  await expect(page).toHaveURL(/sort=amount/)
  await sheet.getByRole('button', { name: 'Columns' }).click()
  await expect(sheet.getByRole('button', { name: 'Reset to default' })).toBeVisible()
  await sheet.getByRole('button', { name: 'Show results' }).click()
  await expect(sheet).toBeHidden()
  await expect(page.getByRole('button', { name: 'Filters 1' })).toBeFocused()
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/payment-details/)
})

test('no choice of a filter is a code', async ({ page, app }) => {
  await page.setViewportSize(phone)
  await signIn(page, app, '/dashboard', 'admin@atlas.example')
  for (const path of lists) {
    await goTo(page, app, path)
    await page.getByRole('button', { name: 'Filters' }).click()
    for (const fold of await page.locator('dialog[open] button[aria-expanded]').all()) {
      await fold.click()
      const labels = await page.locator('dialog[open] [role=group] label').allInnerTexts()
      expect(
        labels.filter((label) => /^\p{Ll}|_/u.test(label)),
        path,
      ).toEqual([])
      if (await page.locator('dialog[open] input[type=search]').isVisible()) await fold.click()
    }
    await page.keyboard.press('Escape')
  }
})
