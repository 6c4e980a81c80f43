import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { languages } from '#i18n/languages.ts'
import { chooseColours, expectClean, expectNothingSideways } from './accessible.ts'
import { chooseLanguage, goTo, signIn } from './actions.ts'
import { expect, password, test } from './fixtures.ts'
import { textsOf } from './in-language.ts'

/** Sales abroad from their figures to the bank, one test after the other in a window that stays open. */
test.use({ data: 'remittances' })
test.describe.configure({ mode: 'serial' })
const administrator = 'admin@delta.example'
const list = '/remittances/settlements'
const details = `${list}/details`
const {
  remittances: words,
  reserve,
  columns,
  screens,
  states,
  stepUp,
  session,
  timeline,
  dashboard,
} = textsOf('en', 'console')
let page: Page

/** Opens the newest settlement in a state, and gives its address. */
async function openFirst(state: keyof typeof states.remittance): Promise<string> {
  await page.goto(new URL(`${list}?status=${encodeURIComponent(state)}`, page.url()).href)
  await page.getByRole('row').nth(1).getByRole('link').first().click()
  await page.waitForURL(`**${details}?*`)
  return page.url()
}
/** The state beside the amount; the words of some are labels too. */
const stands = (state: keyof typeof states.remittance) =>
  page.getByRole('paragraph').filter({ hasText: new RegExp(`[A-Z]{3} *${states.remittance[state]}$`) })
const open = (tab: keyof typeof words.tabs) =>
  page.getByRole('navigation', { name: words.tabsLabel }).getByRole('link', { name: words.tabs[tab] }).click()

test.beforeAll(async ({ browser, app }) => {
  page = await browser.newPage()
  await chooseLanguage(page, 'en')
  await signIn(page, app, '/remittances/dashboard', administrator)
})
test.afterAll(() => page.close())

test('the figures of sales abroad lead to their lists, as charts and as tables, in dollars or in one currency', async () => {
  const tile = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('link', { name: words.dashboard.tiles.volume, exact: true }) })
  await expect(tile).toContainText(/[1-9][\d,]*\.\d{2} USD/)
  const pie = page.getByRole('region', { name: words.dashboard.pies.countries })
  for (const country of ['Japan', 'United States']) await expect(pie.getByRole('link', { name: country })).toBeVisible()
  await expectClean(page)
  await pie
    .getByRole('button', { name: dashboard.asTable.replace('{{chart}}', words.dashboard.pies.countries) })
    .click()
  await expect(pie.getByRole('row', { name: /Japan/ })).toContainText(/\d\.\d{2} USD/)
  await page.getByRole('combobox', { name: dashboard.currency }).selectOption('JPY')
  await expect(page).toHaveURL(/currency=JPY/)
  await expect(tile).toContainText(/[1-9][\d,]* JPY/)
  await tile.getByRole('link').click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(screens.payments)
  await expect(page.getByRole('row').nth(1)).toContainText('JPY')
})

test('settlements are added up by week and by country, what waits leads to its payments, and the reserve has its days', async ({ app }) => {
  await goTo(page, app, '/remittances/summary')
  const total = page.getByRole('row', { name: words.summary.total })
  const chart = page.getByRole('region', { name: words.summary.chart })
  await expect(chart.locator('[data-bar]').first()).toBeVisible()
  for (const text of [columns.total_settlement_amount_bc, columns.net_remit_dc]) await expect(page.locator('main')).toContainText(text)
  await expectClean(page)
  await page.getByRole('combobox', { name: words.summary.by }).selectOption('country')
  await expect(page.getByRole('row', { name: /^Japan/ })).toContainText(/[1-9][\d,]*\.\d{2}/)
  await expect(total).toContainText(/[1-9][\d,]*\.\d{2}/)
  await page.getByRole('link', { name: words.summary.pending }).click()
  await expect(page).toHaveURL(/transactions\/payments\?remit_status=PSP_SETTLED/)
  await expect(page.getByRole('row').nth(1)).toBeVisible()

  await goTo(page, app, '/remittances/reserve-ledger')
  await page.getByRole('button', { name: reserve.units.month, exact: true }).click()
  await expect(page).toHaveURL(/by=month/)
  await page.getByText(reserve.asTable).click()
  await expect(page.getByRole('columnheader', { name: columns.release_from })).toBeVisible()
  await expect(page.getByRole('columnheader', { name: columns.balance })).toBeVisible()
  await expectClean(page)
}) // prettier-ignore

