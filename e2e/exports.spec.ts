import { readFile } from 'node:fs/promises'
import { chooseColours, expectClean, expectContrast, expectNothingSideways } from './accessible.ts'
import { chooseLanguage, goTo, signIn } from './actions.ts'
import { expect, test } from './fixtures.ts'
import { unzipped } from '#test/unzip.ts'

/** Exports that are prepared in the background: from the list to the file. */
test('an export is prepared, found by its notification and downloaded', async ({ page, app }) => {
  await signIn(page, app, '/payment-links?status=created')
  await page.getByRole('button', { name: 'Export' }).click()
  await expect(page.getByText('Prepare in the background')).toBeVisible()
  await page.getByRole('menuitem', { name: 'Excel file' }).last().click()
  await expect(page.getByText('Your export is being prepared.')).toBeVisible()
  await goTo(page, app, '/exports')
  await page.getByRole('row').getByRole('link', { name: 'Payment links' }).first().click()
  const downloading = page.waitForEvent('download')
  // Shown as soon as the worker is done.
  await page.getByRole('button', { name: 'Download' }).click({ timeout: 10_000 })
  const download = await downloading
  expect(download.suggestedFilename()).toMatch(/^payment-links-\d{8}-\d{6}\.xlsx$/)
  const about = unzipped(await readFile(await download.path())).get('xl/worksheets/sheet2.xml')
  for (const text of ['Payment links', 'Created', 'Time zone']) expect(about).toContain(text)
  await expect(page.getByText('You can download the file until')).toBeVisible()
  await expectClean(page)
  await goTo(page, app, '/exports?status=ready')
  await expect(page.getByRole('row').nth(1)).toContainText('Ready')
  await expectClean(page)
})

test('its screens fit a phone, from right to left and in dark colours', async ({ page, app }) => {
  await chooseLanguage(page, 'ar')
  await page.setViewportSize({ width: 360, height: 740 })
  await signIn(page, app, '/payment-links')
  await page.getByRole('button', { name: 'تصدير' }).click()
  await page.getByRole('menuitem', { name: 'ملف CSV' }).last().click()
  await goTo(page, app, '/exports')
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
  await expectNothingSideways(page)
  await chooseColours(page, 'dark')
  await expectContrast(page, new Set())
  await page.getByRole('main').getByRole('link', { name: 'روابط الدفع' }).first().click()
  await expect(page.getByRole('button', { name: 'تنزيل' })).toBeVisible({ timeout: 10_000 })
  await expectNothingSideways(page)
  await expectContrast(page, new Set())
})

test('a list is scheduled, and the schedule changed, paused and deleted', async ({ page, app }) => {
  await signIn(page, app, '/payment-links')
  await page.getByRole('button', { name: 'Export' }).click()
  await page.getByRole('menuitem', { name: 'Schedule…' }).click()
  const form = page.getByRole('dialog')
  await form.getByLabel('Name').fill('Links of the week')
  await form.getByLabel('How often').selectOption('Every week')
  await form.getByLabel('Day of the week').selectOption('Friday')
  await expectClean(page)
  await form.getByRole('button', { name: 'Schedule export' }).click()
  await expect(page.getByText('Export scheduled.')).toBeVisible()
  await goTo(page, app, '/exports?tab=schedules')
  const row = page.getByRole('row').filter({ hasText: 'Links of the week' })
  // Names what the screen shows instead, where the row is missing.
  await expect(page.getByRole('main')).toContainText('Links of the week', { timeout: 10_000 })
  await expect(row).toContainText('Friday')
  await row.getByRole('button', { name: 'Change' }).click()
  await expect(form.getByLabel('Day of the week')).toHaveValue('5')
  await form.getByLabel('Day of the week').selectOption('Tuesday')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(row).toContainText('Tuesday')
  await row.getByRole('button', { name: 'Pause' }).click()
  await expect(row).toContainText('Paused')
  await expectClean(page)
  await row.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(row).toHaveCount(0)
})
