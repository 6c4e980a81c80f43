import type { Browser, Page } from '@playwright/test'
import { expectClean } from './accessible.ts'
import { newLink, payByCard, signIn } from './actions.ts'
import { expect, test } from './fixtures.ts'

/** The shopper's side of what is not paid by a plain card, through the browser and the simulated provider's pages. */
test('a wallet is confirmed on its own page, left, taken up again, and its end told truly', async ({
  app,
  browser,
}) => {
  const link = await newLink(app)
  const { page, other } = await shopperOf(browser)
  await page.goto(`${link}?lang=ar`)
  await choose(page, 'WALLET.GRABPAY')
  await page.waitForURL(/\/pages\//)
  await page.locator('#leave').click()

  // Back without having decided: in the same language, and nothing is claimed, whatever the address says.
  await page.waitForURL(/\/pay\//)
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
  await expect(page.locator('[data-panel="action"]')).toContainText('GrabPay')
  await page.goto(`${link}?returned=1&status=Success`)
  await expect(page.locator('[data-panel="action"]')).toBeVisible()
  await expect(page.locator('[data-panel="thanks"]')).toBeHidden()

  // Another tab finds the same attempt and cannot begin beside it.
  const second = await other()
  await second.goto(link)
  await expect(second.locator('[data-panel="action"]')).toBeVisible()

  await page.locator('[data-go]').click()
  await page.getByRole('button', { name: 'Approve' }).click()
  await expect(page.locator('[data-panel="thanks"]')).toBeVisible()
  await expect(second.locator('[data-panel="thanks"]')).toBeVisible()
})

test('a QR code is paid from elsewhere and the page tells at once, also over a reload and a lost network', async ({
  app,
  browser,
}) => {
  const { page, other } = await shopperOf(browser)
  await page.goto(await newLink(app))
  await choose(page, 'QR_CODE.PAYNOW')
  await expect(page.locator('[data-qr]')).toBeVisible()
  await expect(page.locator('[data-left-text]')).toHaveText(/^1[45]:\d\d$/)

  // They think better of it, and choose a transfer with a number to copy.
  await page.locator('[data-other]').click()
  await expect(page.locator('[data-panel="pay"]')).toBeVisible()
  await expect(page.locator('[data-alert]')).toBeHidden()
  await choose(page, 'VA_BANK_TRANSFER')
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const account = page.locator('[data-fact="account_number"]')
  await account.locator('[data-copy]').click()
  await expect(account).toContainText('Copied')
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(await account.locator('bdi').innerText())

  await page.reload()
  await expect(page.locator('[data-panel="action"]')).toBeVisible()
  const bank = await other()
  await bank.goto((await page.locator('[data-test-link]').getAttribute('href')) ?? '')
  await page.context().setOffline(true)
  await bank.getByRole('button', { name: 'The transfer arrives' }).click()
  await expect(bank.getByText('is paid')).toBeVisible()
  await expect(page.locator('[data-panel="thanks"]')).toBeHidden()
  await page.context().setOffline(false)
  await expect(page.locator('[data-panel="thanks"]')).toBeVisible({ timeout: 10_000 })
})

test('a bank asks who pays: refused, then confirmed, and the merchant sees how', async ({
  page: merchant,
  app,
  browser,
}) => {
  const { page } = await shopperOf(browser)
  await page.goto(await newLink(app))
  await payByCard(page, '4000000000003220')
  await page.waitForURL(/\/pages\//)
  await page.getByRole('button', { name: 'No, refuse' }).click()
  await expect(page.locator('[data-alert]')).toContainText('could not confirm that it is you')
  await payByCard(page, '4000000000003220')
  await page.waitForURL(/\/pages\//)
  await page.getByRole('button', { name: 'Yes, it is me' }).click()
  await expect(page.locator('[data-panel="thanks"]')).toBeVisible()
  const reference = await page.locator('[data-reference]').innerText()

  await signIn(merchant, app, `/transactions/payments/payment-details?order_ref=${reference}`)
  await expect(merchant.getByText('The bank asked the holder')).toBeVisible()
})

test('the preview of a link shows the ways that its country and currency allow', async ({ page, app }) => {
  await signIn(page, app, '/payment-links/create-payment-links')
  await expect(page.frameLocator('iframe').getByText('PayNow')).toBeVisible()
  await expect(page.frameLocator('iframe').getByText('MoMo')).toBeHidden()
  const marks = page.frameLocator('iframe').locator('.brands li')
  await expect(marks).toHaveText(['Visa', 'Mastercard', 'Amex', 'JCB', 'UnionPay'])
})

for (const [lang, colorScheme] of [
  ['en', 'light'],
  ['ar', 'dark'],
] as const)
  test(`on a narrow phone each way is whole and accessible: ${lang}, ${colorScheme}`, async ({ app, browser }) => {
    const context = await browser.newContext({ viewport: { width: 360, height: 740 }, colorScheme })
    const page = await context.newPage()
    for (const way of ['INSTALLMENT', 'COD', 'QR_CODE.PAYNOW', 'DIRECT_BANK_TRANSFER']) {
      await page.goto(`${await newLink(app)}?lang=${lang}`)
      await page.locator(`input[value="${way}"]`).check()
      await expectClean(page)
      if (way === 'INSTALLMENT') continue
      if (way === 'COD') await page.locator('#phone').fill('+65 6000 0000')
      await page.locator('[data-pay]').click()
      await expect(page.locator('[data-panel="action"]')).toBeVisible()
      await expectClean(page)
    }
    await context.close()
  })

async function choose(page: Page, way: string): Promise<void> {
  await page.locator(`input[value="${way}"]`).check()
  await page.locator('[data-pay]').click()
}

/** A shopper's browser, and another one of somebody else. */
async function shopperOf(browser: Browser): Promise<{ page: Page; other: () => Promise<Page> }> {
  const newPage = async () => (await browser.newContext()).newPage()
  return { page: await newPage(), other: newPage }
}
