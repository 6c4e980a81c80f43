import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import type english from '#i18n/en/console.json'
import { expectClean, expectNothingSideways } from './accessible.ts'
import { chooseLanguage, signIn } from './actions.ts'
import { expect, test } from './fixtures.ts'

/** A merchant of its own for each language. */
const whose = { en: 'admin@borneo.example', ar: 'admin@gobi.example' } as const

for (const language of ['en', 'ar'] as const)
  test(`a channel is let rest by hand, and its rest is ended, each with its reason, in ${language}`, async ({
    page,
    app,
  }) => {
    const { channelHealth, states, payChannels } = textsOf(language)
    await chooseLanguage(page, language)
    await signIn(page, app, '/settings/pay-channel', whose[language])
    await page.getByRole('link', { name: payChannels.tabs.health }).click()
    const channel = page.getByRole('region', { name: 'Simulator' })
    await expect(channel).toContainText(states.channelHealth.working)

    await channel.getByRole('button', { name: filled(channelHealth.restThis, 'Simulator') }).click()
    await decide(page, channelHealth.restNow, 'Maintenance until noon')
    await expect(channel).toContainText(states.channelHealth.resting)
    await expect(channel).toContainText('Maintenance until noon')
    await expectNothingSideways(page)
    if (language === 'en') await expectClean(page)

    await channel.getByRole('button', { name: filled(channelHealth.endThis, 'Simulator') }).click()
    await decide(page, channelHealth.end, 'The provider is back')
    await expect(channel).toContainText(states.channelHealth.working)
    const history = page.getByRole('row').filter({ hasText: 'The provider is back' })
    await expect(history).toContainText(channelHealth.ended)

    async function decide(on: Page, act: string, reason: string): Promise<void> {
      const asked = on.getByRole('dialog')
      await asked.getByLabel(channelHealth.reason).fill(reason)
      await asked.getByRole('button', { name: act, exact: true }).click()
      await expect(asked).toHaveCount(0)
    }
  })

const textsOf = (language: 'en' | 'ar') =>
  JSON.parse(readFileSync(new URL(`../i18n/${language}/console.json`, import.meta.url), 'utf8')) as typeof english
const filled = (text: string, name: string): string => text.replace('{{name}}', name)
