import type { Page } from '@playwright/test'
import { expect, type RunningApp } from './fixtures.ts'
import { newSigned, sent } from './actions.ts'

/** Prices and subscriptions that a user has made by the API, for the pages of their customers. */

/** The reference of a price: 30.00 SGD a month without more. */
export async function newPrice(app: RunningApp, price: Readonly<Record<string, unknown>> = {}): Promise<string> {
  const asked = { amount: 30, currency: 'SGD', frequency: 1, period: 'M', name: 'Harbour club', ...price }
  const names = ['amount', 'currency', 'frequency', 'merchant_order_ref']
  return String((await newSigned(app, '/merchant/subscription/createPrice', asked, admin, names))['order_ref'])
}

/** The reference of a subscription, whose price is made with it where none is named. */
export async function newSubscription(
  app: RunningApp,
  { price_order_ref, ...subscription }: Readonly<Record<string, unknown>> = {},
): Promise<string> {
  const price = price_order_ref ?? (await newPrice(app))
  const asked = { price_order_ref: price, currency: 'SGD', quantity: 1, customer_name: 'Mei Tan', ...subscription }
  const names = ['currency', 'failure_url', 'merchant_order_ref', 'quantity', 'success_url']
  return String((await newSigned(app, '/merchant/subscription/createSubscription', asked, admin, names))['order_ref'])
}
const admin = 'admin@acme.example'

export const cancelSubscription = (app: RunningApp, ref: string): Promise<unknown> =>
  sent(app, 'PUT', `/merchant/subscription/${ref}/status/cancelled`, {})

/** Has the next period begin and be charged now. */
export const chargeNext = (app: RunningApp, ref: string): Promise<unknown> =>
  sent(app, 'PUT', '/api/subscription/triggerNextDeduction', { subscription_order_ref: ref })

/** Agrees and fills in the card form of a subscription's page, and sends it. */
export async function agreeByCard(page: Page, card = '4242424242424242', email = ''): Promise<void> {
  const way = page.locator('input[value^="SUBSCRIPTION_CARD"]')
  if ((await way.count()) > 0) await way.check()
  if (email) await page.locator('#email').fill(email)
  await page.locator('#agrees').check()
  await page.locator('#number').fill(card)
  await page.locator('#expiry').fill('12/34')
  await page.locator('#cvc').fill('123')
  await page.locator('#holder').fill('Mei Tan')
  await page.locator('[data-pay]').click()
}

/** The link to the customer's page in the newest mail to an address that has one; `skip` is one that is known already. */
export async function manageLink(page: Page, app: RunningApp, email: string, skip = ''): Promise<string> {
  const outbox = await page.context().newPage()
  const links = outbox.locator('article', { hasText: email }).locator('a[href*="/pay/manage/"]')
  let link = ''
  await expect(async () => {
    await outbox.goto(`${app.url}/sandbox/outbox`)
    link = (await links.first().getAttribute('href', { timeout: 100 })) ?? ''
    expect(link).not.toBe(skip)
  }).toPass()
  await outbox.close()
  return link
}
