import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { choose, expect, signIn, test, type RunningApp } from './fixtures.ts'

/** What the merchant's people are told, as it happens and without a reload. */
test.use({ data: 'counted' })

for (const language of ['en', 'ar'] as const)
  test(`a shopper pays, and the bell counts by itself: ${language}`, async ({ page, app, browser, context }) => {
    test.setTimeout(90_000)
    await choose(page, { language })
    await signIn(page, app, 'payment-links-user@acme.example')
    const bell = page.locator('header [aria-haspopup=dialog]')
    const count = (tab: Page) => tab.locator('header [data-unread]')
    const second = await context.newPage()
    await choose(second, { language })
    await second.goto(`${app.url}/profile`)
    const link = await makeLink(page, app)
    const before = (await count(page).count()) === 0 ? 0 : Number(await count(page).innerText())

    const shopper = await (await browser.newContext()).newPage()
    await shopper.goto(link)
    await pay(shopper)
    await expect(count(page)).toHaveText(String(before + 1), { timeout: 15_000 })
    // The other tab holds no stream of its own.
    await expect(count(second)).toHaveText(String(before + 1))

    await bell.click()
    const panel = page.getByRole('dialog')
    const first = panel.getByRole('listitem').first()
    await expect(first).toContainText('12.50 SGD')
    await expect(first).toContainText(
      language === 'ar' ? 'دُفع أحد روابط الدفع الخاصة بك' : 'A payment link of yours is paid',
    )
    const { violations } = await new AxeBuilder({ page })
      .include('[role=dialog]')
      .withTags(['wcag2a', 'wcag2aa', 'wcag22aa'])
      .analyze()
    expect(violations.map(({ id }) => id)).toEqual([])
    await first.getByRole('link').click()
    await page.waitForURL(/payment-links-details\?ref=/)
    expect(new URL(page.url()).searchParams.get('ref')).toBe(link.split('/').at(-1))
    for (const tab of [page, second])
      if (before === 0) await expect(count(tab)).toHaveCount(0)
      else await expect(count(tab)).toHaveText(String(before))
  })

test('who does not want to know is not told, and what concerns their safety cannot be switched off', async ({
  page,
  app,
}) => {
  await signIn(page, app, 'payment-pages-user@acme.example')
  await page.goto(`${app.url}/profile#notifications`)
  const own = page.getByRole('checkbox', { name: 'A payment link of yours is paid: Console' })
  await expect(own).toBeInViewport()
  await expect(page.getByRole('checkbox', { name: 'Your password was changed: Console' })).toBeDisabled()
  await own.uncheck()
  await expect(page.getByText('Notification Settings Updated successfully')).toBeVisible()
  await page.reload()
  await expect(own).not.toBeChecked()
})

/** By the API in the page's own name: the form has a test of its own. */
async function makeLink(page: Page, app: RunningApp): Promise<string> {
  await page.goto(`${app.url}/payment-links/create-payment-links`)
  await page.locator('form input').first().waitFor()
  await page.locator('input[inputmode="decimal"], input[name="amount"]').first().fill('12.50')
  await page.locator('form button[type="submit"]').click()
  await page.waitForURL(/payment-links-details/)
  return (
    await page
      .getByText(/\/pay\/[0-9A-Za-z]{27}/)
      .first()
      .innerText()
  ).trim()
}

async function pay(page: Page): Promise<void> {
  await page.locator('#number').fill('4242424242424242')
  await page.locator('#expiry').fill('12/34')
  await page.locator('#cvc').fill('123')
  await page.locator('#holder').fill('Mei Tan')
  await page.locator('[data-pay]').click()
  await expect(page.locator('[data-panel="thanks"]')).toBeVisible({ timeout: 15_000 })
}
