import type { Page } from '@playwright/test'
import english from '#i18n/en/console.json' with { type: 'json' }
import { expectClean } from './accessible.ts'
import { chooseLanguage, goTo, signIn } from './actions.ts'
import { expect, test } from './fixtures.ts'
import { shopAndProvider } from './recon-matched.ts'

/** One after the other in one window: what is open, one by keys, several at once, and records matched by hand. */
test.use({ data: 'recon-exceptions' })
test.describe.configure({ mode: 'serial' })
const { reconExceptions: words, exceptionActs: acts, exceptionWaits: waits, matchStrengths } = english
/** Nothing else of the demo is in this currency. */
const currency = 'NZD'
const list = `/reconciliation/exceptions?currency=${currency}`
let page: Page

test.beforeAll(async ({ browser, app }) => {
  page = await browser.newPage()
  await chooseLanguage(page, 'en')
  await signIn(page, app, '/reconciliation/runs')
  // One pair of records has the same amount and no reference in common: it is suggested.
  const near = { ours: ['O5,P5,2026-03-03 11:00:00,SGD,50.00,payment'], theirs: ['2026-03-04 10:00:00,Payment,X5,50.00,1.50'] }
  const { load, run } = await shopAndProvider(app, 'PAYPAL', { currency, ...near })
  await load()
  await run()
}) // prettier-ignore
test.afterAll(() => page.close())
const row = (reference: string) => page.getByRole('row').filter({ hasText: reference })

test('what is open has its difference and suggestion, and a filter stands in the address', async ({ app }) => {
  await goTo(page, app, list)
  await expect(row('P3')).toContainText('-1.00 NZD')
  await expect(row('P5')).toContainText(matchStrengths.suggested)
  await expectClean(page)
  await goTo(page, app, `${list}&status=amount_mismatch`)
  await expect(page.getByRole('row')).toHaveCount(2)
  await goTo(page, app, list)
})

test('both sides stand next to each other; one key accepts the suggestion and goes on to the next', async () => {
  await row('P5').getByRole('link').first().click()
  for (const [side, reference] of [['Ours', 'P5'], ['Theirs', 'X5']] as const)
    await expect(page.getByRole('region', { name: side }).getByRole('link', { name: reference })).toBeVisible()
  await expectClean(page)
  const before = page.url()
  await page.keyboard.press('a')
  await expect(page.getByText(words.applied_one)).toBeVisible()
  await expect(page).not.toHaveURL(before)
  await page.goto(before)
  await expect(page.getByText(words.waitsForRun)).toBeVisible()
  await page.getByLabel(words.comment).fill('The bank confirms it')
  await page.getByRole('button', { name: acts.comment }).click()
  await expect(page.getByText('The bank confirms it').last()).toBeVisible()
}) // prettier-ignore

test('several are decided at once, after their sum is shown; to which it was not done is told', async ({ app }) => {
  await goTo(page, app, list)
  await page.getByRole('checkbox', { name: english.list.chooseAll }).check()
  const bar = page.getByRole('region', { name: english.list.chosenRows })
  await expect(bar).toContainText(currency)
  await bar.getByRole('button', { name: words.more }).click()
  await page.getByRole('menuitem', { name: acts.assign }).click()
  await page.getByRole('dialog').getByRole('combobox').selectOption({ index: 1 })
  await expectClean(page)
  await page.getByRole('button', { name: acts.assign }).click()
  await expect(page.getByText(/^Saved for/)).toBeVisible()
  for (const reference of ['P3', 'P5']) await row(reference).getByRole('checkbox').check()
  await bar.getByRole('button', { name: acts.accept }).click()
  await page.getByRole('dialog').getByRole('textbox').fill('Told by the provider')
  await page.getByRole('dialog').getByRole('button', { name: acts.accept }).click()
  await expect(page.getByText(english.actRefusals.waits).first()).toBeVisible()
  await expectClean(page)
})

test('records of both sides are matched by hand, and a difference waits for a second person', async ({ app }) => {
  await goTo(page, app, list)
  await row('P4').getByRole('link').first().click()
  await page.getByRole('button', { name: words.decide }).click()
  await page.getByRole('menuitem', { name: words.byHand }).click()
  await page.getByRole('dialog').getByRole('checkbox', { name: 'P9' }).check()
  await expect(page.getByRole('dialog')).toContainText('-31.00 NZD')
  await expectClean(page)
  await page.getByRole('button', { name: words.goOn }).click()
  await page.getByRole('button', { name: words.matchThem, exact: true }).click()
  await expect(page.getByText(words.proposed_one)).toBeVisible()
  await expect(page.getByText(words.toApprovals)).toBeVisible()
  await goTo(page, app, list)
  await expect(row('P9')).toContainText(waits.approval)
})
