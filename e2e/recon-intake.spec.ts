import arabic from '#i18n/ar/console.json' with { type: 'json' }
import english from '#i18n/en/console.json' with { type: 'json' }
import { chooseColours, expectClean } from './accessible.ts'
import { chooseLanguage, newLink, payByCard, signIn } from './actions.ts'
import { expect, test } from './fixtures.ts'
import { closedDay } from './settled.ts'

const tab = '/reconciliation/configuration?tab=intake&channel=SIMULATOR'

test('files are fetched from an SFTP server whose key a user has pinned, until it shows another one', async ({
  page,
  app,
}) => {
  const { reconIntake: words, states } = english
  await page.goto(await newLink(app))
  await payByCard(page)
  await expect(page.getByRole('heading', { name: /paid|thank/i })).toBeVisible({ timeout: 15_000 })
  const server = await closedDay(page, app)
  await signIn(page, app, tab)
  await page.getByRole('button', { name: words.edit }).first().click()
  const form = page.getByRole('dialog')
  await expect(form.getByLabel(words.user)).toHaveValue(server.user)
  await expect(form.getByLabel(words.host)).toHaveValue(server.host)
  await form.getByLabel(words.port).fill(String(server.port))
  await form.locator('input[type=password]').fill(server.password)
  await form.getByLabel(words.pattern).fill('*.csv')
  await expectClean(page)
  await form.getByRole('button', { name: english.settings.save }).click()
  await expect(page.getByText(words.unseenTitle)).toBeVisible()

  await page.getByRole('button', { name: words.test }).click()
  await expect(page.getByText(words.seenTitle)).toBeVisible()
  await page.getByRole('button', { name: words.pinKey }).click()
  await expect(page.getByRole('dialog').getByText(server.fingerprint)).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: words.pinKey }).click()
  await expect(page.getByText(states.reconSftp.new)).toBeVisible()
  await page.getByRole('button', { name: words.test }).click()
  await expect(page.getByText(words.works)).toBeVisible()
  await expect(page.getByText(words.isNew, { exact: true }).first()).toBeVisible()
  await expectClean(page)
  await page.getByRole('button', { name: words.lookNow }).click()
  await expect(page.getByText(states.reconArrival.watched).first()).toBeVisible()

  await server.changeHostKey()
  await page.getByRole('button', { name: words.test }).click()
  await expect(page.getByText(states.reconSftp.host_key_changed)).toBeVisible()
  await expect(page.getByRole('button', { name: words.lookNow })).toHaveCount(0)
  await chooseColours(page, 'dark')
  await expectClean(page)
})

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
