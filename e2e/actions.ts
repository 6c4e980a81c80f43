import { createHmac, randomUUID } from 'node:crypto'
import type { Browser, Page } from '@playwright/test'
import english from '#i18n/en/console.json' with { type: 'json' }
import { expect, password, type RunningApp } from './fixtures.ts'

/** Signs in by the call of the sign-in form, and opens a screen. The form has tests of its own. */
export async function signIn(
  page: Page,
  app: RunningApp,
  path: string,
  username = 'admin@acme.example',
): Promise<void> {
  // A busy server turns sign-ins away, and the form asks again by itself.
  await expect(async () => {
    const answer = await page.request.post(`${app.url}/gateway/api/account/login`, { data: { username, password } })
    expect(answer.status(), await answer.text()).toBe(200)
  }).toPass({ timeout: 10_000 })
  await page.goto(app.url + path)
}

/**
 * Goes to a screen of the console as a click on a link does, without loading the page anew unless it is another state of the
 * same screen, and waits until the new screen is there with its data.
 */
export async function goTo(page: Page, app: RunningApp, path: string): Promise<void> {
  const { pathname } = new URL(path, app.url)
  await page.locator('h1').first().waitFor()
  if (new URL(page.url()).pathname === pathname) await page.goto(app.url + path)
  else
    await page.evaluate((to) => {
      for (const heading of document.querySelectorAll('h1')) heading.dataset['before'] = ''
      history.pushState(null, '', to)
    }, path)
  await page.locator('h1:not([data-before])').first().waitFor()
  // What is not there yet is drawn as bars.
  await expect(page.locator('.mantine-Skeleton-root')).toHaveCount(0)
  expect(new URL(page.url()).pathname, 'the screen is open to this user').toBe(pathname)
}

/** Fills in the sign-in form that is open, and sends it; `labels` are those of its language. */
export async function fillSignIn(
  page: Page,
  username: string,
  typed = password,
  labels = english.session,
): Promise<void> {
  await page.getByLabel(labels.email, { exact: true }).fill(username)
  await page.getByLabel(labels.password, { exact: true }).fill(typed)
  await page.keyboard.press('Enter')
}

/** Keeps the language for the pages to come, as the language menu does. */
export async function chooseLanguage(page: Page, language: string): Promise<void> {
  await page.addInitScript((chosen) => localStorage.setItem('language', chosen), language)
}

/** A page in a browser of somebody else. */
export const someoneElse = async (browser: Browser): Promise<Page> => (await browser.newContext()).newPage()

/** The link in the newest mail of the outbox with this subject. */
export async function linkInMail(page: Page, app: RunningApp, subject: string): Promise<string> {
  const outbox = await page.context().newPage()
  const mail = outbox.locator('article', { has: outbox.getByRole('heading', { name: subject, exact: true }) }).first()
  await expect(async () => {
    await outbox.goto(`${app.url}/sandbox/outbox`)
    await expect(mail).toBeVisible({ timeout: 100 })
  }).toPass()
  const link = await mail.getByRole('link').first().getAttribute('href')
  await outbox.close()
  return link ?? ''
}

/** The shopper's address on the screen of a payment link. */
export const shownLink = async (page: Page): Promise<string> =>
  (await page.getByText(/\/pay\/[0-9A-Za-z]{27}/).first().innerText()).trim() // prettier-ignore

/** Fills in the card form of the shopper's page, and sends it. */
export async function payByCard(page: Page, number = '4242424242424242'): Promise<void> {
  await page.locator('#number').fill(number)
  await page.locator('#expiry').fill('12/34')
  await page.locator('#cvc').fill('123')
  await page.locator('#holder').fill('Mei Tan')
  await page.locator('[data-pay]').click()
}

/** Chooses a way to pay on the shopper's page; most are behind a press. */
export async function chooseWay(page: Page, way: string): Promise<void> {
  const radio = page.locator(`input[value="${way}"]`)
  await expect(radio).toBeAttached()
  if (!(await radio.isVisible())) await page.locator('.more > summary').click()
  await radio.check()
}

/** The shopper's address of a payment link that a user has made by the API. */
export async function newLink(
  app: RunningApp,
  { username = 'admin@acme.example', amount = 48.25, currency = 'SGD' } = {},
): Promise<string> {
  const link = await newSigned(app, '/merchants/paymentLink', { amount, currency }, username)
  return `${app.url}/pay/${String(link['link_ref'])}`
}

/** The shopper's address of a payment page that a user has made by the API; 10 SGD without more. */
export async function newPaymentPage(app: RunningApp, page: Readonly<Record<string, unknown>>): Promise<string> {
  const order = { amount: 10, currency: 'SGD', title: 'Harbour tour', ...page }
  const made = await newSigned(app, '/merchants/paymentPage', order, 'admin@acme.example')
  return `${app.url}/pay/p/${String(made['page_ref'])}`
}

