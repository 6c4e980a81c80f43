import { signIn } from './actions.ts'
import { expect, test } from './fixtures.ts'

/** What a screen does when the server or the network is away, and for addresses without a screen. */
test.use({ data: 'counted' })

/** A first load on a busy machine. */
const slow = { timeout: 15_000 }

for (const status of [503, 0])
  test(`after a load that gets ${status || 'no'} answer about the session, it is asked again and nobody has to sign in`, async ({
    page,
    app,
  }) => {
    await signIn(page, app, '/profile')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible(slow)
    let failing = true
    await page.route('**/api/account/session', (route) => {
      if (!failing || route.request().method() !== 'POST') return route.continue()
      return status ? route.fulfill({ status, body: '{}' }) : route.abort()
    })
    await page.reload()
    await expect(page.getByRole('alert')).toContainText("We can't connect right now")
    expect(new URL(page.url()).pathname).toBe('/profile')
    failing = false
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Your profile' })).toBeVisible()
  })

test('a busy server that refuses a sign-in is asked again without a word', async ({ page, app }) => {
  let refusals = 0
  await page.route('**/api/account/login', (route) => {
    refusals += 1
    const headers = { 'retry-after': '1' }
    return refusals > 1 ? route.continue() : route.fulfill({ status: 503, headers, body: '{}' })
  })
  await page.goto(`${app.url}/login`)
  await page.getByLabel('E-mail').fill('admin@acme.example')
  await page.getByLabel('Password', { exact: true }).fill('countinghouse-demo-1')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL('**/dashboard')
  expect(refusals).toBe(2)
})

test('offline is said at the top, and what failed comes back with the network', async ({ page, app, context }) => {
  await signIn(page, app, '/payment-links')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible(slow)
  await context.setOffline(true)
  const line = page.getByText(/^You're offline/)
  await expect(line).toBeVisible()
  await page.getByRole('navigation').getByRole('link', { name: 'Audit log' }).click()
  await expect(page.getByRole('alert')).toContainText("We couldn't load this page")
  await context.setOffline(false)
  await expect(page.getByRole('heading', { level: 1, name: 'Audit log' })).toBeVisible()
  await expect(line).toHaveCount(0)
  // A list that was asked for without network is asked for again.
  await context.setOffline(true)
  await page.getByRole('searchbox').fill('nothing')
  await expect(page.getByRole('alert')).toContainText("We couldn't load this", { timeout: 10_000 })
  await context.setOffline(false)
  await expect(page.getByText('Nothing matches')).toBeVisible()
})

test('addresses that are not there say so, by what is missing', async ({ page, app }) => {
  await signIn(page, app, '/payment-links-details?ref=none')
  await expect(page.getByRole('heading', { name: "We couldn't find this payment link" })).toBeVisible()
  await expect(page.getByRole('link', { name: /^Back to/ })).toBeVisible()
  await page.goto(`${app.url}/transactions/payments/payment-details?order_ref=none`)
  await expect(page.getByRole('heading', { name: "We couldn't find this payment" })).toBeVisible()
  await page.goto(`${app.url}/transactoins`)
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
  await page.getByRole('link', { name: 'Go to the console' }).click()
  await page.waitForURL('**/dashboard')
})

test('a first visit asks for no session, and nothing is wrong in the browser’s console', async ({ page, app }) => {
  const wrong: string[] = []
  page.on('console', (message) => ['error', 'warning'].includes(message.type()) && wrong.push(message.text()))
  await page.goto(app.url)
  await expect(page.getByLabel('E-mail')).toBeVisible()
  await page.waitForLoadState('networkidle')
  expect(wrong).toEqual([])
})
