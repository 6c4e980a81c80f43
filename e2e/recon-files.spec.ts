import type { Page } from '@playwright/test'
import arabic from '#i18n/ar/console.json' with { type: 'json' }
import english from '#i18n/en/console.json' with { type: 'json' }
import { expectClean } from './accessible.ts'
import { chooseLanguage, signIn } from './actions.ts'
import { expect, test } from './fixtures.ts'

test.use({ data: 'recon-files' })

const titles =
  'line_id,type,payment_reference,merchant_reference,occurred_at,booked_on,currency,gross,fee,tax,passed_on,net,net_currency,rate,batch,method,country'
/** A payment of 100.00 less 3.00, or what `gross` says instead. */
const payment = (batch: string, at: number, gross = '100.00') =>
  `${batch}-${at},payment,pay_${batch}${at},order-${batch}${at},2026-03-0${at}T10:00:00.000Z,2026-03-0${at},SGD,${gross},-3.00,0.00,0.00,97.00,SGD,1,${batch},card,SG`
const payout = (batch: string, amount: string) =>
  `${batch}-out,payout,po_${batch},,2026-03-09T00:00:00.000Z,2026-03-09,SGD,,0.00,0.00,0.00,-${amount},SGD,1,${batch},,`
const csv = (...lines: string[]) => Buffer.from([titles, ...lines].join('\r\n'))

for (const [language, texts] of Object.entries({ en: english, ar: arabic })) {
  const words = texts.reconFiles

  test(`${language}: a file is recognised, started, proven, and its rows are read`, async ({ page, app }) => {
    const batch = `B1${language}`
    await chooseLanguage(page, language)
    await signIn(page, app, '/reconciliation/data?channel=SIMULATOR')
    await choose(page, words.choose, [
      {
        name: `settlement_good-${language}_20260301.csv`,
        buffer: csv(payment(batch, 1), payment(batch, 2), payout(batch, '194.00')),
      },
    ])
    await expect(page.getByText(words.recognised.replace('{{layout}}', 'SIMULATOR'))).toBeVisible()
    await expect(page.getByText(words.proofStates.proven).first()).toBeVisible()
    await page.getByText(words.preview).click()
    await expect(page.getByRole('cell', { name: `pay_${batch}1`, exact: true })).toBeVisible()
    await expectClean(page)
    await page.getByRole('button', { name: words.start_one.replace('{{count, number}}', '1') }).click()
    await expect(page.getByText(texts.states.reconFile.Success, { exact: true }).first()).toBeVisible({
      timeout: 15_000,
    })
    await page.getByRole('link', { name: words.open, exact: true }).click()

    await expect(
      page.getByRole('heading', { level: 1, name: `settlement_good-${language}_20260301.csv` }),
    ).toBeVisible()
    await expect(page.getByText('194.00 SGD').first()).toBeVisible()
    await expect(page.getByText(words.proofStates.proven).first()).toBeVisible()
    await expectClean(page)
    await page.getByRole('link', { name: words.rowsOf.loaded, exact: true }).click()
    await expect(page.getByText(`pay_${batch}2`)).toBeVisible()
    await expectClean(page)
  })

  test(`${language}: a file with a bad row loads nothing until somebody decides it`, async ({ page, app }) => {
    const batch = `B2${language}`
    await chooseLanguage(page, language)
    await signIn(page, app, '/reconciliation/data?channel=SIMULATOR')
    await choose(page, words.choose, [
      { name: `settlement_bad-${language}_20260301.csv`, buffer: csv(payment(batch, 1), payment(batch, 2, 'ten')) },
    ])
    await expect(page.getByText(words.wouldBeRefused_one)).toBeVisible()
    await page.getByRole('button', { name: words.start_one.replace('{{count, number}}', '1') }).click()
    await page.getByRole('link', { name: words.open, exact: true }).click()
    await page.getByRole('link', { name: words.seeRejected_one }).click()
    await expect(page.getByText('ten', { exact: true })).toBeVisible()
    await expectClean(page)
    await page.getByRole('link', { name: words.tabs.overview }).click()
    await page.getByRole('button', { name: words.acts.loadGoodRows }).click()
    await page.getByRole('dialog').getByRole('button', { name: words.acts.loadGoodRows }).click()
    await expect(page.getByText(texts.states.reconFile.Success, { exact: true }).first()).toBeVisible({
      timeout: 15_000,
    })
    await expect(page.getByText(words.goodRowsBy)).toBeVisible()
  })
}

async function choose(page: Page, button: string, files: { name: string; buffer: Buffer }[]): Promise<void> {
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: button, exact: true }).click(),
  ])
  await chooser.setFiles(files.map((file) => ({ ...file, mimeType: 'text/csv' })))
}
