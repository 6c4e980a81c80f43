import type { Page } from '@playwright/test'
import { openProvider } from '#test/openid-provider.ts'
import { expectClean } from './accessible.ts'
import { chooseLanguage, fillSignIn, linkInMail, signIn, someoneElse } from './actions.ts'
import { expect, password, test, type RunningApp } from './fixtures.ts'

/** Single sign-on in a browser, with a real OpenID provider and its own pages. */
const client = { clientId: 'countinghouse', clientSecret: 'a secret of the client' }
const people = {
  aisha: { email: 'aisha@provider.example', email_verified: true },
  bo: { email: 'admin@acme.example', email_verified: true },
}
let provider: Awaited<ReturnType<typeof openProvider>>
test.beforeAll(async ({ app }) => {
  provider = await openProvider(
    [
      {
        ...client,
        redirectUri: `${app.url}/auth/callback/acme`,
        logoutUri: `${app.url}/login/tenant/acme`,
      },
    ],
    people,
  )
})
// Data of its own: what is required here is required of everybody who comes later.
test.use({ data: 'sso' })
test.afterAll(() => provider.close())

/** Presses through the provider's own pages. */
async function atProvider(page: Page, name: string): Promise<void> {
  await page.locator('input[name="login"]').fill(name)
  await page.locator('input[name="password"]').fill('anything')
  await page.locator('button[type="submit"]').click()
  await page.locator('button[type="submit"]').click()
}
/** Comes to the tenant's page from the sign-in, by the name of the company. */
async function findCompany(page: Page, app: RunningApp): Promise<void> {
  await page.goto(`${app.url}/login`)
  await page.getByRole('link', { name: 'Continue with single sign-on' }).click()
  const field = page.getByLabel('Work e-mail or company name')
  await field.fill('nobody@nowhere.example')
  await page.keyboard.press('Enter')
  await expect(page.getByText("We couldn't find a company for this.", { exact: false })).toBeVisible()
  await expectClean(page)
  await field.fill('acme & sons')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/login/tenant/acme')
}
const begin = async (page: Page, app: RunningApp, from = '') => {
  await page.goto(`${app.url}/login/tenant/acme${from && `?redirectFrom=${encodeURIComponent(from)}`}`)
  await page.getByRole('button', { name: 'Continue with single sign-on' }).click()
}

