import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import type english from '#i18n/en/console.json'
import { expectClean, expectNothingSideways } from './accessible.ts'
import { chooseLanguage, goTo, signIn } from './actions.ts'
import { expect, test } from './fixtures.ts'

/** A merchant of its own for each language, since each connects a channel. */
const whose = { en: 'admin@atlas.example', ar: 'admin@delta.example' } as const
type Language = keyof typeof whose

test.describe.configure({ mode: 'parallel' })

for (const language of ['en', 'ar'] as const)
  test(`a payout channel is connected, edited and switched off, in ${language}`, async ({ page, app }) => {
    const { payouts, channels, columns, states } = textsOf(language)
    await chooseLanguage(page, language)
    await signIn(page, app, '/settings/payout-channel', whose[language])
    await expect(page.getByRole('heading', { name: payouts.emptyTitle })).toBeVisible()
    await page.getByRole('link', { name: channels.connectChannel }).click()
    await page.getByRole('link', { name: filled(channels.connectThis, { name: 'Simulator' }) }).click()
    await page.getByRole('textbox', { name: columns.name }).fill('Salaries')
    await expect(page.getByRole('switch', { name: payouts.virtualAccounts })).toBeChecked()
    await page.getByRole('button', { name: channels.connect, exact: true }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Salaries' })).toBeVisible()
    await expect(page.getByText(states.channel.working, { exact: true })).toBeVisible()
    await expect(page.getByText(payouts.destinations.BANK).first()).toBeVisible()
    await expectNothingSideways(page)

    await page.getByRole('button', { name: channels.edit, exact: true }).click()
    await page.getByRole('switch', { name: payouts.virtualAccounts }).click({ force: true })
    await page.getByRole('button', { name: channels.save, exact: true }).click()
    await expect(page.getByText(payouts.fromBalance)).toBeVisible()
    await page.getByRole('switch', { name: channels.enabled }).click({ force: true })
    await expect(page.getByRole('dialog')).toContainText(payouts.disableText)
    await page.getByRole('button', { name: channels.disable }).click()
    await expect(page.getByText(states.channel.disabled, { exact: true })).toBeVisible()
    // It is none of the channels for payments, which one of the two may see.
    if (language === 'ar') return
    await goTo(page, app, '/settings/pay-channel')
    await expect(page.getByText('Salaries')).toHaveCount(0)
  })

test('what was set up in test mode is looked at and copied to live mode, without credentials', async ({
  page,
  app,
}) => {
  const { copies, channels } = textsOf('en')
  await signIn(page, app, '/settings/pay-channel', 'admin@acme.example')
  await page.getByRole('button', { name: 'Switch to live' }).click()
  await page.getByRole('link', { name: copies.open }).click()
  await expect(part(page, copies.sections.make)).toContainText('Stripe')
  await expectClean(page)
  await page.getByRole('button', { name: copies.copy }).click()
  await expect(part(page, copies.doneSections.make)).toContainText('Stripe')
  await goTo(page, app, '/settings/pay-channel/update-config?channel=STRIPE')
  await expect(page.getByText(channels.outcome.missing.split('{{name}}')[0] ?? '')).toBeVisible()
  await expect(page.getByRole('switch', { name: channels.enabled })).toBeDisabled()
  await page.getByRole('button', { name: channels.addCredentials, exact: true }).click()
  await expect(page.getByRole('dialog').getByLabel('Publishable key', { exact: true })).toBeVisible()
})

const part = (page: Page, title: string) =>
  page.locator('[data-card]', { has: page.getByRole('heading', { level: 2, name: title }) })

function textsOf(language: Language) {
  const texts = JSON.parse(readFileSync(`i18n/${language}/console.json`, 'utf8')) as typeof english
  const { payoutChannels: payouts, payChannels: channels, channelCopies: copies, columns, states } = texts
  return { payouts, channels, copies, columns, states }
}
const filled = (text: string, values: Record<string, string>): string =>
  Object.entries(values).reduce((said, [name, value]) => said.replace(`{{${name}}}`, value), text)
