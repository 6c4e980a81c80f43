import type { Page } from '@playwright/test'
import { chooseLanguage, goTo, signIn } from './actions.ts'
import { expect, test, type RunningApp } from './fixtures.ts'

const partlyRefunded = '/transactions/payments?refunds=partial'

/** Opens the first row of a list. */
async function openFirst(page: Page, app: RunningApp, list: string): Promise<URL> {
  await goTo(page, app, list)
  await page.locator('tbody a').first().click()
  await page.waitForURL(/details/)
  await expect(page.locator('main h2').first()).toBeVisible()
  return new URL(page.url())
}

test('a refund begins with the payment and its shopper, and ends with earlier refunds', async ({ page, app }) => {
  await signIn(page, app, '/dashboard')
  const payment = await openFirst(page, app, partlyRefunded)
  const head = await page.locator('main ul').first().innerText()
  await page.goto(`${app.url}${payment.pathname}/refund${payment.search}`)
  await expect(page.getByRole('button', { name: /^Refund \W?\d/ })).toBeVisible()
  expect(await page.locator('main ul').first().innerText(), 'the same as on the page of the payment').toBe(head)
  await expect(page.getByText('Partly refunded')).toBeVisible()
  await expect(page.locator('main h2')).toHaveText(['Amount and reason', 'This payment', 'Refunds'])
  // More than is left is shown as what is left, with the decimals of the currency.
  await page.getByRole('radio', { name: 'Partial' }).check()
  await page.getByRole('textbox', { name: 'Amount' }).fill('99999')
  const sums = await page.locator('aside dd').allInnerTexts()
  for (const sum of sums) expect(sum).toMatch(/^[\d,]+(\.\d\d)? [A-Z]{3}$/)
})

test('a batch begins with its sum, state and file, then its rows, and ends with its activity', async ({
  page,
  app,
}) => {
  await signIn(page, app, '/dashboard')
  const payment = await openFirst(page, app, '/transactions/payments?status=Success&currency=SGD&amount_from=20')
  await goTo(page, app, '/transactions/refund-batches')
  await expect(page.locator('main h2')).toHaveText(['Batches', 'File format'])
  const sheet = `reference,amount,currency,reason,note\n${payment.searchParams.get('order_ref')},1.5,SGD,customer request,\n`
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'returns.csv', mimeType: 'text/csv', buffer: Buffer.from(sheet) })
  await page.waitForURL(/batch=/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Batch refund')
  await expect(page.locator('main p').first()).toHaveText(/^1\.50 SGD\s*Needs confirmation$/)
  await expect(page.locator('main ul').first()).toContainText('returns.csv')
  await expect(page.locator('main h2')).toHaveText(['Details', 'Rows', 'Activity'])
})

test('the source of a payment and of a link is told in words', async ({ page, app }) => {
  await chooseLanguage(page, 'ar')
  await signIn(page, app, '/dashboard')
  await openFirst(page, app, '/transactions/payments?status=Success')
  await expect(page.locator('dd').filter({ hasText: /^رابط الدفع$/ })).toBeVisible()
  await openFirst(page, app, '/payment-links?source=console')
  await expect(page.locator('dd').filter({ hasText: /^لوحة التحكم$/ })).toBeVisible()
})
