import type { Browser, Page } from '@playwright/test'
import { expect, type RunningApp } from './fixtures.ts'
import { payByCard, sent, someoneElse } from './actions.ts'
import { offered, pricedAt } from './subscribed.ts'

/** Prices and subscriptions that a user has made by the API, for the pages of their customers. */

/** The reference of a price: 30.00 SGD a month without more. */
export const newPrice = async (app: RunningApp, price: Readonly<Record<string, unknown>> = {}): Promise<string> =>
  (await pricedAt(app, { name: 'Harbour club', ...price })).order_ref

/** The reference of a subscription, whose price is made with it where none is named. */
export async function newSubscription(
  app: RunningApp,
  { price_order_ref, ...subscription }: { price_order_ref?: string } & Readonly<Record<string, unknown>> = {},
): Promise<string> {
  const price = {
    order_ref: price_order_ref ?? (await newPrice(app)),
    currency: 'SGD',
    plan_type: 'REGULAR',
  } as const
  return offered(app, price, { customer_name: 'Mei Tan', ...subscription })
}

/** Has the next period begin and be charged now. */
export const chargeNext = (app: RunningApp, ref: string): Promise<unknown> =>
  sent(app, 'PUT', '/api/subscription/triggerNextDeduction', { subscription_order_ref: ref })

/** A page in the browser of a customer, and the errors of its scripts so far. */
export async function customerPage(browser: Browser): Promise<{ page: Page; errors: Error[] }> {
  const page = await someoneElse(browser)
  const errors: Error[] = []
  page.on('pageerror', (error) => errors.push(error))
  return { page, errors }
}

/** Agrees on a subscription's page, fills in its card form, and sends it. */
export async function agreeByCard(page: Page, card = '4242424242424242', email = ''): Promise<void> {
  if (email) await page.locator('#email').fill(email)
  await page.locator('#agrees').check()
  await payByCard(page, card)
}

/** The link to the customer's page in the newest mail to an address that has one; `after` is one that is known already. */
export const manageLink = (page: Page, app: RunningApp, email: string, after = ''): Promise<string> =>
  linkTo(page, app, email, /\/pay\/manage\//, after)

/** The first link of a kind in the newest mail to an address that has one; `after` is one that is known already. */
export async function linkTo(page: Page, app: RunningApp, email: string, kind: RegExp, after = ''): Promise<string> {
  const outbox = await page.context().newPage()
  const links = outbox.locator('article', { hasText: email }).getByRole('link', { name: kind })
  let link = ''
  await expect(async () => {
    await outbox.goto(`${app.url}/sandbox/outbox`)
    link = (await links.first().getAttribute('href', { timeout: 100 })) ?? ''
    expect(link).not.toBe(after)
  }).toPass()
  await outbox.close()
  return link
}
