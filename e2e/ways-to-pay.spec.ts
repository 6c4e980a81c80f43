import { createHmac, randomUUID } from 'node:crypto'
import AxeBuilder from '@axe-core/playwright'
import type { Browser, Page } from '@playwright/test'
import { expect, password, signIn, test, type RunningApp } from './fixtures.ts'

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
  await card(page, '4000000000003220')
  await page.getByRole('button', { name: 'No, refuse' }).click()
  await expect(page.locator('[data-alert]')).toContainText('could not confirm that it is you')
  await card(page, '4000000000003220')
  await page.getByRole('button', { name: 'Yes, it is me' }).click()
  await expect(page.locator('[data-panel="thanks"]')).toBeVisible()
  const reference = await page.locator('[data-reference]').innerText()

  await signIn(merchant, app)
  await merchant.goto(`${app.url}/transactions/payments/payment-details?order_ref=${reference}`)
  await expect(merchant.getByText('The bank asked the holder')).toBeVisible()
})

test('the preview of a link shows the ways that its country and currency allow', async ({ page, app }) => {
  await signIn(page, app)
  await page.goto(`${app.url}/payment-links/create-payment-links`)
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
      await whole(page)
      if (way === 'INSTALLMENT') continue
      if (way === 'COD') await page.locator('#phone').fill('+65 6000 0000')
      await page.locator('[data-pay]').click()
      await expect(page.locator('[data-panel="action"]')).toBeVisible()
      await whole(page)
    }
    await context.close()
  })

async function whole(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'])
    .analyze()
  expect(
    violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(' | ')}`),
  ).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
}

async function choose(page: Page, way: string): Promise<void> {
  await page.locator(`input[value="${way}"]`).check()
  await page.locator('[data-pay]').click()
}

async function card(page: Page, number: string): Promise<void> {
  await page.locator('#number').fill(number)
  await page.locator('#expiry').fill('12/34')
  await page.locator('#cvc').fill('123')
  await page.locator('#holder').fill('Mei Tan')
  await page.locator('[data-pay]').click()
  await page.waitForURL(/\/pages\//)
}

/** A shopper's browser, and another one of somebody else. */
async function shopperOf(browser: Browser): Promise<{ page: Page; other: () => Promise<Page> }> {
  const newPage = async () => (await browser.newContext()).newPage()
  return { page: await newPage(), other: newPage }
}

/** A link of acme's over 48.25 SGD, made through the API. */
async function newLink(app: RunningApp): Promise<string> {
  const headers = { 'content-type': 'application/json' }
  const post = async (path: string, body: object, more: Record<string, string> = {}) => {
    const answer = await fetch(`${app.url}/gateway${path}`, {
      method: 'POST',
      headers: { ...headers, ...more },
      body: JSON.stringify(body),
    })
    return ((await answer.json()) as { content: Record<string, unknown> }).content
  }
  const session = await post('/api/account/login', { username: 'admin@acme.example', password })
  const { iamportKey: key } = session['user'] as { iamportKey: string }
  const order = { merchant_order_id: randomUUID(), success_url: '', failure_url: '' }
  const signed = { amount: '48.25', client_key: key, currency: 'SGD', ...order }
  const message = new URLSearchParams(Object.entries(signed).sort(([one], [two]) => (one < two ? -1 : 1))).toString()
  const signature_hash = createHmac('sha256', String(session['signing_key'])).update(message).digest('base64')
  const link = await post(
    '/merchants/paymentLink',
    { ...order, amount: 48.25, currency: 'SGD', chaipay_key: key, environment: 'sandbox', signature_hash },
    { authorization: `Bearer ${String(session['token'])}` },
  )
  return `${app.url}/pay/${String(link['link_ref'])}`
}
