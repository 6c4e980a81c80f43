import { readFileSync } from 'node:fs'
import type english from '#i18n/en/console.json'
import { expectClean, expectNothingSideways } from './accessible.ts'
import { chooseLanguage, signIn } from './actions.ts'
import { expect, test } from './fixtures.ts'

for (const language of ['en', 'ar'] as const)
  test(`a rule is backtested, rolled out to a share of the orders and taken back, in ${language}`, async ({
    page,
    app,
  }) => {
    test.setTimeout(60_000)
    const file = new URL(`../i18n/${language}/console.json`, import.meta.url)
    const { routing, columns, notices } = JSON.parse(readFileSync(file, 'utf8')) as typeof english
    const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
    await chooseLanguage(page, language)
    await signIn(page, app, '/settings/pay-channel/rule?rule=new', 'admin@acme.example')
    await page.getByRole('textbox', { name: columns.name, exact: true }).fill('To Stripe')
    await page.getByRole('combobox', { name: routing.addChannel, exact: true }).click()
    await page.getByRole('option', { name: 'Stripe', exact: true }).click()

    // Stripe has taken nothing yet, so every payment would move and nothing is known of where it goes.
    await press(routing.backtest.run)
    await expect(page.getByText(routing.backtest.digest, { exact: false }).last()).toBeVisible({ timeout: 15_000 })
    await page.getByText(routing.backtest.cells).click()
    await expect(page.getByRole('columnheader', { name: columns.to_channel })).toBeVisible()
    if (language === 'en') await expectClean(page)
    await expectNothingSideways(page)

    // Saved switched off, it is tried on a tenth of the orders.
    await page.getByRole('switch', { name: routing.enabled, exact: true }).click()
    await press(routing.save)
    await page.waitForURL(/rule=Route_/)
    await press(routing.rollout.begin)
    await expect(page.getByText(routing.rollout.without)).toBeVisible()
    if (language === 'en') await expectClean(page)
    await press(routing.rollout.takeBack)
    await page.getByRole('dialog').getByRole('button', { name: routing.rollout.takeBack }).click()
    await expect(page.getByText(notices['Roll-out taken back'])).toBeVisible()
    await expect(page.getByRole('button', { name: routing.rollout.begin })).toBeEnabled()
  })
