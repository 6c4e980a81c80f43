import type { Page } from '@playwright/test'
import { newLink, payByCard, signIn, someoneElse } from './actions.ts'
import { expect, test } from './fixtures.ts'

/** The dashboard while somebody pays: what it shows is there at once, and leads to the list that counts to it. */
test('a payment shows on the dashboard within two seconds, and each number leads to its list', async ({
  page,
  app,
  browser,
}) => {
  test.setTimeout(90_000)
  const username = 'admin@delta.example'
  const link = await newLink(app, { username, amount: 42_000, currency: 'KRW' })
  await signIn(page, app, '/dashboard', username)
  const count = page.getByRole('listitem').filter({ has: page.getByRole('link', { name: 'Payments', exact: true }) })
  const before = await numberIn(count.locator('bdi').first())

  const shopper = await someoneElse(browser)
  await shopper.goto(link)
  await payByCard(shopper)
  await expect(shopper.locator('[data-panel="thanks"]')).toBeVisible({ timeout: 15_000 })
  await expect(count.locator('bdi').first()).toHaveText((before + 1).toLocaleString('en'), { timeout: 2_000 })

  // The tile's number is the list's total; so is a slice's of the ring, and a bar's of the chart.
  await expectList(page, count.getByRole('link'), before + 1)
  const failed = page.locator('li').filter({ has: page.getByRole('link', { name: 'Failed', exact: true }) })
  await expectList(page, failed.getByRole('link'), await numberIn(failed.locator('bdi[dir=ltr]').first()))
  await page.getByRole('link', { name: 'Hour', exact: true }).click()
  await page.waitForURL(/period=hour/)
  const bars = page.getByRole('group', { name: 'Payments over time by status' }).locator('a')
  await expect(bars).toHaveCount(24)
  const bar = bars.last()
  const told = String(await bar.getAttribute('aria-label'))
  const attempts = [...told.matchAll(/(?:Succeeded|Failed|Expired|Pending|Initiated|Authorised) ([\d,]+)/g)]
  await expectList(
    page,
    bar,
    attempts.reduce((all, [, number = '']) => all + Number(number.replaceAll(',', '')), 0),
  )

  // From bar to bar by the keyboard, and the same numbers as a table.
  await bars.last().focus()
  await page.keyboard.press('ArrowLeft')
  await expect(bars.nth(22)).toBeFocused()
  await page.getByRole('button', { name: 'Volume over time as a table' }).click()
  await expect(page.getByRole('region', { name: 'Volume over time' }).getByRole('row')).toHaveCount(25)

  // The latest payments say so when they cannot be read.
  await page.route(/latest-txns/, (route) => route.fulfill({ status: 500, json: { message: 'INTERNAL_ERROR' } }))
  await page.reload()
  await expect(page.getByRole('alert').getByRole('button', { name: 'Try again' })).toBeVisible({ timeout: 15_000 })
})

const numberIn = async (locator: ReturnType<Page['locator']>) => {
  await expect(locator).toHaveText(/\d/)
  return Number((await locator.innerText()).replaceAll(',', ''))
}

/** Follows a link, reads the total under the list, and comes back. */
async function expectList(page: Page, link: ReturnType<Page['locator']>, total: number): Promise<void> {
  await link.click()
  await page.waitForURL(/\/transactions\/payments\?/)
  const words = new RegExp(`of ${total.toLocaleString('en')}$`)
  if (total === 0) await expect(page.getByText('Nothing matches')).toBeVisible()
  else await expect(page.locator('footer [role=status]')).toHaveText(words)
  await page.goBack()
  await page.waitForURL(/\/dashboard/)
}
