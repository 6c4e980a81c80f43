import type { Locator, Page } from '@playwright/test'
import { chooseColours, expectClean } from './accessible.ts'
import { chooseLanguage, goTo, newLink, payByCard, signIn, someoneElse } from './actions.ts'
import { expect, test } from './fixtures.ts'

test('the screen of methods leads from its numbers to the payments, as a table and a file too', async ({
  page,
  app,
}) => {
  await signIn(page, app, '/analytics/payment-methods')
  const card = (name: string) => page.getByRole('region', { name, exact: true })
  const reason = card('Why attempts fail').getByRole('listitem').first()
  await expect(reason).toBeVisible({ timeout: 15_000 })
  await expectList(page, reason.getByRole('link'), await numberIn(reason.locator('bdi[dir=ltr]').first()))
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    card('Why attempts fail').getByRole('button', { name: 'Why attempts fail as a file' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('Why attempts fail.csv')
  await card('Success by method').getByRole('button', { name: 'Success by method as a table' }).click()
  const row = page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: 'Card', exact: true }) })
  await expect(row.first()).toHaveText(/\d+\.\d%/)
  await expectClean(page)
})

test('revenue adds up from the volume to the net', async ({ page, app }) => {
  await signIn(page, app, '/analytics/revenue')
  const card = (name: string) => page.getByRole('region', { name, exact: true })
  const amounts = card('From volume to net').locator('bdi[dir=ltr]')
  await expect(amounts).toHaveCount(6, { timeout: 15_000 })
  const [volume = 0, ...rest] = (await amounts.allInnerTexts()).map(cents)
  const net = rest.pop()
  expect(volume).toBeGreaterThan(0)
  expect(rest.reduce((left, part) => left + part, volume)).toBe(net)
  await expectClean(page)
})

test('the funnel counts a link when a shopper opens it, once, and leads to the links that it counts', async ({
  page,
  app,
  browser,
}) => {
  await signIn(page, app, '/analytics/sales')
  const steps = page.getByRole('region', { name: 'Payment link funnel', exact: true }).getByRole('listitem')
  const numbers = async () => {
    await expect(steps).toHaveCount(4, { timeout: 15_000 })
    return Promise.all([0, 1].map((step) => numberIn(steps.nth(step).locator('bdi[dir=ltr]').first())))
  }
  const [made = 0, opened = 0] = await numbers()
  const shopper = await someoneElse(browser)
  const link = await newLink(app)
  await Promise.all([shopper.waitForResponse(/\/opened$/), shopper.goto(link)])
  await shopper.goto(link)
  await page.reload()
  expect(await numbers()).toEqual([made + 1, opened + 1])
  await expectList(page, steps.nth(1).getByRole('link'), opened + 1, /\/payment-links\?/)
})

test('the screens of analytics in Arabic, on a wide dark screen and a narrow one', async ({ page, app }) => {
  await chooseLanguage(page, 'ar')
  await signIn(page, app, '/analytics/sales')
  const card = (name: string) => page.getByRole('region', { name, exact: true })
  await expect(page.getByRole('heading', { level: 1, name: 'المبيعات' })).toBeVisible({ timeout: 15_000 })
  await expect(card('حجم المبيعات حسب المصدر').getByRole('listitem').first()).toBeVisible({ timeout: 15_000 })
  await chooseColours(page, 'dark')
  await expectClean(page)
  await page.setViewportSize({ width: 360, height: 740 })
  await goTo(page, app, '/analytics/environment')
  await expect(card('النجاح حسب الجهاز').getByRole('listitem').first()).toBeVisible({ timeout: 15_000 })
  await expectClean(page)
})

