import english from '#i18n/en/console.json' with { type: 'json' }
import { expectClean } from './accessible.ts'
import { goTo, signIn } from './actions.ts'
import { expect, test } from './fixtures.ts'

test('working days and tolerances are kept, and a wrong value is refused where it stands', async ({ page, app }) => {
  const { reconConfiguration: words } = english
  await signIn(page, app, '/reconciliation/configuration?tab=calendar')
  await page.getByLabel(words.holidayDay, { exact: true }).fill('2026-12-24')
  await page.getByRole('textbox', { name: words.holidayName, exact: true }).fill('Office closed')
  await page.getByRole('button', { name: words.addHoliday, exact: true }).click()
  await page.getByRole('button', { name: words.save, exact: true }).click()
  await expect(page.getByText(english.notices['Calendar saved'])).toBeVisible()
  await page.reload()
  await expect(page.getByText('Office closed')).toBeVisible()
  await expectClean(page)

  await goTo(page, app, '/reconciliation/configuration?tab=tolerance')
  const first = page.getByRole('main').getByRole('textbox').first()
  await first.fill('2')
  await first.press('Enter')
  await expect(first).toHaveAttribute('aria-invalid', 'true')
  await first.fill('0.01')
  await first.press('Enter')
  await expect(page.getByText(english.notices['Tolerance saved'])).toBeVisible()
  await goTo(page, app, '/reconciliation/configuration?tab=switches')
  await expect(page.getByRole('switch')).toHaveCount(4)
  await expectClean(page)
})
