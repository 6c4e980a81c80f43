import arabic from '#i18n/ar/console.json' with { type: 'json' }
import { expectClean } from './accessible.ts'
import { chooseLanguage, signIn } from './actions.ts'
import { expect, test } from './fixtures.ts'

const tab = '/reconciliation/configuration?tab=intake&channel=SIMULATOR'

test('ar: a schedule says its next five times in both zones, on a phone too', async ({ page, app }) => {
  const { reconIntake: words } = arabic
  await page.setViewportSize({ width: 360, height: 740 })
  await chooseLanguage(page, 'ar')
  await signIn(page, app, tab)
  await page
    .getByRole('button', { name: words.editScheduleOf.split('{{')[0] as string })
    .first()
    .click()
  const form = page.getByRole('dialog')
  await form.getByRole('radio', { name: words.rhythms.times }).check()
  await form.getByRole('combobox', { name: arabic.settings.timeZone }).fill('Europe/Berlin')
  await page.getByRole('option', { name: /Europe\/Berlin/ }).click()
  await expect(form.getByRole('row')).toHaveCount(6)
  await expectClean(page)
  await form.getByRole('button', { name: arabic.settings.save }).click()
  await expect(form).toHaveCount(0)
  await expect(page.getByRole('table').getByRole('row')).toHaveCount(6)
  await expectClean(page)
})
