import type { Page } from '@playwright/test'
import { expectClean } from './accessible.ts'
import { chooseLanguage, goTo, newLink, payByCard, signIn, someoneElse } from './actions.ts'
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
  // Which one was paid last is a matter of the time of day.
  await expect(page.locator('dd').filter({ hasText: /^(رابط الدفع|صفحة دفع|فاتورة|اشتراك)$/ })).toBeVisible()
  await openFirst(page, app, '/payment-links?source=console')
  await expect(page.locator('dd').filter({ hasText: /^لوحة التحكم$/ })).toBeVisible()
})

test('an authorised payment is captured, and another voided, each after a question', async ({ page, app, browser }) => {
  await signIn(page, app, '/dashboard')
  for (const { button, question, now, end } of [
    { button: 'Capture', question: /^Capture \W?48\.25/, now: /^Capture \W?48\.25/, end: 'Succeeded' },
    { button: 'Void', question: 'Void this payment?', now: 'Void payment', end: 'Failed' },
  ]) {
    const link = await newLink(app)
    const shopper = await someoneElse(browser)
    await shopper.goto(link)
    await payByCard(shopper, '4000000000005035')
    await goTo(page, app, `/transactions/payments?q=${link.slice(-27)}`)
    const row = page.getByRole('row').filter({ hasText: 'Authorised' })
    await expect(async () => {
      await page.reload()
      await expect(row).toHaveCount(1, { timeout: 2_000 })
    }).toPass()
    await row.getByRole('link').first().click()
    await page.getByRole('button', { name: button, exact: true }).click()
    const dialogue = page.getByRole('dialog', { name: question })
    await expect(dialogue).toContainText('48.25')
    await expectClean(page)
    await dialogue.getByRole('button', { name: now }).click()
    await expect(page.getByText(end, { exact: true }).first()).toBeVisible({ timeout: 20_000 })
    await expect(page.getByRole('button', { name: button, exact: true })).toHaveCount(0)
    await shopper.context().close()
  }
})
