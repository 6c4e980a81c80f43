import type { Page } from '@playwright/test'
import { expectClean } from './accessible.ts'
import { chooseLanguage, newLink, payByCard, signIn, someoneElse } from './actions.ts'
import { expect, test } from './fixtures.ts'

/** What the merchant's people are told, as it happens and without a reload. */
test.use({ data: 'counted' })

for (const language of ['en', 'ar'] as const)
  test(`a shopper pays, and the bell counts by itself: ${language}`, async ({ page, app, browser, context }) => {
    test.setTimeout(90_000)
    await chooseLanguage(page, language)
    const username = 'payment-links-user@acme.example'
    const link = await newLink(app, { username, amount: 12.5 })
    const counted = page.waitForResponse(/\/notifications$/)
    await signIn(page, app, '/payment-links', username)
    const { unread: before } = (await (await counted).json()) as { unread: number }
    const bell = page.locator('header [aria-haspopup=dialog]')
    const count = (tab: Page) => tab.locator('header [data-unread]')
    const second = await context.newPage()
    await chooseLanguage(second, language)
    await second.goto(`${app.url}/profile`)

    const shopper = await someoneElse(browser)
    await shopper.goto(link)
    await payByCard(shopper)
    await expect(count(page)).toHaveText(String(before + 1), { timeout: 15_000 })
    // The other tab holds no stream of its own.
    await expect(count(second)).toHaveText(String(before + 1))

    await bell.click()
    const panel = page.getByRole('dialog')
    const first = panel.getByRole('listitem').first()
    await expect(first).toContainText('12.50 SGD')
    await expect(first).toContainText(language === 'ar' ? 'سُدِّد رابط دفع' : 'Payment link paid')
    await expectClean(page, '[role=dialog]')
    await first.getByRole('link').click()
    await page.waitForURL(/payment-links-details\?ref=/)
    expect(new URL(page.url()).searchParams.get('ref')).toBe(link.split('/').at(-1))
    for (const tab of [page, second]) await expect(count(tab)).toHaveText(before === 0 ? [] : [String(before)])
  })

test('who does not want to know is not told, and what concerns their safety cannot be switched off', async ({
  page,
  app,
}) => {
  await signIn(page, app, '/profile#notifications', 'payment-pages-user@acme.example')
  const own = page.getByRole('checkbox', { name: 'Payment link paid: Console' })
  await expect(own).toBeInViewport()
  await expect(page.getByRole('checkbox', { name: 'Password changed: Console' })).toBeDisabled()
  await own.uncheck()
  await expect(page.getByText('Notification settings saved')).toBeVisible()
  await page.reload()
  await expect(own).not.toBeChecked()
})