/** Saves fields of a payment page as a new version, as another user does. */
export const savePage = (app: RunningApp, ref: string, fields: Readonly<Record<string, unknown>>): Promise<unknown> =>
  sent(app, 'PUT', `/merchants/paymentPage/${ref}`, fields)

/** Gives a payment page more units, or fewer. */
export const changeStock = (app: RunningApp, ref: string, change: number): Promise<unknown> =>
  sent(app, 'POST', `/api/payment-pages/${ref}/stock`, { change })

/** Calls as the demo's administrator; `{key}` in the path is their merchant's. */
export async function sent(app: RunningApp, method: string, path: string, body?: object): Promise<unknown> {
  const session = await answered(app, 'POST', '/api/account/login', { username: 'admin@acme.example', password })
  const headers = { authorization: `Bearer ${String(session['token'])}`, 'idempotency-key': randomUUID() }
  const { iamportKey: key } = session['user'] as { iamportKey: string }
  return answered(app, method, path.replace('{key}', key), body, headers)
}

/** What a user reads by the API. */
export const readAsUser = (app: RunningApp, path: string): Promise<unknown> => sent(app, 'GET', path)

/** What a call answers. */
async function answered(
  app: RunningApp,
  method: string,
  path: string,
  body?: object,
  headers: Readonly<Record<string, string>> = {},
): Promise<Record<string, unknown>> {
  const answer = await fetch(`${app.url}/gateway${path}`, {
    method,
    headers: { ...(body && { 'content-type': 'application/json' }), ...headers },
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await answer.text()
  const { content } = JSON.parse(text) as { content?: Record<string, unknown> }
  if (!content) throw new Error(`${path} answers ${answer.status}: ${text}`)
  return content
}

/** The reference of an invoice that a user has drawn up by the API: one line of 100 SGD without more. */
export async function newInvoice(
  app: RunningApp,
  invoice: Readonly<Record<string, unknown>> = {},
  username = 'admin@acme.example',
): Promise<string> {
  const [today = ''] = new Date().toISOString().split('T')
  const drawn = {
    amount: 100,
    sub_total: 100,
    currency: 'SGD',
    customer: { name: 'Juno Trading', email: 'ap@juno.example' },
    line_items: [{ detail: 'Design', quantity: 1, rate: 100 }],
    due_date: `${Number(today.slice(0, 4)) + 1}${today.slice(4, 8)}01`,
    ...invoice,
  }
  const made = await newSigned(app, '/merchants/invoice', drawn, username, namesOfInvoice)
  return String(made['invoice_ref'])
}

const namesOfInvoice = ['amount', 'currency', 'merchant_invoice_ref', 'success_url', 'failure_url']

/** Changes an invoice as another user does, or marks it as sent. */
export const changeInvoice = (
  app: RunningApp,
  ref: string,
  fields: Readonly<Record<string, unknown>>,
): Promise<unknown> => sent(app, 'PUT', `/merchants/{key}/invoice/${ref}`, fields)

/** Sends an invoice to its customer, or voids it, as another user does. */
export const actOnInvoice = (app: RunningApp, ref: string, act: 'send-invoice' | 'void'): Promise<unknown> =>
  sent(app, 'POST', `/merchants/invoice/${ref}/${act}`, {})

/** What `signature_hash` covers where a call does not say otherwise. */
const namesOfOrder = ['amount', 'currency', 'merchant_order_id', 'success_url', 'failure_url'] as const

/** What a signed call of a user answers. What of `names` the object lacks is made up: the merchant's own reference, or no address. */
export async function newSigned(
  app: RunningApp,
  path: string,
  object: Readonly<Record<string, unknown>>,
  username: string,
  names: readonly string[] = namesOfOrder,
): Promise<Record<string, unknown>> {
  const session = await answered(app, 'POST', '/api/account/login', { username, password })
  const { iamportKey: key } = session['user'] as { iamportKey: string }
  const made = Object.fromEntries(names.map((name) => [name, name.startsWith('merchant_') ? randomUUID() : '']))
  const body: Readonly<Record<string, unknown>> = { ...made, ...object }
  const signed = Object.entries({
    client_key: key,
    ...Object.fromEntries(names.map((name) => [name, String(body[name])])),
  })
  const message = new URLSearchParams(signed.sort(([one], [two]) => (one < two ? -1 : 1))).toString()
  const signature_hash = createHmac('sha256', String(session['signing_key'])).update(message).digest('base64')
  return answered(
    app,
    'POST',
    path,
    { ...body, chaipay_key: key, environment: 'sandbox', signature_hash },
    { authorization: `Bearer ${String(session['token'])}`, 'idempotency-key': randomUUID() },
  )
}
