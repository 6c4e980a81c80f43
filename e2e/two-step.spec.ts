import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { expectClean } from './accessible.ts'
import { fillSignIn, signIn, someoneElse } from './actions.ts'
import { expect, test, type RunningApp } from './fixtures.ts'

/** A code of the app; of the next half minute where the present one is used up already. */
const codeOf = (key: string, { next = false } = {}) =>
  new TOTP({ secret: Secret.fromBase32(key.replaceAll(' ', '')) }).generate({
    timestamp: Date.now() + (next ? 30_000 : 0),
  })

/** A device that makes passkeys and confirms whatever it is asked. */
async function withAuthenticator(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

async function givePassword(page: Page, app: RunningApp, username: string): Promise<void> {
  await page.goto(`${app.url}/logout`)
  await page.waitForURL('**/login')
  await fillSignIn(page, username)
  await expect(page.getByRole('heading', { name: "Confirm it's you" })).toBeVisible()
}
const twoStep = (page: Page) =>
  page.locator('section', { has: page.getByRole('heading', { name: 'Two-step verification', exact: true }) })

test('an app: scanned or typed, confirmed, asked for at the sign-in and for what needs a fresh proof', async ({
  page,
  app,
}) => {
  test.setTimeout(60_000)
  const username = 'payment-admin@acme.example'
  await signIn(page, app, '/profile', username)
  await expect(twoStep(page).getByText('Off', { exact: true })).toBeVisible()
  await twoStep(page).getByRole('button', { name: 'Set up' }).click()
  const dialogue = page.getByRole('dialog')
  await expect(dialogue.getByRole('img', { name: 'QR code with the key for the app' })).toBeVisible()
  const key = String(await dialogue.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).textContent())
  await expectClean(page)
  await dialogue.getByLabel('Code from the app').fill('000000')
  await page.keyboard.press('Enter')
  await expect(dialogue.getByText('This code is wrong, has expired or has already been used.')).toBeVisible()
  await dialogue.getByLabel('Code from the app').fill(codeOf(key))
  await page.keyboard.press('Enter')

  await expect(page.getByRole('dialog', { name: 'Save your recovery codes' })).toBeVisible()
  const codes = await page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem').allTextContents()
  expect(codes).toHaveLength(10)
  await expectClean(page)
  await page.keyboard.press('Escape')
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download' }).click()
  const file = await saving
  expect(file.suggestedFilename()).toBe('countinghouse-recovery-codes.txt')
  const written = await readFile(await file.path(), 'utf8')
  for (const code of codes) expect(written).toContain(code)
  await page.getByRole('button', { name: "I've saved them" }).click()
  await expect(twoStep(page).getByText('On', { exact: true })).toBeVisible()
  await expect(twoStep(page).getByText('10 left.')).toBeVisible()
  await expectClean(page)

  await givePassword(page, app, username)
  await expectClean(page)
  await page.reload()
  await expect(page.getByLabel('Password', { exact: true })).toBeVisible()
  await givePassword(page, app, username)
  // As it is pasted out of a message.
  await page.getByLabel('Authenticator code').fill(` ${codeOf(key, { next: true }).replace(/^.../, '$& ')} `)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL((url) => url.pathname !== '/login')

  expect((await app.run('e2e/old-proof.ts')).code).toBe(0)
  await page.goto(`${app.url}/integration/api-webhooks?tab=keys`)
  await page.getByRole('button', { name: 'Reveal secret' }).click()
  const asking = page.getByRole('dialog', { name: "Confirm it's you" })
  await expect(asking.getByLabel('Authenticator code')).toBeFocused()
  await expectClean(page)
  await asking.getByRole('button', { name: 'Use a recovery code' }).click()
  await asking.getByLabel('Recovery code').fill(String(codes[0]).toLowerCase())
  await asking.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByRole('button', { name: 'Hide' })).toBeVisible()

  await page.goto(`${app.url}/profile`)
  await expect(twoStep(page).getByText('9 left.')).toBeVisible()
  await twoStep(page).getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByRole('dialog')).toContainText('This is your only second step')
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByText('Authenticator app removed')).toBeVisible()
  await expect(twoStep(page).getByText('Off', { exact: true })).toBeVisible()
})

