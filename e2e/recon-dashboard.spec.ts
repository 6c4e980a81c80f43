import type { Page } from '@playwright/test'
import arabic from '#i18n/ar/console.json' with { type: 'json' }
import english from '#i18n/en/console.json' with { type: 'json' }
import { chooseColours, expectClean, expectContrast } from './accessible.ts'
import { chooseLanguage, goTo, signIn } from './actions.ts'
import { expect, test } from './fixtures.ts'
import { shopAndProvider } from './recon-matched.ts'

/** One after the other in one window: files, a run, what it comes to, one record, and other rules. */
test.use({ data: 'recon-dashboard' })
test.describe.configure({ mode: 'serial' })
const { reconDashboard: words, reconRuns: runs, matchRules: rules, matchRuleNames: names, states } = english
const dashboard = '/reconciliation/dashboard'
let page: Page
let pair = ''

test.beforeAll(async ({ browser, app }) => {
  page = await browser.newPage()
  await chooseLanguage(page, 'en')
  await signIn(page, app, '/reconciliation/runs')
})
test.afterAll(() => page.close())

test('before the first file it says what to do; a run by hand goes to its end, with its digest', async ({ app }) => {
  const made = await shopAndProvider(page, app)
  pair = made.pair
  await goTo(page, app, `${dashboard}?pair=${pair}`)
  await expect(page.getByText(words.noFileTitle)).toBeVisible()
  await expectClean(page)
  await made.load()
  await goTo(page, app, '/reconciliation/runs')
  await page.getByRole('button', { name: runs.start }).first().click()
  await page.getByRole('menuitem', { name: /SHOP_TXN/ }).click()
  await expect(page.getByText(states.reconRun.done, { exact: true })).toBeVisible({ timeout: 15_000 })
  await expect(page.getByText(/^[0-9a-f]{64}$/)).toBeVisible()
  await expectClean(page)
  await page.getByRole('link', { name: runs.toDashboard }).click()
})

test('a flow leads to exactly its records, by the keyboard too, and a record says in a sentence what became of it', async () => {
  await page.getByRole('combobox', { name: english.reconFees.period }).selectOption('all')
  const flow = page.getByRole('link', { name: /^Matched to Amount mismatch: 1$/ })
  await expectClean(page)
  await flow.focus()
  await page.keyboard.press('Enter')
  await page.waitForURL(/mismatches=amount/)
  await expect(page.getByRole('row')).toHaveCount(2)
  await expectClean(page)
  await page.getByRole('link', { name: 'P3' }).click()
  await expect(page.getByText(/They have .29\.00 SGD. and we have .30\.00 SGD.: .1\.00 SGD. less/)).toBeVisible()
  await expectClean(page)
}) // prettier-ignore

test('days that were chosen stay, over signing out too, and are those of each screen', async ({ app }) => {
  await goTo(page, app, `${dashboard}?pair=${pair}`)
  await expect(page.getByRole('link', { name: `${words.boxes.sale_transactions} 4` })).toBeVisible()
  await page.goto(`${app.url}/logout`)
  await page.waitForURL(/login/)
  await signIn(page, app, '/reconciliation/fees')
  await expect(page.getByRole('combobox', { name: english.reconFees.period })).toHaveValue('all')
})

test('rules are moved by keys and saved once it was seen what they change; two runs compare', async ({ app }) => {
  await goTo(page, app, `/reconciliation/configuration?tab=rules&pair=${pair}`)
  const named = (text: string, rule: string) => text.replace('{{rule}}', `\u2068${rule}\u2069`)
  await page.getByRole('button', { name: named(rules.moveDown, names.provider_reference) }).press('Enter')
  await expect(page.getByRole('listitem').filter({ hasText: names.merchant_reference }).first()).toContainText('1')
  for (const rule of ['provider_reference', 'repeated_provider', 'parts_provider', 'loose_provider'] as const)
    await page.getByRole('switch', { name: named(rules.isOn, names[rule]) }).press('Space')
  await page.getByRole('button', { name: rules.try }).click()
  const save = page.getByRole('button', { name: rules.save })
  await expect(save).toBeVisible({ timeout: 15_000 })
  await expectClean(page)
  await save.click()
  await expect(page.getByText(rules.versions_one)).toBeVisible()
  await goTo(page, app, '/reconciliation/runs')
  await expect(page.getByText(states.reconRun.done, { exact: true })).toHaveCount(2, { timeout: 15_000 })
  for (const at of [0, 1]) await page.getByRole('row', { name: /SHOP_TXN/ }).nth(at).getByRole('checkbox').check()
  await page.getByRole('link', { name: runs.compare, exact: true }).click()
  await expect(page.getByText(runs.changeCauses.rule).or(page.getByText(runs.changeCauses.counterpart)).first()).toBeVisible()
  await expectClean(page)
}) // prettier-ignore

test('in Arabic, in the dark and on a phone, all of it stands in its place', async ({ browser, app }) => {
  const other = await browser.newPage({ viewport: { width: 360, height: 740 } })
  await chooseLanguage(other, 'ar')
  await signIn(other, app, `${dashboard}?pair=${pair}&days=all`)
  await chooseColours(other, 'dark')
  const seen = new Set<string>()
  const places = { [`${dashboard}?pair=${pair}&days=all`]: arabic.reconDashboard.chart, '/reconciliation/runs': arabic.states.reconRun.done, [`/reconciliation/configuration?tab=rules&pair=${pair}`]: arabic.matchRules.title } // prettier-ignore
  for (const [path, text] of Object.entries(places)) {
    await other.goto(app.url + path)
    await expect(other.getByText(text).first()).toBeVisible()
    await expectClean(other)
    await expectContrast(other, seen)
  }
  await other.close()
})
