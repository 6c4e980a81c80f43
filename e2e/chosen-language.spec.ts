import type { Browser, Page } from '@playwright/test'
import en from '#i18n/en/console.json' with { type: 'json' }
import fi from '#i18n/fi/console.json' with { type: 'json' }
import fr from '#i18n/fr/console.json' with { type: 'json' }
import { languages, type Language } from '#i18n/languages.ts'
import { signIn } from './actions.ts'
import { expect, password, test } from './fixtures.ts'

/** Whose language the console is in: the user's, the merchant's, that of the address, the browser's, in this order. */

test.use({ data: 'chosen-language' })
/** A browser of somebody who reads a language, with nothing kept. */
const browserIn = async (browser: Browser, locale: string): Promise<Page> =>
  (await browser.newContext({ locale })).newPage()
const expectIn = (page: Page, language: Language) =>
  expect(page.locator('html')).toHaveAttribute('lang', language, { timeout: 10_000 })

test('the sign-in is in the browser’s language, or in the one that the address asks for', async ({ app, browser }) => {
  const page = await browserIn(browser, 'fr-CA')
  await page.goto(`${app.url}/login`)
  await expectIn(page, 'fr')
  const { session } = fr
  await page.getByLabel(session.email).fill('admin@acme.example')
  await page.getByLabel(session.password, { exact: true }).fill(password)
  await page.keyboard.press('Enter')
  await page.waitForURL((url) => url.pathname !== '/login')
  await expectIn(page, 'fr')

  const asked = await browserIn(browser, 'fr-CA')
  await asked.goto(`${app.url}/login?lang=th`)
  await expectIn(asked, 'th')
})

test('a choice keeps what was typed, is followed by the other tabs, and goes with the user to every device', async ({
  app,
  browser,
}) => {
  const user = 'payment-user@acme.example'
  const page = await browserIn(browser, 'en')
  await signIn(page, app, '/profile', user)
  const tab = await page.context().newPage()
  await tab.goto(`${app.url}/profile`)
  await expectIn(tab, 'en')

  await page.getByLabel(en.columns.phone_number).fill('+358 40 123 4567')
  const chosen = page.waitForResponse((answer) => answer.url().endsWith('/account/language'))
  await page.getByRole('button', { name: en.shell.language }).click()
  await page.getByRole('menuitem', { name: languages.fi.name }).click()
  await chosen
  await expectIn(page, 'fi')
  await expect(page.getByLabel(fi.columns.phone_number)).toHaveValue('+358 40 123 4567')
  await expectIn(tab, 'fi')

  const elsewhere = await browserIn(browser, 'ja')
  await signIn(elsewhere, app, '/profile?lang=th', user)
  await expectIn(elsewhere, 'fi')
})

test('the merchant’s language is for all who have chosen none', async ({ page, app, browser }) => {
  await signIn(page, app, '/general-settings', 'admin@acme.example')
  await page.getByRole('combobox', { name: en.settings.language }).click()
  await page.getByRole('option', { name: languages.ko.name }).click()
  await page.getByRole('button', { name: en.settings.save }).click()
  // Its author has chosen none either.
  await expectIn(page, 'ko')
  await expect(page.getByText(languages.ko.name).first()).toBeVisible()

  const colleague = await browserIn(browser, 'es')
  await signIn(colleague, app, '/dashboard', 'recon-user@acme.example')
  await expectIn(colleague, 'ko')
})