test('a passkey: made, named, asked for at the sign-in, enough for it, renamed and taken away', async ({
  page,
  app,
}) => {
  test.setTimeout(60_000)
  const username = 'recon-user@acme.example'
  await withAuthenticator(page)
  await signIn(page, app, '/profile', username)
  await twoStep(page).getByRole('button', { name: 'Add a passkey' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('Work laptop')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: "I've saved them" }).click()
  await expect(twoStep(page).getByText('Work laptop')).toBeVisible()
  await twoStep(page).getByRole('button', { name: 'Add a passkey' }).click()
  await expect(page.getByText('This device already has one of your passkeys.')).toBeVisible()

  await givePassword(page, app, username)
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await page.waitForURL((url) => url.pathname !== '/login')

  await page.goto(`${app.url}/logout`)
  await page.waitForURL('**/login')
  await expectClean(page)
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await page.waitForURL((url) => url.pathname !== '/login')

  await page.goto(`${app.url}/profile`)
  await twoStep(page)
    .getByRole('button', { name: /^Rename .*Work laptop/ })
    .click()
  await page.getByRole('dialog').getByLabel('Name').fill('Old laptop')
  await page.keyboard.press('Enter')
  await expect(twoStep(page).getByText('Old laptop')).toBeVisible()
  await expect(twoStep(page).getByText(/used/)).toBeVisible()

  expect((await app.run('e2e/old-proof.ts')).code).toBe(0)
  await twoStep(page)
    .getByRole('button', { name: /^Remove .*Old laptop/ })
    .click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await page.getByRole('dialog', { name: "Confirm it's you" }).getByRole('button', { name: 'Use a passkey' }).click()
  await expect(page.getByText('Passkey removed')).toBeVisible()
  await expect(twoStep(page).getByText('Off', { exact: true })).toBeVisible()
})

test('a business that asks everybody for it lets nobody in without, and back out again', async ({ page, app }) => {
  test.setTimeout(60_000)
  await withAuthenticator(page)
  const add = async () => {
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Add a passkey' }).click()
    await page.getByRole('button', { name: "I've saved them" }).click()
  }
  const remove = async () => {
    await page.goto(`${app.url}/profile`)
    await twoStep(page)
      .getByRole('button', { name: /^Remove .*Passkey 1/ })
      .click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  }
  const everybody = page.getByRole('switch', { name: 'Require two-step verification for everyone' })
  await signIn(page, app, '/general-settings', 'admin@delta.example')
  await expect(everybody).toBeDisabled()
  await page.getByRole('link', { name: 'Set it up' }).click()
  await add()
  await expect(twoStep(page).getByText('On', { exact: true })).toBeVisible()
  await page.goto(`${app.url}/general-settings`)
  await everybody.click()
  await page.getByRole('dialog').getByRole('button', { name: 'Require for everyone' }).click()
  await expect(everybody).toBeChecked()

  await remove()
  await page.waitForURL('**/set-up-two-step')
  await page.goto(`${app.url}/payment-links`)
  await page.waitForURL((url) => url.pathname === '/set-up-two-step')
  await expectClean(page)
  await add()
  await page.waitForURL((url) => url.pathname !== '/set-up-two-step')
  await page.goto(`${app.url}/general-settings`)
  await everybody.click()
  await expect(everybody).not.toBeChecked()
  await remove()
  await expect(twoStep(page).getByText('Off', { exact: true })).toBeVisible()
})

test('sessions are seen and ended from another device', async ({ page, app, browser }) => {
  const username = 'invoice-user@acme.example'
  const other = await someoneElse(browser)
  await signIn(other, app, '/profile', username)
  await signIn(page, app, '/profile', username)
  const sessions = page.locator('section', { has: page.getByRole('heading', { name: 'Sessions and devices' }) })
  await expect(sessions.getByText('this session')).toBeVisible()
  await expect(sessions.locator('tbody tr')).toHaveCount(2)
  await sessions.getByRole('button', { name: /^End the session on/ }).click()
  await expect(sessions.locator('tbody tr')).toHaveCount(1)
  await other.goto(`${app.url}/general-settings`)
  await other.waitForURL('**/login**')
})

test('an admin resets it for somebody who has lost everything', async ({ page, app, browser }) => {
  test.setTimeout(60_000)
  const username = 'payouts-admin@acme.example'
  await withAuthenticator(page)
  await signIn(page, app, '/profile', username)
  await twoStep(page).getByRole('button', { name: 'Add a passkey' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Add a passkey' }).click()
  await page.getByRole('button', { name: "I've saved them" }).click()
  await expect(twoStep(page).getByText('On', { exact: true })).toBeVisible()

  const admins = await someoneElse(browser)
  await signIn(admins, app, '/accounts')
  await admins.getByRole('link', { name: 'Acme payouts admin' }).click()
  await admins.getByRole('button', { name: 'Reset two-step verification' }).click()
  await expectClean(admins)
  await admins.getByRole('dialog').getByRole('button', { name: 'Reset two-step verification' }).click()
  await expect(admins.getByRole('dialog')).toBeHidden()
  await expect(admins.getByRole('button', { name: 'Reset two-step verification' })).toBeHidden()

  await page.goto(`${app.url}/general-settings`)
  await page.waitForURL('**/login**')
  await page.getByLabel('E-mail').waitFor()
  await fillSignIn(page, username)
  await page.waitForURL((url) => url.pathname !== '/login')
})
