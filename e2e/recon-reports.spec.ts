import type { Page } from '@playwright/test'
import arabic from '#i18n/ar/console.json' with { type: 'json' }
import english from '#i18n/en/console.json' with { type: 'json' }
import { chooseColours, expectClean, expectContrast } from './accessible.ts'
import { chooseLanguage, signIn } from './actions.ts'
import { expect, test } from './fixtures.ts'
import { shopAndProvider } from './recon-matched.ts'

/** One after the other in one window: a file, its answer, and the reports of it. */
test.use({ data: 'counted-reports' })
test.describe.configure({ mode: 'serial' })
const { reconReports: words, states, exports: exportWords } = english
const reports = '/reconciliation/reports'
let page: Page

test.beforeAll(async ({ browser, app }) => {
  const shop = await shopAndProvider(app, 'PAYPAL')
  await shop.load()
  await shop.run()
  page = await browser.newPage()
  await chooseLanguage(page, 'en')
  await signIn(page, app, reports)
})
test.afterAll(() => page.close())

test('a report is made now, and its file is there', async () => {
  await expect(page.getByText(words.emptyTitle)).toBeVisible()
  await expectClean(page)
  await page.getByRole('button', { name: words.create }).click()
  const form = page.getByRole('dialog', { name: words.createTitle })
  await form.getByLabel(words.kind).selectOption(words.kinds.unreconciled)
  await form.getByLabel(words.from).fill('2026-01-01')
  await expectClean(page)
  await form.getByRole('button', { name: words.submitNow, exact: true }).click()
  await expect(form).toHaveCount(0)
  await expect(page.getByText(states.export.ready)).toBeVisible({ timeout: 10_000 })
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: words.download }).click()
  expect((await download).suggestedFilename()).toMatch(/^recon-report-.*\.xlsx$/)
  await expectClean(page)
})

test('a report is scheduled, which needs a name, and can be paused', async () => {
  await page.getByRole('button', { name: words.create }).click()
  const form = page.getByRole('dialog', { name: words.createTitle })
  await form.getByLabel(words.when).selectOption(words.again)
  await form.getByRole('button', { name: words.submitSchedule, exact: true }).click()
  await expect(form).toBeVisible()
  await form.getByLabel(exportWords.name).fill('Every morning')
  await form.getByRole('button', { name: words.submitSchedule, exact: true }).click()
  await expect(form).toHaveCount(0)
  await page.getByRole('link', { name: words.tabs.scheduled }).click()
  await expect(page.getByText('Every morning')).toBeVisible()
  await page.getByRole('button', { name: exportWords.pause }).click()
  await expect(page.getByRole('button', { name: exportWords.resume })).toBeVisible()
  await expectClean(page)
})

test('in Arabic, in the dark and on a phone, reports and schedules stand in their place', async ({ browser, app }) => {
  const other = await browser.newPage({ viewport: { width: 360, height: 740 } })
  await chooseLanguage(other, 'ar')
  await signIn(other, app, reports)
  await chooseColours(other, 'dark')
  const seen = new Set<string>()
  const shown = [
    [reports, arabic.reconReports.kinds.unreconciled],
    [`${reports}?tab=scheduled`, arabic.reconReports.kinds.reconciled],
  ] as const
  for (const [path, text] of shown) {
    await other.goto(app.url + path)
    await expect(other.getByText(text).first()).toBeVisible()
    await expectClean(other)
    await expectContrast(other, seen)
  }
  await other.close()
})
