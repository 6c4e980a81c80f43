import type { Page } from '@playwright/test'
import arabic from '#i18n/ar/console.json' with { type: 'json' }
import english from '#i18n/en/console.json' with { type: 'json' }
import { chooseColours, expectClean, expectContrast } from './accessible.ts'
import { chooseLanguage, goTo, linkInMail, signIn } from './actions.ts'
import { expect, test } from './fixtures.ts'
import { shopAndProvider, type Matched } from './recon-matched.ts'

/** One after the other in one window: files, their answer, its records, and one of them. */
test.use({ data: 'counted-recon' })
test.describe.configure({ mode: 'serial' })
const { reconDashboard: words, reconEvidence, list, columns } = english
const dashboard = '/reconciliation/dashboard'
let page: Page
let shop: Matched

test.beforeAll(async ({ browser, app }) => {
  shop = await shopAndProvider(app, 'PAYPAL')
  page = await (await browser.newContext()).newPage()
  await chooseLanguage(page, 'en')
  await signIn(page, app, `${dashboard}?pair=${shop.pair}`)
})
test.afterAll(() => page.context().close())

test('before the first file it says what to do, and with an answer it is a chart and a table', async () => {
  await expect(page.getByText(words.noFileTitle)).toBeVisible()
  await expectClean(page)
  await shop.load()
  await shop.run()
  await page.reload()
  await page.getByRole('combobox', { name: english.reconFees.period }).selectOption('all')
  await expect(page.getByRole('link', { name: `${words.boxes.sale_transactions} 4` })).toBeVisible()
  await expectClean(page)
  await page.getByRole('button', { name: english.dashboard.asTable.replace('{{chart}}', words.chart) }).click()
  await expect(page.getByRole('row', { name: `${words.boxes.reconciled_sale_settlements} ${words.boxes.mismatch_amount} 1` })).toContainText('30.00 SGD')
  await expectClean(page)
  await page.getByRole('button', { name: english.dashboard.asTable.replace('{{chart}}', words.chart) }).click()
}) // prettier-ignore

test('a flow leads to exactly its records, by the keyboard too, and a record says in a sentence what became of it', async () => {
  const flow = page.getByRole('link', { name: /^Matched to Amount mismatch: 1$/ })
  await flow.focus()
  await page.keyboard.press('Enter')
  await page.waitForURL(/mismatches=amount/)
  await expect(page.getByRole('row')).toHaveCount(2)
  await page.getByRole('link', { name: 'P3' }).click()
  await expect(page.getByText(/They have .29\.00 SGD. and we have .30\.00 SGD.: .1\.00 SGD. less/)).toBeVisible()
  await expect(page.getByRole('heading', { name: reconEvidence.compared })).toBeVisible()
  const address = page.url()
  expect(address).toContain('/reconciliation/dashboard/details')
  await expectClean(page)
  await page.goto(address)
  await expect(page.getByRole('link', { name: 'settlement.csv' }).or(page.getByRole('link', { name: 'orders.csv' }))).toBeVisible()
}) // prettier-ignore

test('records are listed by side with the columns that people choose, and taken along as a file', async ({ app }) => {
  await goTo(page, app, `${dashboard}?pair=${shop.pair}`)
  await page
    .getByRole('navigation', { name: words.tabsLabel })
    .getByRole('link', { name: words.tabs.settlements, exact: true })
    .click()
  await expect(page.getByRole('row')).toHaveCount(5)
  await page.getByRole('button', { name: list.columns }).click()
  await page.getByRole('checkbox', { name: columns.passed_on }).check()
  await page.getByRole('button', { name: list.apply }).click()
  await expect(page.getByRole('columnheader', { name: columns.passed_on })).toBeVisible()
  await expectClean(page)
  await page.getByRole('button', { name: list.export, exact: true }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: list.exportXlsx }).first().click()
  expect((await download).suggestedFilename()).toMatch(/^recon-settlements-.*\.xlsx$/)
  await page.getByRole('link', { name: words.tabs.bank, exact: true }).click()
  await expect(page.getByText(words.noSideTitle)).toBeVisible()
})

test('records are mailed to a user as a link that leads to the file', async ({ app }) => {
  await page.getByRole('link', { name: words.tabs.flow, exact: true }).click()
  await page.getByRole('button', { name: words.email, exact: true }).click()
  const form = page.getByRole('dialog', { name: words.emailTitle })
  await expectClean(page)
  await form.getByRole('button', { name: words.send, exact: true }).click()
  await expect(form).toHaveCount(0)
  const link = await linkInMail(page, app, 'Export ready')
  await page.goto(link)
  await expect(page.getByText(english.states.export.ready).first()).toBeVisible()
})

test('days that were chosen stay, over signing out too, and are those of each screen', async ({ app }) => {
  await page.goto(`${app.url}/logout`)
  await page.waitForURL(/login/)
  for (const path of ['/reconciliation/fees', '/reconciliation/analytics', dashboard]) {
    await signIn(page, app, path)
    await expect(page.getByRole('combobox', { name: english.reconFees.period })).toHaveValue('all')
  }
})

test('in Arabic, in the dark and on a phone, all of it stands in its place', async ({ browser, app }) => {
  const { reconDashboard: said, states } = arabic
  const other = await browser.newPage({ viewport: { width: 360, height: 740 } })
  await chooseLanguage(other, 'ar')
  await signIn(other, app, `${dashboard}?pair=${shop.pair}&days=all`)
  await chooseColours(other, 'dark')
  const seen = new Set<string>()
  const at = `${dashboard}?pair=${shop.pair}&days=all`
  for (const [path, text] of [[at, said.chart], [`${at}&tab=settlements`, states.reconOutcome.missing_in_transactions]] as const) {
    await other.goto(app.url + path)
    await expect(other.getByText(text).first()).toBeVisible()
    await expectClean(other)
    await expectContrast(other, seen)
  }
  await other.getByRole('link', { name: 'P3' }).click()
  await expect(other.getByRole('heading', { name: arabic.reconEvidence.compared })).toBeVisible()
  await expectClean(other)
  await expectContrast(other, seen)
  await other.close()
}) // prettier-ignore
