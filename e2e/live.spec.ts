import type { Page } from '@playwright/test'
import { fillSignIn, newLink, payByCard, signIn, someoneElse } from './actions.ts'
import { expect, test } from './fixtures.ts'

/** What a screen does when something happens elsewhere. */
test.use({ data: 'counted' })

const refOf = (link: string) => link.split('/').at(-1) ?? ''
const linkPage = (link: string) => `/payment-links-details?ref=${refOf(link)}`
/** The state beside the heading. */
const paid = (page: Page) => page.locator('main').getByText('Paid', { exact: true }).first()
/** A first load on a busy machine. */
const slow = { timeout: 15_000 }
/** What the browser does when somebody comes back to the tab. */
const lookAgain = (page: Page) => page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))

test('a link that is paid elsewhere shows it within two seconds, and the lists say what is new', async ({
  page,
  app,
  browser,
  context,
}) => {
  test.setTimeout(90_000)
  const shopper = await someoneElse(browser)
  await shopper.goto(await newLink(app))
  await payByCard(shopper)
  await expect(shopper.getByRole('heading', { name: /paid|thank/i })).toBeVisible(slow)
  const link = await newLink(app)
  await signIn(page, app, linkPage(link))
  await expect(page.getByRole('button', { name: 'Cancel link' })).toBeVisible(slow)
  const list = await context.newPage()
  await list.goto(`${app.url}/transactions/payments`)
  await expect(list.getByRole('row').nth(1).getByRole('link')).toBeVisible(slow)
  const firstRow = await list.getByRole('row').nth(1).innerText()
  await page.bringToFront()

  await shopper.goto(link)
  await payByCard(shopper)
  await expect(shopper.getByRole('heading', { name: /paid|thank/i })).toBeVisible({ timeout: 15_000 })
  await expect(paid(page)).toBeVisible({ timeout: 2_000 })
  await expect(page.getByRole('button', { name: 'Cancel link' })).toHaveCount(0)

  // The rows stay where they are until somebody wants the new ones.
  const more = list.getByRole('button', { name: '1 new payment', exact: true })
  await expect(more).toBeVisible()
  expect(await list.getByRole('row').nth(1).innerText()).toBe(firstRow)
  await more.click()
  await expect(list.getByRole('row').nth(1)).not.toHaveText(firstRow)
  await expect(more).toHaveCount(0)
})

test('without the stream nothing is noticed until somebody looks again', async ({ page, app, browser }) => {
  test.setTimeout(60_000)
  const link = await newLink(app)
  await page.route('**/notifications/stream', (route) => route.abort())
  await signIn(page, app, linkPage(link))
  const cancel = page.getByRole('button', { name: 'Cancel link' })
  await expect(cancel).toBeVisible(slow)
  const shopper = await someoneElse(browser)
  await shopper.goto(link)
  await payByCard(shopper)
  await expect(shopper.getByRole('heading', { name: /paid|thank/i })).toBeVisible({ timeout: 15_000 })
  await expect(paid(page)).toHaveCount(0)
  await expect(async () => {
    await lookAgain(page)
    await expect(paid(page)).toBeVisible({ timeout: 500 })
  }).toPass({ timeout: 10_000 })
})

test('a list that was left shows what came meanwhile when it is opened again', async ({ page, app, context }) => {
  await signIn(page, app, '/payment-links')
  const open = await context.newPage()
  for (const list of [open, page]) {
    await list.goto(`${app.url}/payment-links`)
    await expect(list.getByRole('row').nth(1).getByRole('link')).toBeVisible(slow)
  }
  await page.getByRole('link', { name: 'Dashboard' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
  const link = await newLink(app)
  await expect(open.getByRole('button', { name: '1 new payment link', exact: true })).toBeVisible()
  await page.getByRole('link', { name: 'Payment links' }).click()
  await expect(page.locator(`main a[href*="${refOf(link)}"]`).first()).toBeVisible()
})

test('a session that ends elsewhere says so, and signing in again leads back', async ({ page, app, browser }) => {
  test.setTimeout(60_000)
  const username = 'payment-user@acme.example'
  await signIn(page, app, '/profile', username)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible(slow)
  const other = await someoneElse(browser)
  await signIn(other, app, '/profile', username)
  const revoked = other.waitForResponse(/revoke-others/)
  await other.getByRole('button', { name: 'End all others' }).click()
  await other.getByRole('dialog').getByRole('button', { name: 'End all others' }).click()
  await revoked
  await page.waitForURL(/\/login\?redirectFrom=/, { timeout: 10_000 })
  await expect(page.getByText('You were signed out on another device.')).toBeVisible()
  await expect(page.getByLabel('E-mail')).toHaveValue(username)
  await fillSignIn(page, username)
  await page.waitForURL(/\/profile$/)
})
