import type { Page } from '@playwright/test'
import arabic from '#i18n/ar/console.json' with { type: 'json' }
import english from '#i18n/en/console.json' with { type: 'json' }
import { chooseColours, expectClean, expectContrast } from './accessible.ts'
import { chooseLanguage, goTo, signIn } from './actions.ts'
import { expect, test } from './fixtures.ts'
import { shopAndProvider, type Matched } from './recon-matched.ts'

/** One after the other in one window: a run by hand, one more after another file, and both compared. */
test.use({ data: 'counted-recon' })
test.describe.configure({ mode: 'serial' })
const { reconRuns: words, states } = english
let page: Page
let shop: Matched
/** The list, of this pair alone. */
const runs = () => `/reconciliation/runs?data_source=${shop.source}`

test.beforeAll(async ({ browser, app }) => {
  shop = await shopAndProvider(app, 'STRIPE')
  await shop.load()
  page = await browser.newPage()
  await chooseLanguage(page, 'en')
  await signIn(page, app, runs())
})
test.afterAll(() => page.close())

test('a run by hand goes to its end while one looks, with its totals and digest', async () => {
  await page.getByRole('button', { name: words.start }).first().click()
  await page.getByRole('menuitem', { name: new RegExp(shop.source) }).first().click()
  await expect(page.getByText(states.reconRun.done, { exact: true })).toBeVisible({ timeout: 15_000 })
  await expect(page.getByText(/^[0-9a-f]{64}$/)).toBeVisible()
  await expect(page.getByRole('row', { name: new RegExp(states.reconOutcome.missing_in_settlement) })).toContainText('40.00 SGD')
  await expectClean(page)
}) // prettier-ignore

test('the list has it, and what a later run says otherwise is compared record by record with why', async ({ app }) => {
  await shop.loadMissing()
  await shop.run()
  await goTo(page, app, runs())
  await expect(page.getByText(states.reconRun.done, { exact: true })).toHaveCount(2)
  await expectClean(page)
  await page.getByRole('checkbox', { name: words.nameOf.split(' ')[0] as string }).nth(0).check()
  await expect(page.getByText(words.chooseTwo)).toBeVisible()
  await page.getByRole('checkbox', { name: words.nameOf.split(' ')[0] as string }).nth(1).check()
  await page.getByRole('link', { name: words.compare, exact: true }).click()
  const line = page.getByRole('row', { name: new RegExp(words.changeCauses.new_record) })
  await expect(line).toContainText('P4')
  await expect(line).toContainText('40.00 SGD')
  const ours = page.getByRole('row', { name: new RegExp(words.changeCauses.counterpart) })
  await expect(ours).toContainText(states.reconOutcome.missing_in_settlement)
  await expect(ours).toContainText(states.reconOutcome.matched)
  await expectClean(page)
}) // prettier-ignore

test('in Arabic, in the dark and on a phone, list, run and comparison stand in their place', async ({
  browser,
  app,
}) => {
  const compared = new URL(page.url())
  const other = await browser.newPage({ viewport: { width: 360, height: 740 } })
  await chooseLanguage(other, 'ar')
  await signIn(other, app, runs())
  await chooseColours(other, 'dark')
  const seen = new Set<string>()
  const shown = [
    [runs(), arabic.states.reconRun.done],
    [compared.pathname + compared.search, arabic.reconRuns.changeCauses.counterpart],
    [`/reconciliation/runs/details?run_id=${compared.searchParams.get('other')}`, arabic.reconRuns.totals],
  ] as const
  for (const [path, text] of shown) {
    await other.goto(app.url + path)
    await expect(other.getByText(text).first()).toBeVisible()
    await expectClean(other)
    await expectContrast(other, seen)
  }
  await other.close()
})
