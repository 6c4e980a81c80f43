import type { Page } from '@playwright/test'
import arabic from '#i18n/ar/console.json' with { type: 'json' }
import english from '#i18n/en/console.json' with { type: 'json' }
import { settlementOf } from '#server/recon-files/fixtures.ts'
import { chooseColours, expectClean, expectContrast } from './accessible.ts'
import { chooseLanguage, goTo, signIn } from './actions.ts'
import { expect, password, test, type RunningApp } from './fixtures.ts'

/** One after the other in one window: what is agreed, what was charged, and what is asked back. */
test.use({ data: 'counted' })
test.describe.configure({ mode: 'serial' })
const { reconFees: words, fieldReasons, columns, states, reasons } = english
const channel = 'PAYPAL'
const fees = '/reconciliation/fees'
const tab = `/reconciliation/configuration?tab=fees&channel=${channel}`
let page: Page

test.beforeAll(async ({ browser, app }) => {
  page = await browser.newPage()
  await chooseLanguage(page, 'en')
  await signIn(page, app, tab)
})
test.afterAll(() => page.close())

test('a plan is entered, said in words, and one in its way is refused with both in sight', async () => {
  await page.getByRole('button', { name: words.addPlan, exact: true }).click()
  const form = page.getByRole('dialog', { name: words.addPlan })
  const field = (name: keyof typeof words.fields) => form.getByRole('textbox', { name: words.fields[name] }).first()
  await form.getByRole('button', { name: words.savePlan }).click()
  await expect(form.getByText(fieldReasons.required).first()).toBeVisible()
  await field('percent_fee').fill('2')
  await form.getByRole('combobox', { name: words.fields.currency }).fill('SGD')
  await page.getByRole('option', { name: 'SGD', exact: true }).click()
  await field('flat_fee').fill('0.10')
  await expectClean(page)
  await form.getByRole('button', { name: words.savePlan }).click()
  await expect(form).toHaveCount(0)
  await expect(page.getByText('Payments · SGD')).toBeVisible()
  await expect(page.getByText('\u20662% + \u20660.10 SGD\u2069\u2069')).toBeVisible()

  await page.getByRole('button', { name: words.addPlan, exact: true }).click()
  await field('percent_fee').fill('3')
  await form.getByRole('combobox', { name: words.fields.payment_method }).fill('CARD')
  await form.getByRole('button', { name: words.savePlan }).click()
  await expect(form.getByText(reasons.FEE_PLAN_OVERLAPS)).toBeVisible()
  await expect(form.getByText('\u20662% + \u20660.10 SGD\u2069\u2069')).toBeVisible()
  await page.keyboard.press('Escape')
})

test('the calculator says what a payment costs, and by which plan', async () => {
  await page.getByRole('textbox', { name: columns.amount, exact: true }).fill('250')
  await page.getByRole('button', { name: words.calculate }).click()
  await expect(page.getByText('2% of \u2066250.00 SGD\u2069')).toBeVisible()
  await expect(page.getByText('5.10 SGD').first()).toBeVisible()
  await expectClean(page)
})

test('files teach the terms, which fill the form and are saved by nobody but a person', async ({ app }) => {
  await load(app, [
    ['C1', '10.00', '1.30'],
    ['C2', '20.00', '0.50'],
    ['C3', '30.00', '0.70'],
    ['C4', '50.00', '1.10'],
    ['U1', '40.00', '0.85'],
  ])
  await page.getByRole('button', { name: words.learnNow }).click()
  await page.getByText(words.contradicting_other.replace('{{count, number}}', '2')).click()
  await expect(page.getByText('C1')).toBeVisible()
  await expectClean(page)
  await page.getByRole('button', { name: words.useThis }).click()
  const form = page.getByRole('dialog', { name: words.addPlan })
  await expect(form.getByRole('textbox', { name: words.fields.percent_fee, exact: true })).toHaveValue('2')
  await expect(form.getByRole('textbox', { name: words.fields.flat_fee, exact: true })).toHaveValue('0.1')
  await page.keyboard.press('Escape')
})

test('sums lead to their rows, and a row explains its fee', async ({ app }) => {
  await goTo(page, app, `${fees}?days=all`)
  await expect(page.getByText(words.byMethod)).toBeVisible()
  await expectClean(page)
  await page.getByRole('link', { name: '1.00 SGD' }).first().click()
  await page.waitForURL(/direction=over/)
  await page.getByRole('button', { name: words.explainOf.replace('{{row}}', 'C1') }).click()
  const explained = page.getByRole('dialog')
  await expect(explained.getByText('2% of \u206610.00 SGD\u2069')).toBeVisible()
  await expect(explained.getByText(words.verdicts.over)).toBeVisible()
  await expectClean(page)
  await page.keyboard.press('Escape')
})