test('a chart that cannot be read says so in its place, and the others stand', async ({ page, app }) => {
  await page.route(/\/declines$/, (route) => route.fulfill({ status: 500, json: { message: 'INTERNAL_ERROR' } }))
  await signIn(page, app, '/analytics/payment-methods')
  const failed = page.getByRole('region', { name: 'Why attempts fail', exact: true })
  await expect(failed.getByRole('alert').getByRole('button', { name: 'Try again' })).toBeVisible({ timeout: 15_000 })
  const methods = page.getByRole('region', { name: 'Success by method', exact: true })
  await expect(methods.getByRole('listitem').first()).toBeVisible()
})

test('monitoring is up to date within seconds of a payment, and leads to the payments of the hour', async ({
  page,
  app,
  browser,
}) => {
  const shopper = await someoneElse(browser)
  await shopper.goto(await newLink(app))
  await signIn(page, app, '/analytics/monitoring')
  const tile = page.getByRole('listitem').filter({ has: page.getByRole('link', { name: 'Paid', exact: true }) })
  const value = tile.locator('bdi[dir=ltr]').first()
  await expect(value).toBeVisible({ timeout: 15_000 })
  const before = await numberIn(value)
  await payByCard(shopper)
  await expect(shopper.getByRole('heading', { name: /paid|thank/i })).toBeVisible({ timeout: 15_000 })
  await expect(value).toHaveText(String(before + 1), { timeout: 5_000 })
  const card = (name: string) => page.getByRole('region', { name, exact: true })
  await expect(
    card('Channels in the last 24 hours').getByRole('img', { name: /^Simulator: .*Resting: / }),
  ).toBeVisible()
  const webhook = card('Webhooks in the last hour').getByRole('listitem').first()
  await expect(webhook).toContainText(/Delivered: .\d+. · None waiting/)
  await expectClean(page)
  await card('Channels in the last 24 hours')
    .getByRole('button', { name: /as a table/ })
    .click()
  await expect(card('Channels in the last 24 hours').getByRole('row', { name: /^Simulator Resting / })).not.toHaveCount(
    0,
  )
  await expectList(page, tile.getByRole('link', { name: 'Paid', exact: true }), before + 1)
})

test('an alert is created, switched off and deleted, and says what is wrong in its form', async ({ page, app }) => {
  await signIn(page, app, '/analytics/monitoring')
  await page.getByRole('button', { name: 'New alert', exact: true }).click()
  const form = page.getByRole('dialog', { name: 'New alert' })
  await form.getByLabel('Name').fill('Success falls')
  await form.getByLabel('Threshold').fill('101')
  await form.getByRole('button', { name: 'New alert' }).click()
  await expect(form.getByText('Too large.')).toBeVisible()
  await form.getByLabel('Threshold').fill('72.5')
  await expectClean(page)
  await form.getByRole('button', { name: 'New alert' }).click()
  const row = page.getByRole('row', { name: /Success falls/ })
  await expect(row).toContainText(/Success rate below .?72.5%.? for .?15 minutes/)
  await row.getByRole('button', { name: 'Switch off' }).click()
  await expect(row.getByText('Off', { exact: true })).toBeVisible()
  await expectClean(page)
  await row.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('dialog', { name: 'Delete this alert?' }).getByRole('button', { name: 'Delete' }).click()
  await expect(row).toHaveCount(0)
})

const numberIn = async (locator: Locator) => Number((await locator.innerText()).replaceAll(',', ''))
/** An amount such as '−1,234.50 SGD' in cents. */
const cents = (text: string) => Math.round(Number(text.replaceAll('−', '-').replaceAll(/[^\d.-]/g, '')) * 100)

/** Follows a link, reads the total under the list, and comes back. */
async function expectList(
  page: Page,
  link: Locator,
  total: number,
  list = /\/transactions\/payments\?/,
): Promise<void> {
  await link.click()
  await page.waitForURL(list)
  await expect(page.locator('footer [role=status]')).toHaveText(new RegExp(`of ${total.toLocaleString('en')}$`))
  await page.goBack()
  await page.waitForURL(/\/analytics\//)
}
