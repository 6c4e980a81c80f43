import { expectClean } from './accessible.ts'
import { fillSignIn, linkInMail, signIn } from './actions.ts'
import { expect, password, test } from './fixtures.ts'

const newPassword = 'another password 8'

test.use({ data: 'counted' })

test('register, confirm the address, forget the password, choose another, and sign in', async ({ page, app }) => {
  test.setTimeout(60_000)
  const email = `first.${Date.now()}@shop.example`
  await page.goto(`${app.url}/login`)
  await page.getByRole('link', { name: 'Register your business' }).click()
  await page.getByLabel('Business name').fill('Café Straße')
  const country = page.getByRole('combobox', { name: 'Country' })
  await country.click()
  await expect(page.getByRole('option', { name: 'Afghanistan' })).toBeVisible()
  await country.fill('viet')
  await expect(page.getByRole('option', { name: 'Vietnam' })).toHaveAttribute('data-combobox-selected', 'true')
  await country.press('Enter')
  await expect(country).toHaveValue('Vietnam')
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password', { exact: true }).fill('too short')
  await page.getByRole('button', { name: 'Register' }).click()
  await expect(page.getByText('Too short.')).toBeVisible()
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Register' }).click()
  await expect(page.getByRole('status')).toHaveText("We've sent you a link to confirm your address.")
  const confirming = await linkInMail(page, app, 'Confirm your e-mail address')

  // Signed in but not confirmed: one place only, from wherever.
  await page.getByRole('link', { name: 'Sign in instead' }).click()
  await expect(page.getByRole('link', { name: 'Forgot your password?' })).toBeVisible()
  await fillSignIn(page, email)
  await page.waitForURL('**/pages/verify-email')
  await page.goto(`${app.url}/payment-links`)
  await page.waitForURL((url) => url.pathname === '/pages/verify-email')
  await expect(page.getByText(email)).toBeVisible()
  await expectClean(page)
  await page.getByRole('button', { name: 'Resend link' }).click()
  await expect(page.getByRole('button', { name: /^Resend in/ })).toBeDisabled()

  const elsewhere = await page.context().browser()?.newPage()
  if (!elsewhere) throw new Error('no other device')
  await elsewhere.goto(confirming)
  await expect(elsewhere.getByRole('button', { name: 'Confirm address' })).toBeVisible()
  expect(elsewhere.url()).toBe(`${app.url}/verify-email`)
  await elsewhere.getByRole('button', { name: 'Confirm address' }).click()
  await expect(elsewhere.getByRole('status')).toHaveText('Your e-mail address is confirmed.')
  // From here a sign-in leads to the first screen, with its next steps.
  await expect(elsewhere.getByRole('link', { name: 'Go to the console' })).toHaveAttribute('href', '/login')
  await elsewhere.close()
  await page.waitForURL((url) => url.pathname !== '/pages/verify-email')
  await expect(page.getByText('You are in test mode.', { exact: false })).toBeVisible()

  await page.goto(`${app.url}/logout`)
  await page.waitForURL('**/login')
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  // The sign-in stands until the next screen's code is there, and has a field of the same name.
  await expect(page.getByRole('button', { name: 'Send link' })).toBeVisible()
  await page.getByLabel('E-mail').fill(email)
  await page.getByRole('button', { name: 'Send link' }).click()
  await expect(page.getByRole('status')).toHaveText(
    "If an account uses this address, we've sent it a link to set a new password.",
  )
  await page.goto(await linkInMail(page, app, 'Set a new password'))
  await expect(page.getByLabel('New password')).toBeVisible()
  expect(page.url()).toBe(`${app.url}/reset-password`)
  await page.getByLabel('New password').fill(newPassword)
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByRole('status')).toHaveText('Your password has been changed. Sign in with the new one.')
  await page.getByRole('link', { name: 'Sign in' }).click()
  await fillSignIn(page, email, newPassword)
  await expect(page.getByText('Café Straße')).toBeVisible()
  await linkInMail(page, app, 'Your password was changed')
})

test('a link that lost its token says so, and leads on', async ({ page, app }) => {
  for (const path of ['/auth/link', '/accept-invitation', '/invite']) {
    await page.goto(app.url + path)
    await expect(page.getByRole('alert')).toHaveText(
      'This link has been used, replaced or has expired. Request a new one.',
    )
    await expect(page.locator('main').getByRole('link')).toHaveCount(1)
    await expectClean(page)
  }
})

test('nobody there: every tab warns and locks, and the password brings back what was typed', async ({ page, app }) => {
  await page.clock.install()
  await signIn(page, app, '/payment-links/create-payment-links')
  await page.getByLabel('Description').fill('half a sentence')
  const other = await page.context().newPage()
  await other.goto(`${app.url}/payment-links`)
  await expect(other.getByRole('heading', { name: 'Payment links' })).toBeVisible()

  // The watch is there in both tabs, whose clock is one.
  for (const tab of [page, other]) await expect(tab.getByRole('button', { name: /^Notifications/ })).toBeVisible()
  await page.clock.runFor((14 * 60 + 5) * 1_000)
  await expect(page.getByRole('alert').filter({ hasText: "You'll be locked out soon." })).toBeVisible()
  await page.keyboard.press('Shift')
  await expect(page.getByText("You'll be locked out soon.", { exact: false })).toBeHidden()
  await expect(other.getByText("You'll be locked out soon.", { exact: false })).toBeHidden()

  await page.clock.runFor(15 * 60_000 + 1_000)
  for (const tab of [page, other])
    await expect(tab.getByRole('dialog', { name: 'Your session is locked' })).toBeVisible()
  await expect(page.getByLabel('Description')).toBeHidden()
  await expectClean(page)
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
  await page.getByLabel('Remember me for 30 days on this browser').check()
  await page.keyboard.press('Enter')
  await page.waitForURL((url) => url.pathname !== '/login')
  await page.goto(`${app.url}/logout`)
  await expect(page.getByRole('heading', { name: 'Welcome back, Acme admin' })).toBeVisible()
  await expect(page.getByText('a…@acme.example')).toBeVisible()
  await expectClean(page)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
  await page.waitForURL((url) => url.pathname !== '/login')
  await page.getByRole('button', { name: 'Your account' }).click()
  await page.getByRole('menuitem', { name: 'Sign out and forget this browser' }).click()
  await expect(page.getByRole('heading', { name: 'Sign in to your account' })).toBeVisible()
})

test('live is for the onboarded alone, and shows nothing of the sandbox', async ({ page, app }) => {
  await signIn(page, app, '/payment-links')
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
  await signIn(page, app, '/payment-links', 'admin@ember.example')
  await expect(banner).toBeVisible()
  await expect(page.getByRole('button', { name: 'Switch to live' })).toBeHidden()
  await page.getByRole('button', { name: 'Test mode', exact: true }).click()
  await expect(page.getByRole('menuitem', { name: /^Live/ })).toBeDisabled()
})
