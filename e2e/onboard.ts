import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import type english from '#i18n/en/console.json'
import { chooseColours, expectClean, expectContrast } from './accessible.ts'
import { chooseLanguage, chooseWay, newLink, signIn } from './actions.ts'
import { expect, password, type RunningApp } from './fixtures.ts'

/** A merchant of its own for each language. */
const shops = { en: 'admin@ember.example', ar: 'admin@gobi.example' } as const
type Language = keyof typeof shops
type Texts = typeof english

/** PayPal is asked once in ten seconds, perhaps already while the browser was leaving for its page. */
const untilAsked = { timeout: 15_000 }

/** A merchant signs up with PayPal, has a payment fail over from it, and refunds it: some fifteen seconds. */
export async function onboard(page: Page, app: RunningApp, language: Language): Promise<void> {
  const username = shops[language]
  const { onboarding, payChannels, refunds, states } = textsOf(language)
  const said = (text: string) => page.getByText(text.replaceAll('{{name}}', '\u2068PayPal\u2069'))
  await chooseLanguage(page, language)
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  await signIn(page, app, '/settings/pay-channel/update-config-onboarding?channelName=PAYPAL', username)

  await page.locator('main form button[type="submit"]').click()
  await answerAtPaypal(page, { email: 'open' })
  await expect(said(onboarding.checks.primary_email_confirmed.todo)).toBeVisible(untilAsked)
  await expect(said(onboarding.checks.payments_receivable.todo)).toHaveCount(0)
  await expect(page.getByText(states.onboarding.ACTION_REQUIRED, { exact: true })).toBeVisible()
  if (language === 'en') await expectClean(page)
  await chooseColours(page, 'dark')
  await expectContrast(page, new Set())

  await backToPaypal(page, app)
  await answerAtPaypal(page, { account: 'inactive' })
  await expect(said(onboarding.checks.payments_receivable.todo)).toBeVisible(untilAsked)
  await expect(said(onboarding.checks.primary_email_confirmed.todo)).toHaveCount(0)

  await backToPaypal(page, app)
  await answerAtPaypal(page, {})
  await expect(said(onboarding.activeTitle)).toBeVisible(untilAsked)
  await page.getByRole('link', { name: onboarding.openChannel }).click()
  const way = page.locator('tbody tr, [data-row]').filter({ hasText: 'PayPal' }).getByRole('switch')
  await expect(way).toBeChecked()
  await expect(page.getByRole('link', { name: onboarding.viewSignUp })).toBeVisible()

  // Its one way to pay is switched and bounded by hand, and stays so.
  await way.click({ force: true })
  await expect(way).not.toBeChecked()
  await page.reload()
  await expect(way).not.toBeChecked()
  await way.click({ force: true })
  await expect(way).toBeChecked()
  const least = await openLimits(page, payChannels)
  await page.getByRole('dialog').getByRole('button', { name: payChannels.addCurrency }).click()
  await least.fill('2')
  await page.getByRole('dialog').getByRole('button', { name: payChannels.save, exact: true }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  await page.reload()
  await expect(await openLimits(page, payChannels)).toHaveValue(/^2(\.00)?$/)
  await page.keyboard.press('Escape')

  // Its account refuses every request, so that the second channel of the rule takes the payment.
  const put = await asUser(app, username)
  const rule = await put('POST', '/merchants/txn-router/create', {
    name: 'PayPal first',
    channels: [
      { channel_key: 'PAYPAL', rank: 1 },
      { channel_key: 'SIMULATOR', rank: 2 },
    ],
  })
  await press(page, app, { act: 'set', fault: 'unauthorised' })
  await page.goto(await newLink(app, { username, currency: 'USD' }))
  await chooseWay(page, 'WALLET.PAYPAL')
  await page.locator('[data-pay]').click()
  await page.waitForURL(/\/pages\//)
  await press(page, app, { act: 'heal', fault: '' })
  await page.getByRole('button', { name: 'Approve' }).click()
  await expect(page.locator('[data-panel="thanks"]')).toBeVisible()
  const reference = await page.locator('[data-reference]').innerText()

  await page.goto(`${app.url}/transactions/payments/payment-details/refund?order_ref=${reference}`)
  await page.getByRole('combobox', { name: refunds.reason }).click()
  await page.getByRole('option').first().click()
  await page.locator('main form button[type="submit"]').click()
  await page.getByRole('dialog').locator('footer button, .mantine-Modal-body button').last().click()
  await expect(page.getByText(states.refund.SUCCESS).or(page.getByText(states.refunded.full)).first()).toBeVisible()
  expect(await put('GET', `/merchants/txn-router/failover/{key}/get-txn-details/${reference}`)).toMatchObject({
    attempts: [
      { channel_key: 'PAYPAL', status: 'Failed' },
      { channel_key: 'SIMULATOR', status: 'Success' },
    ],
  })
  // Other specs have this merchant with its first channel alone, and without rules.
  await put('POST', '/merchants/{key}/paychannel/PAYPAL', { is_enabled: false })
  const { routing_ref: ref, revision } = rule
  await put('PUT', `/merchants/txn-router/{key}/delete/${String(ref)}`, { revision })
}

/** Opens the bounds of the channel's way to pay. @returns the field of a smallest amount. */
async function openLimits(page: Page, texts: Texts['payChannels']) {
  const [before = ''] = texts.editLimitsOf.split('{{way}}')
  await page.getByRole('button', { name: before.trim() }).click()
  return page.getByRole('dialog').getByRole('textbox', { name: texts.minimum })
}

/** Goes to the provider's page once more; what is missing there is then asked for at once. */
async function backToPaypal(page: Page, app: RunningApp): Promise<void> {
  await app.run('e2e/old-ask.ts')
  await page.goto((await page.locator('main a[href*="/paypal/onboard"]').getAttribute('href')) ?? '')
}

/** Agrees on the page of the simulated PayPal, which leads back to the console. */
async function answerAtPaypal(page: Page, lacking: { email?: string; account?: string }): Promise<void> {
  await page.waitForURL(/\/paypal\/onboard/)
  for (const [field, value] of Object.entries(lacking)) await page.locator(`#${field}`).selectOption(value)
  await page.getByRole('button', { name: 'Agree and connect' }).click()
  await page.waitForURL(/update-config-onboarding/)
}

/** Presses a button on the desk of the operator's account at the simulated PayPal. */
async function press(page: Page, app: RunningApp, form: { act: string; fault: string }): Promise<void> {
  const origin = simulatorOf(app)
  const address = `${origin}/desk/accounts/paypal/operator`
  const answer = await page.request.post(address, { headers: { origin }, form: { ...form, slow_ms: '0', times: '' } })
  expect(answer.status()).toBe(200)
}

/** The simulator listens on the port after the application's. */
const simulatorOf = (app: RunningApp): string => app.url.replace(/\d+$/, (port) => String(Number(port) + 1))

/** Sends calls of the API as a user; `{key}` in a path is the user's merchant. */
async function asUser(app: RunningApp, username: string) {
  const ask = async (method: string, path: string, body?: object, bearer?: string) => {
    const answer = await fetch(`${app.url}/gateway${path}`, {
      method,
      headers: {
        'content-type': 'application/json',
        'idempotency-key': randomUUID(),
        ...(bearer && { authorization: `Bearer ${bearer}` }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    expect(answer.status, `${method} ${path}`).toBe(200)
    return ((await answer.json()) as { content: Record<string, unknown> }).content
  }
  const { token, user } = await ask('POST', '/api/account/login', { username, password })
  const { iamportKey: key } = user as { iamportKey: string }
  return (method: 'GET' | 'POST' | 'PUT', path: string, body?: object) =>
    ask(method, path.replace('{key}', key), body, String(token))
}

/** The console's texts in a language, for what the test looks for. */
function textsOf(language: Language) {
  const file = new URL(`../i18n/${language}/console.json`, import.meta.url)
  return JSON.parse(readFileSync(file, 'utf8')) as Texts
}
