import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect, password, signIn, test, type RunningApp } from './fixtures.ts'

const newPassword = 'another password 8'

/** The link in the newest mail of the outbox with this subject. */
async function linkFrom(page: Page, app: RunningApp, subject: string): Promise<string> {
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

/** Screens that only a certain state of the session shows; the others are looked at in every-screen. */
async function clean(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'])
    .analyze()
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.target.join(' ')}`)).toEqual([])
}

test.use({ data: 'counted' })

test('register, confirm the address, forget the password, choose another, and sign in', async ({ page, app }) => {
  test.setTimeout(60_000)
  const email = `first.${Date.now()}@shop.example`
  await page.goto(`${app.url}/login`)
  await page.getByRole('link', { name: 'Register a business' }).click()
  await page.getByLabel('Business name').fill('Café Straße')
  await page.getByRole('combobox', { name: 'Country' }).fill('viet')
  await page.getByRole('option', { name: 'Vietnam' }).click()
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password', { exact: true }).fill('too short')
  await page.getByRole('button', { name: 'Register' }).click()
  await expect(page.getByText('This is too short.')).toBeVisible()
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Register' }).click()
  await expect(page.getByRole('status')).toHaveText('A mail with the next step is on its way to you.')
  const confirming = await linkFrom(page, app, 'Confirm your e-mail address')

  // Signed in but not confirmed: one place only, from wherever.
  await page.getByRole('link', { name: 'Sign in instead' }).click()
  await expect(page.getByRole('link', { name: 'Forgot your password?' })).toBeVisible()
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/pages/verify-email')
  await page.goto(`${app.url}/payment-links`)
  await page.waitForURL((url) => url.pathname === '/pages/verify-email')
  await expect(page.getByText(email)).toBeVisible()
  await clean(page)
  await page.getByRole('button', { name: 'Send the link again' }).click()
  await expect(page.getByRole('button', { name: /^Send it again in/ })).toBeDisabled()

  const elsewhere = await page.context().browser()?.newPage()
  if (!elsewhere) throw new Error('no other device')
  await elsewhere.goto(confirming)
  await expect(elsewhere.getByRole('button', { name: 'Confirm the address' })).toBeVisible()
  expect(elsewhere.url()).toBe(`${app.url}/verify-email`)
  await elsewhere.getByRole('button', { name: 'Confirm the address' }).click()
  await expect(elsewhere.getByRole('status')).toHaveText('Your e-mail address is confirmed.')
  await elsewhere.close()
  await page.waitForURL((url) => url.pathname !== '/pages/verify-email')
  await expect(page.getByText('You are in test mode.', { exact: false })).toBeVisible()

  await page.goto(`${app.url}/logout`)
  await page.waitForURL('**/login')
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  // The sign-in stands until the next screen's code is there, and has a field of the same name.
  await expect(page.getByRole('button', { name: 'Send the link' })).toBeVisible()
  await page.getByLabel('E-mail').fill(email)
  await page.getByRole('button', { name: 'Send the link' }).click()
  await expect(page.getByRole('status')).toHaveText(
    'If this address is known, a link to choose a new password is on its way to it.',
  )
  await page.goto(await linkFrom(page, app, 'Choose a new password'))
  await expect(page.getByLabel('New password')).toBeVisible()
  expect(page.url()).toBe(`${app.url}/reset-password`)
  await page.getByLabel('New password').fill(newPassword)
  await page.getByRole('button', { name: 'Change the password' }).click()
  await expect(page.getByRole('status')).toHaveText('Your password is changed. Sign in with the new one.')
  await page.getByRole('link', { name: 'Sign in' }).click()
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(newPassword)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Café Straße')).toBeVisible()
  await linkFrom(page, app, 'Your password was changed')
})

test('nobody there: every tab warns and locks, and the password brings back what was typed', async ({ page, app }) => {
  await page.clock.install()
  await signIn(page, app)
  await page.goto(`${app.url}/payment-links/create-payment-links`)
  await page.getByLabel('Description').fill('half a sentence')
  const other = await page.context().newPage()
  await other.goto(`${app.url}/payment-links`)
  await expect(other.getByRole('heading', { name: 'Payment links' })).toBeVisible()

  // The watch is there in both tabs, whose clock is one.
  for (const tab of [page, other]) await expect(tab.getByRole('button', { name: /^Notifications/ })).toBeVisible()
  await page.clock.runFor((14 * 60 + 5) * 1_000)
  await expect(page.getByRole('alert').filter({ hasText: 'Nobody seems to be here.' })).toBeVisible()
  await page.keyboard.press('Shift')
  await expect(page.getByText('Nobody seems to be here.', { exact: false })).toBeHidden()
  await expect(other.getByText('Nobody seems to be here.', { exact: false })).toBeHidden()

  await page.clock.runFor(15 * 60_000 + 1_000)
  for (const tab of [page, other])
    await expect(tab.getByRole('dialog', { name: 'Your session is locked' })).toBeVisible()
  await expect(page.getByLabel('Description')).toBeHidden()
  await clean(page)
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog', { name: 'Your session is locked' })).toBeVisible()
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Description')).toHaveValue('half a sentence')
  expect(new URL(page.url()).pathname).toBe('/payment-links/create-payment-links')
  await expect(other.getByRole('heading', { name: 'Payment links' })).toBeVisible()
  await expect(other.getByRole('dialog')).toBeHidden()
})

test('a remembered browser greets its user until it is told to forget', async ({ page, app }) => {
  await page.goto(`${app.url}/login`)
  await page.getByLabel('E-mail').fill('admin@acme.example')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Remember me on this browser for 30 days').check()
  await page.keyboard.press('Enter')
  await page.waitForURL((url) => url.pathname !== '/login')
  await page.goto(`${app.url}/logout`)
  await expect(page.getByRole('heading', { name: 'Welcome back, Acme admin' })).toBeVisible()
  await expect(page.getByText('a…@acme.example')).toBeVisible()
  await clean(page)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
  await page.waitForURL((url) => url.pathname !== '/login')
  await page.getByRole('button', { name: 'Your account' }).click()
  await page.getByRole('menuitem', { name: 'Sign out and forget this browser' }).click()
  await expect(page.getByRole('heading', { name: 'Sign in to your account' })).toBeVisible()
})

test('live is for the onboarded alone, and shows nothing of the sandbox', async ({ page, app }) => {
  await signIn(page, app)
  await page.goto(`${app.url}/payment-links`)
  const rows = page.locator('tbody tr')
  await expect(rows.first()).toBeVisible()
  const banner = page.getByText('You are in test mode.', { exact: false })
  await expect(banner).toBeVisible()
  await page.getByRole('button', { name: 'Switch to live' }).click()
  await expect(banner).toBeHidden()
  await expect(rows.filter({ has: page.getByRole('link') })).toHaveCount(0)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Payment links', exact: true })).toBeVisible()
  await expect(banner).toBeHidden()

  await page.goto(`${app.url}/logout`)
  await page.waitForURL('**/login')
  await signIn(page, app, 'admin@ember.example')
  await expect(banner).toBeVisible()
  await expect(page.getByRole('button', { name: 'Switch to live' })).toBeHidden()
  await page.getByRole('button', { name: 'Test mode', exact: true }).click()
  await expect(page.getByRole('menuitem', { name: /^Live/ })).toBeDisabled()
})
