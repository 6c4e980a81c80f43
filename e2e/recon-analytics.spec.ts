import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import arabic from '#i18n/ar/console.json' with { type: 'json' }
import english from '#i18n/en/console.json' with { type: 'json' }
import { chooseColours, expectClean, expectContrast } from './accessible.ts'
import { chooseLanguage, signIn } from './actions.ts'
import { expect, test } from './fixtures.ts'
import { shopAndProvider } from './recon-matched.ts'

/** One after the other in one window, on the answer of one channel. */
test.use({ data: 'counted-recon' })
test.describe.configure({ mode: 'serial' })
const { reconAnalytics: words, dashboard, states } = english
const channel = 'XENDIT'
const address = `/reconciliation/analytics?channel=${channel}&days=all`
let page: Page

test.beforeAll(async ({ browser, app }) => {
  const shop = await shopAndProvider(app, channel)
  await shop.post('/api/recon/switches', { analytics_enabled: true })
  await shop.load()
  await shop.run()
  page = await browser.newPage()
  await chooseLanguage(page, 'en')
  await signIn(page, app, address)
})
test.afterAll(() => page.close())

test('figures are charts, and each is a table and a file too', async () => {
  const titles = [words.matchRate, words.underWay, words.matchRateBy, words.exceptions, words.exceptionsByAge, words.delays, words.fees, words.conversion] // prettier-ignore
  for (const title of titles) await expect(page.getByRole('heading', { name: title, exact: true })).toBeVisible()
  await expect(page.getByRole('img', { name: /75%/ })).toHaveCount(0)
  await expectClean(page)
  for (const title of titles) await page.getByRole('button', { name: dashboard.asTable.replace('{{chart}}', title) }).click()
  await expect(page.getByRole('row', { name: '2026-03-02 2 1 50%' })).toBeVisible()
  await expect(page.getByRole('row', { name: new RegExp(`${states.reconOutcome.missing_in_settlement} 1 40\\.00 SGD`) })).toBeVisible()
  await expectClean(page)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: dashboard.asFile.replace('{{chart}}', words.matchRate), exact: true }).click()
  expect(await readFile(await (await download).path(), 'utf8')).toContain('2026-03-01,2,2,100%')
}) // prettier-ignore

test('in Arabic, in the dark and on a phone, all of them stand in their place', async ({ browser, app }) => {
  const other = await browser.newPage({ viewport: { width: 360, height: 740 } })
  await chooseLanguage(other, 'ar')
  await signIn(other, app, address)
  await chooseColours(other, 'dark')
  await expect(other.getByRole('heading', { name: arabic.reconAnalytics.underWay })).toBeVisible()
  await expectClean(other)
  await expectContrast(other, new Set())
  await other.close()
})