test('an overcharge is claimed, sent, and closed with the line that gave it back', async ({ app }) => {
  await page.getByRole('row', { name: /C1/ }).getByRole('checkbox').check()
  await page.getByRole('button', { name: words.makeClaim_one }).click()
  await page.getByRole('dialog').getByRole('button', { name: words.createClaim }).click()
  await expect(page.getByText(words.next.open)).toBeVisible()
  await expectClean(page)
  await page.getByRole('button', { name: words.acts.send }).click()
  await page.getByRole('dialog').getByLabel(words.to).fill('fees@provider.example')
  await page.getByRole('dialog').getByRole('button', { name: words.acts.send }).click()
  await expect(page.getByText(words.next.sent)).toBeVisible()

  await load(app, [['BACK', '1.00', '', 'Fee']])
  await page.getByRole('button', { name: words.acts.recover }).click()
  const closing = page.getByRole('dialog')
  await closing.getByLabel(words.recoveryLine).fill('NOT-THERE')
  await closing.getByRole('button', { name: words.acts.recover }).click()
  await expect(closing.getByText(fieldReasons.unknown)).toBeVisible()
  await closing.getByLabel(words.recoveryLine).fill('BACK')
  await closing.getByRole('button', { name: words.acts.recover }).click()
  await expect(page.getByText(words.next.recovered)).toBeVisible()
  await expect(page.getByText(states.feeClaim.recovered, { exact: true }).first()).toBeVisible()
})

test('in Arabic, in the dark and on a phone, all of it stands in its place', async ({ browser, app }) => {
  const other = await browser.newPage({ viewport: { width: 360, height: 740 } })
  await chooseLanguage(other, 'ar')
  await signIn(other, app, `${fees}?days=all`)
  await chooseColours(other, 'dark')
  const seen = new Set<string>()
  for (const path of [`${fees}?days=all`, `${fees}?tab=rows`, `${fees}?tab=claims`, tab]) {
    await other.goto(app.url + path)
    await expect(other.locator('.mantine-Skeleton-root')).toHaveCount(0)
    await expect(
      other.getByText(path === tab ? arabic.reconFees.calculator : arabic.reconFees.tabs.claims).first(),
    ).toBeVisible()
    await expectClean(other)
    await expectContrast(other, seen)
  }
  await other.close()
})

/** Has a settlement loaded as the provider's own, and its fees checked. */
async function load(
  app: RunningApp,
  lines: readonly (readonly [ref: string, gross: string, fee: string, type?: string])[],
): Promise<void> {
  const at = `${app.url}/gateway/merchants/recon`
  const signedIn = await page.request.post(`${app.url}/gateway/api/account/login`, {
    data: { username: 'admin@acme.example', password },
  })
  const { content } = (await signedIn.json()) as { content: { token: string } }
  const headers = { authorization: `Bearer ${content.token}` }
  if (lines.length > 1) {
    const mapped = await page.request.post(`${at}/file-mapping`, { headers, data: mapping })
    expect(mapped.status(), await mapped.text()).toBe(200)
  }
  const buffer = settlementOf(lines.map(([ref, gross, fee, type = 'Payment']) => ({ ref, gross, fee, type })))
  const file = { name: `settlement ${lines[0]?.[0]}.csv`, mimeType: 'text/csv', buffer }
  const sent = await page.request.post(`${at}/upload-file`, {
    headers,
    multipart: { payment_channel_key: channel, file_type: 'recon', file },
  })
  expect(sent.status(), await sent.text()).toBe(200)
  const { data } = (await sent.json()) as { data: { recon_id: string } }
  const settled = `${app.url}/gateway/merchants/fee-mismatch-transactions`
  const filters = { recon_id: data.recon_id, outcome: ['exact', 'mismatch'] }
  const checked = async () => {
    const read = await page.request.get(`${app.url}/gateway/api/recon/files/${data.recon_id}`, { headers })
    const rows = await page.request.post(settled, { headers, data: { filters } })
    const { content: checks } = (await rows.json()) as { content: object[] }
    return [((await read.json()) as { data: { status: string } }).data.status, checks.length]
  }
  await expect.poll(checked, { timeout: 10_000 }).toEqual(['Success', lines.length > 1 ? lines.length : 0])
}
const mapping = {
  payment_channel_key: channel,
  engine_source: 'SHEET',
  display_name: 'Settlement',
  file_type: 'recon',
  currency: 'SGD',
  source_date_format: 'YYYY-MM-DD HH:mm:ss',
  input_header: { date: 'Date', amount: 'Gross', txn_type: 'Type', txn_ref: 'Reference', fee: 'Fee' },
  reading: { decimal: '.', time_zone: 'UTC', types: { payment: 'payment', refund: 'refund', fee: 'fee' }, identity: ['Reference'] }, // prettier-ignore
}
