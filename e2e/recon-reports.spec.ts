import type { Page } from '@playwright/test'
import arabic from '#i18n/ar/console.json' with { type: 'json' }
import english from '#i18n/en/console.json' with { type: 'json' }
import { chooseColours, expectClean, expectContrast } from './accessible.ts'
import { chooseLanguage, goTo, signIn } from './actions.ts'
import { expect, password, test, type RunningApp } from './fixtures.ts'
import { newReconFile } from './recon-file.ts'

/** One after the other in one window: a file, its answer, the figures and the reports of it. */
test.use({ data: 'reported' })
test.describe.configure({ mode: 'serial' })
const { reconReports: words, reconAnalytics, states, exports: exportWords } = english
const username = 'admin@acme.example'
const [reports, analytics] = ['/reconciliation/reports', '/reconciliation/analytics']
let page: Page

test.beforeAll(async ({ browser, app }) => {
  page = await browser.newPage()
  await newReconFile(app, username)
  await answered(app)
  await chooseLanguage(page, 'en')
  await signIn(page, app, analytics)
})
test.afterAll(() => page.close())

test('the figures are charts, and each is a table too', async () => {
  const card = page.locator('[data-card]').filter({ hasText: reconAnalytics.exceptions })
  await expect(card).toBeVisible()
  await card.locator('button[aria-pressed]').click()
  await expect(card.getByRole('table')).toBeVisible()
  await expectClean(page)
})

test('a report is made now, and its file is there', async ({ app }) => {
  await goTo(page, app, reports)
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

test('in Arabic, in the dark and on a phone, both stand in their place', async ({ browser, app }) => {
  const other = await browser.newPage({ viewport: { width: 360, height: 740 } })
  await chooseLanguage(other, 'ar')
  await signIn(other, app, analytics)
  await chooseColours(other, 'dark')
  const seen = new Set<string>()
  const shown = [
    [analytics, arabic.reconAnalytics.underWay],
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

/** Has the first pair worked out, and analytics switched on. */
async function answered(app: RunningApp): Promise<void> {
  const at = `${app.url}/gateway`
  const signedIn = await page.request.post(`${at}/api/account/login`, { data: { username, password } })
  const { content } = (await signedIn.json()) as { content: { token: string } }
  const headers = { authorization: `Bearer ${content.token}` }
  const switched = await page.request.post(`${at}/api/recon/switches`, { headers, data: { analytics_enabled: true } })
  expect(switched.status(), await switched.text()).toBe(200)
  const pair = async () => {
    const read = await page.request.get(`${at}/api/recon/pairs`, { headers })
    return ((await read.json()) as { data: { msm_id: number; answer_run_id: string | null }[] }).data[0]
  }
  const { msm_id } = (await pair()) ?? {}
  const begun = await page.request.post(`${at}/api/recon/runs`, { headers, data: { msm_id } })
  expect(begun.status(), await begun.text()).toBe(200)
  await expect.poll(async () => (await pair())?.answer_run_id ?? '', { timeout: 10_000 }).not.toBe('')
}
