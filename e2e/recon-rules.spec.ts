import type { Page } from '@playwright/test'
import arabic from '#i18n/ar/console.json' with { type: 'json' }
import english from '#i18n/en/console.json' with { type: 'json' }
import { chooseColours, expectClean, expectContrast } from './accessible.ts'
import { chooseLanguage, signIn } from './actions.ts'
import { expect, test } from './fixtures.ts'
import { shopAndProvider, type Matched } from './recon-matched.ts'

/** One after the other in one window: rules are moved, tried and saved. */
test.use({ data: 'counted-reports' })
test.describe.configure({ mode: 'serial' })
const { matchRules: rules, matchRuleNames: names } = english
const named = (text: string, rule: string) => text.replace('{{rule}}', `\u2068${rule}\u2069`)
let page: Page
let shop: Matched
const tab = () => `/reconciliation/configuration?tab=rules&pair=${shop.pair}`

test.beforeAll(async ({ browser, app }) => {
  shop = await shopAndProvider(app, 'XENDIT')
  await shop.load()
  await shop.run()
  page = await browser.newPage()
  await chooseLanguage(page, 'en')
  await signIn(page, app, tab())
})
test.afterAll(() => page.close())

test('rules are ordered by keys, and are not saved before it was seen what they change', async () => {
  await page.getByRole('button', { name: named(rules.moveDown, names.provider_reference) }).press('Enter')
  await expect(page.getByRole('listitem').filter({ hasText: names.merchant_reference }).first()).toContainText('1')
  await expectClean(page)
  for (const rule of ['provider_reference', 'repeated_provider', 'parts_provider', 'loose_provider'] as const)
    await page.getByRole('switch', { name: named(rules.isOn, names[rule]) }).press('Space')
  await expect(page.getByRole('button', { name: rules.save })).toHaveCount(0)
  await page.getByRole('button', { name: rules.try }).click()
  const save = page.getByRole('button', { name: rules.save })
  await expect(save).toBeVisible({ timeout: 15_000 })
  await expect(page.getByText(rules.changes_other.replace('{{count, number}}', '6'))).toBeVisible()
  await expectClean(page)
  await save.click()
  await expect(page.getByText(rules.versions_one)).toBeVisible()
  await expectClean(page)
}) // prettier-ignore

test('in Arabic, in the dark and on a phone, a rule is narrowed and all stands in its place', async ({
  browser,
  app,
}) => {
  const { matchRules: words } = arabic
  const other = await browser.newPage({ viewport: { width: 360, height: 740 } })
  await chooseLanguage(other, 'ar')
  await signIn(other, app, tab())
  await chooseColours(other, 'dark')
  await expect(other.getByText(words.title).first()).toBeVisible()
  await expectClean(other)
  const seen = new Set<string>()
  await expectContrast(other, seen)
  await other
    .getByRole('button', { name: named(words.editOf, arabic.matchRuleNames.merchant_reference), exact: true })
    .click()
  const form = other.getByRole('dialog')
  await form.getByLabel(words.from).fill('5')
  await expectClean(other)
  await form.getByRole('button', { name: words.take }).click()
  await expect(other.getByRole('button', { name: words.try })).toBeVisible()
  await expectContrast(other, seen)
  await other.close()
})
