import arabic from '#i18n/ar/console.json' with { type: 'json' }
import english from '#i18n/en/console.json' with { type: 'json' }
import { expectClean } from './accessible.ts'
import { chooseLanguage, goTo, signIn } from './actions.ts'
import { expect, test } from './fixtures.ts'

const languages = { en: english, ar: arabic } as const

/** Of nobody's layout: the days admit two readings, one word has no meaning that we know, and one column is a charge of its own. */
const sample = [
  'Weekly report of a payment house',
  'Transaction Date;Type;Order ID;Gross Amount;Fee;Scheme costs;Currency',
  '03/04/2026;Sale;W-1;1.234,50;1,00;0,25;EUR',
  '05/04/2026;Refund;W-2;-10,00;0,00;0,00;EUR',
  '06/04/2026;Top up;W-3;5,00;0,00;0,00;EUR',
].join('\n')

for (const [language, texts] of Object.entries(languages)) {
  const { reconConfiguration: words } = texts

  test(`${language}: a sample of nobody's layout becomes a mapping once its questions are answered, and a change its next version`, async ({
    page,
    app,
  }) => {
    await chooseLanguage(page, language)
    await signIn(page, app, '/reconciliation/configuration')
    await expect(page.getByRole('heading', { name: words.sources, exact: true })).toBeVisible()
    await expectClean(page)
    await goTo(page, app, '/reconciliation/configuration?tab=mappings&mapping=new')
    await page.getByRole('combobox', { name: texts.reconFiles.channel }).click()
    await page.getByRole('option').first().click()
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.getByRole('button', { name: words.chooseSample, exact: true }).click(),
    ])
    await chooser.setFiles({ name: 'weekly.csv', mimeType: 'text/csv', buffer: Buffer.from(sample) })

    const save = page.getByRole('button', { name: words.saveMapping, exact: true })
    await page.getByRole('textbox', { name: words.name }).fill(`Weekly ${language}`)
    await page.getByRole('textbox', { name: words.pattern }).fill(`weekly-${language}-*`)
    await expect(save).toBeDisabled()
    await page
      .getByRole('radiogroup', { name: '03/04/2026' })
      .locator('[class*="Radio-root"]', { hasText: 'DD/MM/YYYY' })
      .getByRole('radio')
      .check()
    await page.getByRole('combobox', { name: 'Top up' }).click()
    await page.getByRole('option', { name: texts.recordTypes.adjustment, exact: true }).click()
    await page.getByRole('button', { name: words.addCharge, exact: true }).click()
    await page.getByRole('combobox', { name: words.chargeColumn, exact: true }).click()
    await page.getByRole('option', { name: 'Scheme costs', exact: true }).click()
    const rows = page.getByRole('region', { name: texts.recon.sampleLabel })
    await expect(rows).toContainText('2026-04-03')
    await expect(rows).toContainText('1.234,50')
    await expect(rows).toContainText('1234.50')
    await expect(rows.locator('[data-outcome="rejected"]')).toHaveCount(0)
    await expect(rows.locator('[data-outcome="record"]')).toHaveCount(3)
    await page.getByRole('heading', { name: words.advanced.title, exact: true }).click()
    const rules = page.locator('section', {
      has: page.getByRole('heading', { name: words.advanced.leftOut.title, exact: true }),
    })
    await rules.getByRole('button', { name: words.advanced.leftOut.add, exact: true }).click()
    await rules.getByRole('combobox', { name: words.advanced.column, exact: true }).click()
    await page.getByRole('option', { name: 'Order ID', exact: true }).click()
    await rules.getByRole('combobox', { name: words.advanced.words, exact: true }).fill('w-2')
    await page.keyboard.press('Enter')
    await expect(rows.locator('[data-outcome="ignored"]')).toHaveText(/Order ID: w-2/)
    await expect(rows.locator('[data-outcome="record"]')).toHaveCount(2)
    await expectClean(page)
    await save.click()
    await page.waitForURL(/versions=/)
    await expect(page.getByText(words.inUse)).toBeVisible()

    await page.getByRole('link', { name: words.edit, exact: true }).click()
    await page.getByRole('textbox', { name: words.name }).fill(`Week ${language}`)
    await page.getByRole('button', { name: words.saveVersion, exact: true }).click()
    await page.waitForURL(/versions=/)
    const changes = page.getByRole('region', { name: words.changesLabel })
    await expect(changes).toContainText(`Weekly ${language}`)
    await expect(changes).toContainText(`Week ${language}`)
    await page.setViewportSize({ width: 360, height: 740 })
    await expectClean(page)
  })
}
