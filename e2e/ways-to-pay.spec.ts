import type { Browser, Page } from '@playwright/test'
import { expectClean } from './accessible.ts'
import { chooseWay, newLink, payByCard, signIn } from './actions.ts'
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
  await expect(page.locator('[data-alert]')).toContainText("couldn't confirm it was you")
  await payByCard(page, '4000000000003220')
  await page.waitForURL(/\/pages\//)
  await page.getByRole('button', { name: 'Yes, it is me' }).click()
  await expect(page.locator('[data-panel="thanks"]')).toBeVisible()
  const reference = await page.locator('[data-reference]').innerText()

  await signIn(merchant, app, `/transactions/payments/payment-details?order_ref=${reference}`)
  await expect(merchant.getByText('Confirmed by the cardholder with their bank')).toBeVisible()
})

test('the preview of a link shows the ways that its country and currency allow', async ({ page, app }) => {
  await signIn(page, app, '/payment-links/create-payment-links')
  await expect(page.frameLocator('iframe').getByText('PayNow')).toBeVisible()
  await expect(page.frameLocator('iframe').getByText('MoMo')).toBeHidden()
  const marks = page.frameLocator('iframe').locator('.brands li')
  await expect(marks).toHaveText(['Visa', 'Mastercard', 'Amex', 'JCB', 'UnionPay'])
})

test('on a phone the chosen way stays under the finger, with its button in sight; the rest is behind a press', async ({
  app,
  browser,
}) => {
  const context = await browser.newContext({ viewport: { width: 360, height: 640 } })
  const page = await context.newPage()
  const link = await newLink(app)
  for (const way of ['WALLET.GRABPAY', 'QR_CODE.PAYNOW']) {
    await page.goto(link)
    await expect(page.locator('.way:visible')).toHaveCount(4)
    const row = page.locator('.way', { has: page.locator(`input[value="${way}"]`) })
    const top = () => row.evaluate((element) => element.getBoundingClientRect().top)
    // As far down as the page goes: there the card's form above has the furthest to collapse.
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
    const before = await top()
    await row.locator('label').click()
    await expect(row.locator('[data-pay]')).toBeInViewport({ ratio: 1 })
    // The last row of the list moves as far up as its button needs to come in sight.
    const moved = before - (await top())
    expect(moved).toBeGreaterThan(-1)
    expect(moved).toBeLessThan(way === 'QR_CODE.PAYNOW' ? 250 : 1)
  }
  await chooseWay(page, 'COD')
  await expect(page.locator('#phone')).toBeVisible()
  await context.close()
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
      await chooseWay(page, way)
      await expectClean(page)
      if (way === 'INSTALLMENT') continue
      if (way === 'COD') await page.locator('#phone').fill('+65 6000 0000')
      await page.locator('[data-pay]').click()
      await expect(page.locator('[data-panel="action"]')).toBeVisible()
      await expectClean(page)
      if (way !== 'DIRECT_BANK_TRANSFER') continue
      await page
        .locator('#slip')
        .setInputFiles({ name: 'slip.png', mimeType: 'image/png', buffer: await page.screenshot() })
      const file = page.locator('[data-files] li', { hasText: 'slip.png' })
      await expect(file).toHaveAttribute('data-state', 'received')
      await expect(file.locator('small')).toHaveText(/^\d+ /)
    }
    await context.close()
  })

test('a receipt comes by mail, can be printed, and leads back to the shop', async ({ app, browser }) => {
  const { page, other } = await shopperOf(browser)
  const link = await newLink(app)
  await page.goto(link)
  const address = `${crypto.randomUUID()}@shopper.example`
  await page.locator('#email').fill(address)
  await payByCard(page)
  await expect(page.locator('[data-panel="thanks"]')).toBeVisible()
  const reference = await page.locator('[data-reference]').innerText()
  await page.locator('[data-receipt]').click()
  await expect(page.getByRole('heading', { name: 'Receipt' })).toBeVisible()
  await expect(page.locator('.receipt')).toContainText(reference)
  await expect(page.locator('.receipt')).toContainText('Visa •••• 4242')
  await expectClean(page)
  await page.evaluate(() => {
    window.print = () => document.body.setAttribute('data-printed', '')
  })
  await page.getByRole('button', { name: 'Print or save' }).click()
  await expect(page.locator('body[data-printed]')).toBeAttached()
  await expect(page.getByRole('link', { name: /^Back to/ })).toHaveAttribute('href', /^https?:/)

  const outbox = await other()
  const mail = outbox.locator('article', { hasText: address })
  await expect(async () => {
    await outbox.goto(`${app.url}/sandbox/outbox`)
    await expect(mail).toHaveCount(1, { timeout: 100 })
  }).toPass()
  await outbox.goto((await mail.getByRole('link').first().getAttribute('href')) ?? '')
  await expect(outbox.locator('.receipt')).toContainText(reference)

  // Whoever opens the link again finds it too.
  await outbox.goto(link)
  await outbox.getByRole('link', { name: 'View receipt' }).click()
  await expect(outbox.locator('.receipt')).toContainText(reference)
})

test('a browser in the locale of POSIX, whose name is no language tag, pays too', async ({ app, browser }) => {
  const { page } = await shopperOf(browser)
  await page.addInitScript(() => Object.defineProperty(navigator, 'languages', { value: ['en-US@posix'] }))
  await page.goto(await newLink(app))
  await payByCard(page)
  await expect(page.locator('[data-panel="thanks"]')).toBeVisible()
})

async function choose(page: Page, way: string): Promise<void> {
  await chooseWay(page, way)
  await page.locator('[data-pay]').click()
}

/** A shopper's browser, and another one of somebody else. */
async function shopperOf(browser: Browser): Promise<{ page: Page; other: () => Promise<Page> }> {
  const newPage = async () => (await browser.newContext()).newPage()
  return { page: await newPage(), other: newPage }
}