test('one is sent again after a step-up, and a rate that has fallen is accepted', async ({ app }) => {
  await openFirst('Returned')
  await expect(page.getByRole('button', { name: words.acts.accept })).toHaveCount(0)
  expect((await app.run('e2e/old-proof.ts')).code).toBe(0)
  await page.getByRole('button', { name: words.acts.retry }).click()
  const form = page.getByRole('dialog', { name: words.retryTitle })
  await expectClean(page)
  await form.getByRole('button', { name: words.acts.retry }).click()
  await page.getByRole('dialog', { name: stepUp.title }).getByLabel(session.password, { exact: true }).fill(password)
  await page.keyboard.press('Enter')
  await expect(form).toHaveCount(0)
  await expect(stands('Returned')).toHaveCount(0)
  await open('history')
  await expect(page.getByText(timeline.remittance_retried, { exact: true })).toBeVisible()

  await openFirst('On Hold')
  await expect(page.getByRole('status').filter({ hasText: words.holds.rate_moved })).toBeVisible()
  await expectClean(page)
  await page.getByRole('button', { name: words.acts.accept }).click()
  await page.getByRole('dialog').getByRole('button', { name: words.acts.accept }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByText(words.holds.rate_moved)).toHaveCount(0)
})

test('in test mode sales are settled, cut and sent at once, and a settlement proves to zero on screen and paper', async ({ app }) => {
  const address = await openFirst('Calculated')
  await goTo(page, app, list)
  for (const act of ['settle', 'cut', 'release'] as const) {
    const done = page.waitForResponse(/remittances\/hurry/)
    await page.getByRole('button', { name: words.acts[act] }).click()
    expect((await done).status(), act).toBe(200)
  }
  await page.goto(address)
  await expect(stands('Remitted')).toBeVisible({ timeout: 15_000 })
  await expect(page.getByText(words.proof)).toContainText(/ 0(\.00)? [A-Z]{3} · 0\.00 USD.* 0(\.00)? [A-Z]{3} · 0\.00 USD$/)
  await expect(page.getByRole('term').filter({ hasText: columns.net_amount_transferred_dc })).toBeVisible()
  await page.getByRole('button', { name: words.certificates.get, exact: true }).click()
  const saving = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: languages.ko.name }).click()
  const saved = await readFile(await (await saving).path())
  expect(saved.subarray(0, 5).toString()).toBe('%PDF-')
  await expect(page.getByText(words.certificates.current)).toBeVisible()
  await expectClean(page)
  await open('history')
  for (const event of ['remittance_cut', 'remittance_sent', 'remittance_paid'] as const)
    await expect(page.getByText(timeline[event], { exact: true }).first()).toBeVisible()
  // Codes of the wire have words.
  await expect(page.locator('main')).not.toContainText(/[a-z]_[a-z]/)
}) // prettier-ignore

test('a settlement in another currency has its sales in the base currency too, with what rounding makes', async ({
  app,
}) => {
  await page.goto(`${app.url}${list}?status=Remitted&source_currency=JPY`)
  await page.getByRole('row').nth(1).getByRole('link').first().click()
  const inBase = page.locator('section', { has: page.getByRole('heading', { name: 'The sales in USD' }) })
  await expect(inBase).toContainText(/Rounding.*[−-]?0\.0[0-2] USD/)
  await expectClean(page)
})

test('in Arabic, on a phone and in the dark, all of it stands in its place', async ({ browser, app }) => {
  const phone = await browser.newPage({ viewport: { width: 360, height: 740 } })
  const { remittances: theirs, reserve: kept } = textsOf('ar', 'console')
  await chooseLanguage(phone, 'ar')
  await signIn(phone, app, '/remittances/dashboard', administrator)
  // The tests before have looked at them in light colours.
  await chooseColours(phone, 'dark')
  const places = {
    '/remittances/dashboard': theirs.dashboard.tiles.reserve,
    '/remittances/summary': theirs.summary.pending,
    '/remittances/reserve-ledger': kept.calendarTitle,
    [list]: theirs.hurryText,
    [new URL(page.url()).pathname + new URL(page.url()).search.replace(/&tab=\w+/, '')]: theirs.waterfallTitle,
  }
  for (const [path, text] of Object.entries(places)) {
    await goTo(phone, app, path)
    await expect(phone.locator('main').getByText(text).first()).toBeVisible()
    await expectNothingSideways(phone)
    await expectClean(phone)
  }
  await expect(phone.locator('html')).toHaveAttribute('dir', 'rtl')
  await phone.close()
})
