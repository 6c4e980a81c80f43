import { chooseLanguage, signIn } from './actions.ts'
import { expect, test } from './fixtures.ts'
import { png } from '#test/picture.ts'

test.use({ data: 'counted' })

test('an answer is found, and where there is none, a ticket is made, answered and closed', async ({ page, app }) => {
  test.setTimeout(90_000)
  await signIn(page, app, '/support', 'payment-user@acme.example')
  await page.getByRole('searchbox').fill('pending long')
  await expect(page.locator('mark').first()).toBeVisible()
  await expect(page.getByText('1 answer', { exact: true })).toBeVisible()
  await page.getByRole('searchbox').fill('zebra')
  await expect(page.getByText('No results')).toBeVisible()
  await page.getByRole('link', { name: 'Contact support' }).first().click()

  await page.getByLabel('Subject').fill('Two customers')
  await page.getByLabel('Category').first().click()
  await page.getByRole('option', { name: 'Payments', exact: true }).click()
  await page.getByLabel('What happened?').fill('They see nothing.\nSince yesterday.')
  await page
    .locator('input[type="file"]')
    .setInputFiles({ name: 'screen.png', mimeType: 'image/png', buffer: png(400, 300) })
  await expect(page.getByRole('listitem').filter({ hasText: 'screen.png' })).toBeVisible()
  await page.getByRole('button', { name: 'Send ticket' }).click()
  await expect(page.getByText('Ticket created')).toBeVisible()
  await page.waitForURL(/\?ticket=T-/)
  const ref = new URL(page.url()).searchParams.get('ticket') ?? ''
  await expect(page.locator('main header')).toContainText('Acme payment user')
  await expect(page.locator('main h2')).toHaveText(['Messages', 'Details', 'Activity'])
  await page.getByRole('button', { name: 'screen.png' }).click()
  await expect(page.getByRole('img', { name: 'screen.png' })).toBeVisible()

  const answered = await app.run('tools/support.ts', ['reply', ref, 'Which', 'customers?'])
  expect(answered).toEqual({ code: 0, output: `${ref} is answered; its writer is told.\n` })
  await expect(page.locator('header [data-unread]')).toHaveText('1', { timeout: 15_000 })
  await page.reload()
  await expect(page.getByText('Which customers?')).toBeVisible()
  await page.getByLabel('Your reply').fill('All of them.')
  await page.getByRole('button', { name: 'Send reply' }).click()
  await expect(page.getByText('With support')).toBeVisible()
  await page.getByRole('button', { name: 'Close ticket' }).click()
  await expect(page.getByText('This ticket is closed.')).toBeVisible()
  await page.goto(`${app.url}/support/tickets?status=closed`)
  await expect(page.getByRole('row').filter({ hasText: 'Two customers' })).toHaveCount(1)
})

test('what failed leads to a ticket that knows which request it was, and nothing of the address behind it', async ({
  page,
  app,
}) => {
  await chooseLanguage(page, 'ar')
  await page.route('**/merchant/*/paymentLinks', (route) =>
    route.fulfill({
      status: 500,
      headers: { 'x-request-id': 'req-of-the-test' },
      json: { status_reason: 'PAYMENT_SYSTEM_ERROR', request_id: 'req-of-the-test' },
    }),
  )
  await signIn(page, app, '/payment-links?q=secret')
  const opened = page.context().waitForEvent('page')
  await page.getByRole('link', { name: 'اطلب المساعدة' }).click()
  const ticket = await opened
  await ticket.waitForURL(/support\/tickets/)
  expect(ticket.url()).not.toContain('secret')
  await expect(ticket.getByText('req-of-the-test')).toBeVisible()
  await expect(ticket.getByText('/payment-links', { exact: true })).toBeVisible()
})
