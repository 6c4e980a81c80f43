import type { Page } from '@playwright/test'
import { chooseColours, expectClean, expectContrast, expectNothingSideways } from './accessible.ts'
import { chooseLanguage, signIn, someoneElse } from './actions.ts'
import { expect, test } from './fixtures.ts'
import { textsOf } from './in-language.ts'

/** The accounts of a merchant that sells abroad, one test after the other in a window that stays open. */
test.use({ data: 'remittances' })
test.describe.configure({ mode: 'serial' })
const path = '/remittances/bank-account'
const administrator = 'admin@delta.example'
const english = textsOf('en', 'console')
const { remittanceAccounts: words, beneficiaries, accountFields, columns } = english
let page: Page

const cardOf = (name: string) => page.getByRole('listitem').filter({ hasText: name })
async function chooses(label: string, typed: string, option: RegExp): Promise<void> {
  const box = page.getByRole('dialog').getByRole('combobox', { name: label })
  await box.click()
  await box.fill(typed)
  await page.getByRole('option', { name: option }).first().click()
}
async function picks(label: string, option: string): Promise<void> {
  await page.getByRole('dialog').getByRole('combobox', { name: label }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

test('an administrator comes to an empty screen by the menu', async ({ browser, app }) => {
  page = await someoneElse(browser)
  // Without the demo's account, which stands there from the next test on.
  const accounts = /cross-border\/bank-account/
  await page.route(accounts, async (route) => {
    const response = await route.fetch()
    const json = (await response.json()) as object
    await route.fulfill({ response, json: { ...json, content: [] } })
  })
  await signIn(page, app, '/dashboard', administrator)
  const menu = page.getByRole('group', { name: english.menu.remittances })
  await menu.getByRole('link', { name: english.screens.remittanceAccounts }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(english.screens.remittanceAccounts)
  await expect(page.getByText(words.emptyTitle)).toBeVisible()
  await expectClean(page)
  await page.unroute(accounts)
  await page.reload()
  await expect(cardOf('델타무역').getByText(beneficiaries.isDefault, { exact: true })).toBeVisible()
})

test('a Korean account is added by the keyboard, and checked while it is typed', async () => {
  await page.getByRole('button', { name: words.add }).focus()
  await page.keyboard.press('Enter')
  const sheet = page.getByRole('dialog', { name: words.add })
  await expect(sheet.getByRole('combobox', { name: beneficiaries.accountCountry })).toHaveValue(/South Korea/)
  await sheet.getByLabel(words.firstName).fill('민지')
  await sheet.getByLabel(words.lastName).fill('김')
  await chooses(beneficiaries.bank, '088', /^088/)
  await sheet.getByLabel(accountFields.account_number).fill('123')
  await sheet.getByLabel(accountFields.account_number).press('Tab')
  await expect(sheet.getByText(/10 .* 16/).first()).toBeVisible()
  await expectClean(page)
  await sheet.getByLabel(accountFields.account_number).fill('110-123-456789')
  await expect(sheet.getByTitle(beneficiaries.looksRight).first()).toBeVisible()
  await sheet.getByRole('button', { name: words.add }).click()
  await expect(sheet).toHaveCount(0)
  const card = cardOf('김민지')
  await expect(card).toContainText('•••• 6789')
  await expect(card).toContainText('Shinhan Bank')
  await expect(card.getByText(beneficiaries.isDefault, { exact: true })).toHaveCount(0)
  await expect(page.getByRole('button', { name: words.add })).toBeFocused()
  await expectClean(page)
})

test('the fields follow the country, and the same account is refused', async () => {
  await page.getByRole('button', { name: words.add }).click()
  const sheet = page.getByRole('dialog', { name: words.add })
  await chooses(beneficiaries.accountCountry, 'Cambodia', /Cambodia/)
  await expect(sheet.getByLabel(accountFields.swift)).toBeVisible()
  await picks(columns.account_type, english.remittanceAccountTypes.wallet)
  await expect(sheet.getByLabel(accountFields.swift)).toHaveCount(0)
  await expect(sheet.getByLabel(accountFields.wing_money_number)).toBeVisible()
  await chooses(beneficiaries.accountCountry, 'South Korea', /South Korea/)
  await sheet.getByLabel(words.firstName).fill('Another')
  await chooses(beneficiaries.bank, '088', /^088/)
  await sheet.getByLabel(accountFields.account_number).fill('110123456789')
  await sheet.getByRole('button', { name: words.add }).click()
  await expect(sheet.getByText(english.fieldReasons.already_used)).toBeVisible()
  await sheet.getByLabel(accountFields.account_number).fill('110123456799')
  await sheet.getByRole('button', { name: words.add }).click()
  await expect(sheet).toHaveCount(0)
  await expect(cardOf('Another')).toContainText(english.accountWarnings.name_not_hangul)
})

test('an account is changed without its number, made the default, and switched off', async () => {
  const card = cardOf('Another')
  await card.locator('[aria-haspopup=menu]').click()
  await page.getByRole('menuitem', { name: words.edit }).click()
  const sheet = page.getByRole('dialog', { name: words.edit })
  await expect(sheet.getByLabel(accountFields.account_number)).toHaveAttribute('placeholder', '•••• 6799')
  await picks(words.purpose, english.remittancePurposes.ROYA)
  await sheet.getByRole('button', { name: words.save }).click()
  await expect(sheet).toHaveCount(0)
  await expect(card).toContainText(english.remittancePurposes.ROYA)
  await expect(card).toContainText('•••• 6799')
  await card.locator('[aria-haspopup=menu]').click()
  await page.getByRole('menuitem', { name: beneficiaries.makeDefault }).click()
  await expect(card.getByText(beneficiaries.isDefault, { exact: true })).toBeVisible()
  await expect(cardOf('김민지').getByText(beneficiaries.isDefault, { exact: true })).toHaveCount(0)
  await cardOf('김민지').locator('[aria-haspopup=menu]').click()
  await page.getByRole('menuitem', { name: beneficiaries.deactivate }).click()
  await expect(cardOf('김민지').getByText(beneficiaries.inactive, { exact: true })).toBeVisible()
  // Sales in dollars and yen wait to be sent to the default account.
  await card.locator('[aria-haspopup=menu]').click()
  await page.getByRole('menuitem', { name: beneficiaries.deactivate }).click()
  await expect(card.getByText(english.reasons.LAST_DEFAULT_ACCOUNT)).toBeVisible()
  await expect(card.getByText(beneficiaries.isDefault, { exact: true })).toBeVisible()
  await expectClean(page)
})

test('in the dark, on a phone, in Arabic, it is read and fits', async ({ browser, app }) => {
  await chooseColours(page, 'dark')
  await expectContrast(page, new Set())
  const phone = await someoneElse(browser)
  await phone.setViewportSize({ width: 360, height: 780 })
  await chooseLanguage(phone, 'ar')
  await signIn(phone, app, path, administrator)
  const arabic = textsOf('ar', 'console')
  await expect(phone.getByRole('heading', { level: 1 })).toHaveText(arabic.screens.remittanceAccounts)
  await expect(phone.locator('html')).toHaveAttribute('dir', 'rtl')
  await expect(phone.getByRole('listitem').filter({ hasText: 'Another' })).toBeVisible()
  await expectNothingSideways(phone)
  await expectClean(phone)
  await phone.getByRole('button', { name: arabic.remittanceAccounts.add }).click()
  await expect(phone.getByRole('dialog').getByLabel(arabic.remittanceAccounts.firstName)).toBeVisible()
  await expectClean(phone)
})

test('a merchant that sells nowhere else is told why it may not', async ({ browser, app }) => {
  const other = await someoneElse(browser)
  await signIn(other, app, path, 'admin@acme.example')
  await expect(other.getByText(english.denials.cross_border_only)).toBeVisible()
  await expect(other.getByRole('link', { name: english.screens.remittanceAccounts })).toHaveCount(0)
})
