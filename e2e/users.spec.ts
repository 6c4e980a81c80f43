import AxeBuilder from '@axe-core/playwright'
import type { Browser, Page } from '@playwright/test'
import { choose, expect, password, signIn, test, type RunningApp } from './fixtures.ts'

const own = 'a password of my own 7'

async function clean(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'])
    .analyze()
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.target.join(' ')}`)).toEqual([])
}

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

const elsewhere = async (browser: Browser) => (await browser.newContext()).newPage()
const menu = (page: Page) => page.getByRole('navigation', { name: 'Main menu' }).getByRole('link').allTextContents()

test('invited, joined, demoted: each sees at once what they may, and why not more', async ({ page, app, browser }) => {
  test.setTimeout(90_000)
  await signIn(page, app)
  await page.goto(`${app.url}/accounts`)
  await page.getByRole('link', { name: 'Invite user' }).click()
  await page.getByRole('button', { name: 'Send invitation' }).click()
  await expect(page.getByText('This is needed.').first()).toBeVisible()
  await page.getByLabel('Name').fill('Noor Haddad')
  await page.getByLabel('Phone').fill('+971 50 123 4567')
  await page.getByLabel('E-mail').fill(`noor.${Date.now()}@acme.example`)
  await page.getByLabel('Payments administrator').check()
  await expect(page.getByRole('listitem').filter({ hasText: 'Keys and webhooks' })).toBeVisible()
  await page.getByRole('button', { name: 'Send invitation' }).click()
  await expect(page.getByRole('heading', { name: 'Noor Haddad' })).toBeVisible()
  await expect(page.getByText('Invited').first()).toBeVisible()
  await clean(page)

  const noor = await elsewhere(browser)
  await noor.goto(await linkFrom(page, app, 'Acme admin invites you to Acme Outfitters'))
  await expect(noor.getByRole('heading', { name: /Join .*Acme Outfitters/ })).toBeVisible()
  expect(noor.url()).toBe(`${app.url}/accept-invitation`)
  await clean(noor)
  const email = /sign in with \W*([\w.@]+\w)/.exec(await noor.locator('main').innerText())?.[1] ?? ''
  await noor.getByLabel('Password', { exact: true }).fill(own)
  await noor.getByRole('button', { name: 'Set password' }).click()
  await noor.getByRole('link', { name: 'Sign in' }).click()
  await noor.getByLabel('E-mail').fill(email)
  await noor.getByLabel('Password', { exact: true }).fill(own)
  await noor.keyboard.press('Enter')
  await noor.waitForURL((url) => url.pathname === '/dashboard')
  await expect.poll(() => menu(noor)).toContain('API and webhooks')
  expect(await menu(noor)).not.toContain('Users and roles')
  await noor.goto(`${app.url}/payment-links/create-payment-links`)
  await expect(noor.getByLabel('Description')).toBeVisible()

  await page.reload()
  await expect(page.getByText('Invitation accepted')).toBeVisible()
  await page.getByRole('link', { name: 'Edit', exact: true }).click()
  await page.getByLabel('Payments administrator').uncheck()
  await page.getByLabel('Payments user', { exact: true }).check()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Roles changed')).toBeVisible()

  // Their session is over, which their console may have noticed by itself; with the next one the menu is what is left.
  await noor.goto(`${app.url}/payment-links`)
  await noor.waitForURL((url) => url.pathname === '/login')
  await noor.getByLabel('E-mail').fill(email)
  await noor.getByLabel('Password', { exact: true }).fill(own)
  await noor.keyboard.press('Enter')
  await noor.waitForURL((url) => url.pathname === '/general-settings')
  await expect(noor.getByRole('heading', { name: /You cannot open .*Payment links/ })).toBeVisible()
  await expect(noor.getByText(/It takes one of these roles: .*Payment links user/)).toBeVisible()
  await expect(noor.getByText(/Acme admin\W* or \W*Acme sub admin\W* can give you one\./)).toBeVisible()
  await expect.poll(() => menu(noor)).toEqual(['Payments', 'General settings', 'Support'])
  await clean(noor)

  await page.getByRole('button', { name: 'Deactivate' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Deactivate' }).click()
  await expect(page.getByRole('button', { name: 'Reactivate' })).toBeVisible()
  await noor.goto(`${app.url}/transactions/payments`)
  await noor.waitForURL((url) => url.pathname === '/login')
})

test('the console as another role: its menu, nothing to change, and back', async ({ page, app }) => {
  await signIn(page, app)
  await page.goto(`${app.url}/accounts?tab=roles`)
  await expect(page.getByRole('table', { name: 'What each role may' })).toBeVisible()
  await page.getByRole('heading', { name: 'View the console as other roles' }).click()
  await clean(page)
  await page.getByLabel('Payment links user').check()
  await page.getByRole('button', { name: 'View as these roles' }).click()
  const bar = page.getByText('Viewing as Payment links user.')
  await expect(bar).toBeVisible()
  await expect.poll(() => menu(page)).toEqual(['Payments', 'Payment links', 'General settings', 'Support'])
  await clean(page)
  await page.getByRole('link', { name: 'Payment links' }).first().click()
  await page.getByRole('link', { name: 'Create link' }).click()
  await page.getByLabel('Amount').fill('10')
  await page.getByRole('button', { name: 'Create link' }).click()
  await expect(page.getByText(/You are viewing the console as another role/)).toBeVisible()
  await expect(bar).toBeVisible()
  await page.getByRole('button', { name: 'Leave the view' }).click()
  await expect(bar).toBeHidden()
  await expect.poll(() => menu(page)).toContain('Users and roles')
})

test('in Arabic, by a deputy: an administrator is out of reach, and the reason is said', async ({ page, app }) => {
  await choose(page, { language: 'ar' })
  await page.goto(`${app.url}/login`)
  await page.locator('input[autocomplete="username"]').fill('sub-admin@acme.example')
  await page.locator('input[type="password"]').fill(password)
  await page.keyboard.press('Enter')
  await page.waitForURL((url) => url.pathname !== '/login')
  await page.goto(`${app.url}/accounts?q=admin%40acme&sort=name`)
  await expect(page.getByRole('heading', { name: 'المستخدمون والأدوار' })).toBeVisible()
  await page.getByRole('link', { name: 'Acme admin', exact: true }).click()
  await expect(page.getByText('لا يعيّن مديرًا أو يعدّله إلا مدير.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'إيقاف' })).toBeHidden()
  await page.goto(`${app.url}/accounts/create-user`)
  await expect(page.getByLabel('مدير', { exact: true })).toBeDisabled()
  await clean(page)
})