test('set up, linked, signed in, signed out at the provider, required', async ({ page, app, browser }) => {
  test.setTimeout(120_000)
  await signIn(page, app, '/settings/single-sign-on')
  await expect(page.getByText('Not set up yet')).toBeVisible()
  await expect(page.getByLabel('Single sign-on is on')).not.toBeChecked()
  await expect(page.getByLabel('Single sign-on is on')).toBeDisabled()
  await page.getByLabel('Issuer').fill(`${provider.issuer}/wrong`)
  await page.getByRole('button', { name: 'Test connection' }).click()
  await expect(page.getByText('We found no provider here.', { exact: false })).toBeVisible()
  await page.getByLabel('Issuer').fill(provider.issuer)
  await page.getByRole('button', { name: 'Test connection' }).click()
  await expect(page.getByText('The connection works.', { exact: false })).toBeVisible()
  await page.getByLabel('Client ID').fill(client.clientId)
  await page.getByRole('textbox', { name: 'Client secret' }).fill(client.clientSecret)
  await page.getByLabel('Company name').fill('Acme & Sons')
  await page.getByLabel('Single sign-on is on').check({ force: true })
  await expect(page.getByText(`${app.url}/auth/callback/acme`)).toBeVisible()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Single sign-on saved').first()).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Client secret' })).toHaveAttribute('placeholder', /^\*+ent$/)
  await expectClean(page)

  // Nobody is linked by an address, though the provider has verified it: the password is asked for.
  const admin = await someoneElse(browser)
  await findCompany(admin, app)
  await begin(admin, app, '/payment-links')
  await atProvider(admin, 'bo')
  await expect(admin.getByRole('heading', { name: 'Link your account' })).toBeVisible()
  expect(new URL(admin.url()).search).toBe('')
  await expect(admin.getByLabel('E-mail')).toHaveValue('admin@acme.example')
  await expectClean(admin)
  await admin.getByLabel('Password', { exact: true }).fill(password)
  await admin.getByRole('button', { name: 'Link and sign in' }).click()
  await admin.waitForURL('**/payment-links')
  await expect(admin.getByRole('heading', { name: 'Payment links' })).toBeVisible()

  // Out: at the provider too, and back to the tenant's own sign-in; the date ranges are kept.
  await admin.evaluate(() => {
    localStorage.setItem('recon-dates-payments', '2026-11-01..2026-11-20')
    localStorage.setItem('something-else', '1')
  })
  await admin.goto(`${app.url}/logout`)
  await admin.getByRole('button', { name: 'Yes, sign me out' }).click()
  await admin.waitForURL('**/login/tenant/acme')
  await expect(admin.getByRole('heading', { name: 'Sign in to Acme & Sons' })).toBeVisible()
  expect(await admin.evaluate(() => Object.fromEntries(Object.entries(localStorage)))).toEqual({
    'recon-dates-payments': '2026-11-01..2026-11-20',
  })
  await expectClean(admin)

  // In again: straight to the console, where it is now made a must.
  await begin(admin, app, '/settings/single-sign-on')
  await atProvider(admin, 'bo')
  await admin.waitForURL('**/settings/single-sign-on')
  await expect(admin.getByRole('cell', { name: 'admin@acme.example' })).toBeVisible()
  await admin.getByLabel('Required for everyone').check({ force: true })
  await admin.getByRole('combobox', { name: 'Keeps a password' }).click()
  await admin.getByRole('option', { name: /admin@acme\.example/ }).click()
  await admin.getByRole('button', { name: 'Save' }).click()
  // The provider has not said that it has just asked: proven anew in a tab beside, which leaves this one as it is.
  const beside = admin.context().waitForEvent('page')
  await admin.getByRole('button', { name: 'Confirm with single sign-on' }).click()
  const tab = await beside
  await tab.locator('input[name="login"]').fill('bo')
  await tab.locator('input[name="password"]').fill('anything')
  await tab.locator('button[type="submit"]').click()
  await expect(admin.getByRole('dialog')).toBeHidden()
  await expect(admin.getByText('Single sign-on saved').first()).toBeVisible()

  // A password is shown the way, once it was right.
  const other = await someoneElse(browser)
  await other.goto(`${app.url}/login`)
  await fillSignIn(other, 'payment-user@acme.example')
  await other.getByRole('link', { name: 'Sign in with single sign-on' }).click()
  await other.waitForURL('**/login/tenant/acme')
  await other.getByRole('button', { name: 'Continue with single sign-on' }).click()
  await atProvider(other, 'aisha')
  await other.getByLabel('E-mail').fill('payment-user@acme.example')
  await other.getByRole('button', { name: 'E-mail me a link instead' }).click()
  await expect(other.getByText('Open it in this browser.', { exact: false })).toBeVisible()
  await other.goto(await linkInMail(other, app, 'Confirm your sign-in through Acme & Sons'))
  await other.getByRole('button', { name: 'Link my account' }).click()
  await other.waitForURL((url) => !url.pathname.startsWith('/auth'))
  await other.goto(`${app.url}/profile`)
  await expect(other.getByText('Linked since')).toBeVisible()
  await expect(other.getByRole('button', { name: 'Change password' })).toBeHidden()
  await expectClean(other)

  await other.close()
  await admin.close()
})

for (const language of ['en', 'ar'] as const)
  test(`what is refused says one thing and leads back: ${language}`, async ({ page, app }) => {
    await chooseLanguage(page, language)
    for (const query of ['', `?state=${'A'.repeat(43)}&code=x`, '?error=access_denied']) {
      await page.goto(`${app.url}/auth/callback/acme${query}`)
      await page.waitForURL('**/auth/error?*')
      await expect(page.getByRole('alert').first()).toHaveText(
        language === 'en' ? 'SSO login failed. Please try again.' : 'فشل تسجيل الدخول الموحّد. يُرجى المحاولة مرة أخرى.',
      )
    }
    expect(await page.locator('html').getAttribute('dir')).toBe(language === 'ar' ? 'rtl' : 'ltr')
    await expectClean(page)
    await page.getByRole('link', { name: language === 'en' ? 'Try again' : 'المحاولة مرة أخرى' }).click()
    await page.waitForURL('**/login/tenant/acme')
    await expectClean(page)
    await page.goto(`${app.url}/login/tenant/no-such-tenant`)
    await expect(page.locator('h1')).toBeVisible()
    await expectClean(page)
  })
