import { createHmac } from 'node:crypto'
import { Webhook } from 'standardwebhooks'
import type { Page } from '@playwright/test'
import { expectClean } from './accessible.ts'
import { fillSignIn, payByCard, shownLink, signIn, someoneElse } from './actions.ts'
import { expect, test, type Receiver, type RunningApp } from './fixtures.ts'

/**
 * The main job, through the browser alone: a merchant signs in, registers a webhook, makes a link; a shopper pays it
 * (declined, then paid); the merchant sees it, the merchant's server can believe what it was told, the ledger balances.
 */
test('a link is made, paid, seen, told and booked', async ({ page, app, receiver, browser }) => {
  test.setTimeout(120_000)
  await page.goto(`${app.url}/login`)
  await fillSignIn(page, 'admin@acme.example')
  await page.waitForURL((url) => url.pathname !== '/login')
  await addWebhook(page, app, receiver, 'Shop payments', 'Payments')
  await addWebhook(page, app, receiver, 'Shop links', 'Payment links')
  const { secureSecret, secret } = await takeSecrets(page, app)

  // The merchant asks for 48.25 SGD.
  await page.goto(`${app.url}/payment-links`)
  await page.getByRole('link', { name: 'Create link' }).click()
  await page.getByLabel('Amount', { exact: true }).fill('48.25')
  await page.getByLabel('Description').fill('Two harbour tickets')
  const orderId = await page.getByLabel('Order ID').inputValue()
  await expect(page.frameLocator('iframe').getByText('48.25', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Create link' }).click()
  await expect(page.getByText('Payment link created')).toBeVisible()
  await page.waitForURL(/payment-links-details/)
  const link = await shownLink(page)

  // The shopper, in a browser of their own, is declined, corrects the card and pays.
  const shopper = await someoneElse(browser)
  const sent: string[] = []
  shopper.on('request', (request) => sent.push(`${request.url()} ${request.postData() ?? ''}`))
  // A browser under the POSIX locale names a language that no formatter takes.
  await shopper.addInitScript(() => Object.defineProperty(navigator, 'languages', { get: () => ['en-US@posix'] }))
  await shopper.goto(link)
  await expect(shopper.getByText('Two harbour tickets')).toBeVisible()
  await payByCard(shopper, '4000000000009995')
  await expect(shopper.locator('[data-alert]')).toContainText(/enough|funds|balance/i)
  await payByCard(shopper, '4242424242424242')
  await expect(shopper.locator('[data-panel="thanks"]')).toBeVisible({ timeout: 15_000 })
  const toUs = sent.filter((line) => line.startsWith(app.url))
  expect(toUs.length).toBeGreaterThan(3)
  expect(toUs.join('\n')).not.toMatch(/4242 ?4242 ?4242|4000 ?0000 ?0000 ?9995/)

  // The merchant sees it on the link, in the list and in its details.
  await page.reload()
  await expect(page.getByText('Paid').first()).toBeVisible()
  await page.goto(`${app.url}/transactions/payments?q=${orderId}`)
  const rows = page.getByRole('row').filter({ hasText: orderId })
  await expect(rows).toHaveCount(2)
  await expect(rows.filter({ hasText: 'Failed' })).toHaveCount(1)
  await rows.filter({ hasText: 'Succeeded' }).getByRole('link').first().click()
  await page.waitForURL(/payment-details/)
  await expect(page.getByText('48.25').first()).toBeVisible()
  await expect(page.getByText('424242******4242').first()).toBeVisible()

  // The merchant's server believes it, by the standard's own library and by the older hash.
  await expect.poll(() => receiver.received.length).toBeGreaterThanOrEqual(4)
  const bodies = receiver.received.map(
    ({ headers, body }) => new Webhook(secureSecret).verify(body, headers) as Record<string, unknown>,
  )
  const paid = bodies.find((body) => body['order_ref'] && body['status'] === 'Success') as Record<string, unknown>
  expect(paid).toMatchObject({
    amount: 48.25,
    currency: 'SGD',
    merchant_order_ref: orderId,
    masked_card_number: '424242******4242',
  })
  const signed = [
    'amount',
    'channel_key',
    'channel_order_ref',
    'country_code',
    'currency',
    'merchant_order_ref',
    'method_name',
    'order_ref',
    'status',
  ]
  expect(paid['signature_hash']).toBe(legacyHash(paid, signed, secret))
  const linkPaid = bodies.find((body) => body['link_ref'] && body['status'] === 'Success') as Record<string, unknown>
  expect(linkPaid['signature_hash']).toBe(
    legacyHash(
      { ...linkPaid, country_code: linkPaid['countryCode'] },
      ['amount', 'country_code', 'currency', 'link_ref', 'merchant_order_ref', 'status'],
      secret,
    ),
  )

  // Sent again, it has the same id.
  const before = receiver.received.length
  await page.getByRole('button', { name: 'Send again' }).click()
  await expect.poll(() => receiver.received.length).toBeGreaterThan(before)
  const again = receiver.received.at(-1)?.headers['webhook-id']
  expect(receiver.received.slice(0, before).map(({ headers }) => headers['webhook-id'])).toContain(again)

  const ledger = await app.run('tools/ledger-verify.ts')
  expect(ledger).toEqual({ code: 0, output: 'The ledger holds.\n' })
})

async function addWebhook(page: Page, app: RunningApp, receiver: Receiver, name: string, type: string): Promise<void> {
  await page.goto(`${app.url}/integration/api-webhooks?tab=webhooks`)
  await page.getByRole('button', { name: 'Add webhook' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill(name)
  await dialog.getByLabel('URL').fill(receiver.url)
  await dialog.getByLabel('Events').click()
  await page.getByRole('option', { name: type, exact: true }).click()
  await dialog.getByRole('button', { name: /Save|Add webhook/ }).click()
  await expect(page.getByText(name).first()).toBeVisible()
  await expect(dialog).toBeHidden()
}

/** Both secrets, each as the console shows it: the merchant's on a reveal, the webhooks' on a reset. */
async function takeSecrets(page: Page, app: RunningApp): Promise<{ secureSecret: string; secret: string }> {
  await page.goto(`${app.url}/integration/api-webhooks?tab=keys`)
  const revealed = page.waitForResponse(/reveal-secret/)
  await page.getByRole('button', { name: /Reveal/ }).click()
  const { content } = (await (await revealed).json()) as { content: { iamportSecret: string } }
  await expect(page.getByText(content.iamportSecret)).toBeVisible()
  await page.goto(`${app.url}/integration/api-webhooks?tab=security`)
  const reset = page.waitForResponse(/reset-chaiport-securesecret/)
  await page.getByRole('button', { name: /Reset/ }).first().click()
  await page.getByRole('dialog').getByRole('button', { name: /Reset/ }).click()
  const answer = (await (await reset).json()) as { content: { secureSecret: string } }
  await expect(page.getByText(answer.content.secureSecret)).toBeVisible()
  return { secret: content.iamportSecret, secureSecret: answer.content.secureSecret }
}

function legacyHash(body: Record<string, unknown>, names: string[], secret: string): string {
  const message = new URLSearchParams(names.toSorted().map((name) => [name, String(body[name])])).toString()
  return createHmac('sha256', secret).update(message).digest('base64')
}

test('late money on hold is found, accepted with its amounts named, and waits no longer', async ({ page, app }) => {
  await signIn(page, app, '/transactions/payments?late=held', 'admin@borneo.example')
  await page.locator('tbody a').first().click()
  await page.waitForURL(/payment-details/)
  const ref = new URL(page.url()).searchParams.get('order_ref') ?? ''
  await expect(page.getByText(/is on hold until you decide/)).toBeVisible()
  await page.getByRole('button', { name: 'Accept', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText(/is added to your balance: .* less a fee of .* and tax of/)
  await expectClean(page)
  await dialog.getByLabel('Reason').fill('Agreed with the shopper')
  await dialog.getByRole('button', { name: /^Accept/ }).click()
  await expect(page.getByText('It was on hold and has been accepted.')).toBeVisible()
  await expect(page.getByText('Agreed with the shopper').first()).toBeVisible()
  await expect(page.getByText(/% of .* = /)).toBeVisible()
  await page.goto(`${app.url}/transactions/payments?late=held&q=${ref}`)
  await expect(page.getByRole('row').filter({ hasText: ref.slice(0, 8) })).toHaveCount(0)
  await page.goto(`${app.url}/transactions/payments?late=late&q=${ref}`)
  await expect(page.locator('tbody tr')).toHaveCount(1)
})

test('a reload keeps the session, a sign-out ends it in every tab, and the way back is remembered', async ({
  page,
  app,
  context,
}) => {
  await page.goto(`${app.url}/payment-links?q=ORDER-1003`)
  await page.waitForURL(/\/login\?redirectFrom=/)
  await fillSignIn(page, 'payment-links-user@acme.example')
  await page.waitForURL(/\/payment-links\?q=ORDER-1003/)
  await expect(page.getByRole('row').filter({ hasText: 'ORDER-1003' })).toHaveCount(1)
  await page.reload()
  await expect(page.getByRole('row').filter({ hasText: 'ORDER-1003' })).toHaveCount(1)

  const second = await context.newPage()
  await second.goto(`${app.url}/payment-links`)
  await expect(second.getByRole('row').filter({ hasText: 'ORDER-1003' })).toHaveCount(1)
  await page.goto(`${app.url}/logout`)
  await page.waitForURL(/\/login/)
  await second.waitForURL(/\/login/)
})

test('nobody is sent to another site, and whom a screen is not for lands on general settings', async ({
  page,
  app,
}) => {
  for (const redirectFrom of ['https://evil.example/', '//evil.example', '/\\evil.example', 'javascript:alert(1)']) {
    await page.context().clearCookies()
    await page.goto(`${app.url}/login?redirectFrom=${encodeURIComponent(redirectFrom)}`)
    await fillSignIn(page, 'payouts-user@acme.example')
    await page.waitForURL((url) => url.pathname !== '/login')
    expect(new URL(page.url()).origin).toBe(app.url)
  }
  await page.goto(`${app.url}/payment-links`)
  await page.waitForURL(/\/general-settings/)
  await page.goto(`${app.url}/no/such/path`)
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
  // Whoever is signed in goes to the first screen that is for them.
  await page.goto(`${app.url}/login`)
  await page.waitForURL('**/payouts/manage-payouts')
})
