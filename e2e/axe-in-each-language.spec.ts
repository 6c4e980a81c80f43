import type { Page } from '@playwright/test'
import { languageTags } from '#i18n/languages.ts'
import { probesOf } from '#test/probes.ts'
import { expectClean } from './accessible.ts'
import { chooseLanguage, goTo, signIn } from './actions.ts'
import { expect, test } from './fixtures.ts'

/**
 * The screens that most people see, for axe and in the width of the window. Every screen is looked at in the first two
 * languages. A run takes a share of the others, another for each commit; the long form takes all.
 */
const others = languageTags.filter((language) => language !== 'en' && language !== 'ar')
const screens = [
  '/dashboard',
  '/payment-links/create-payment-links',
  '/invoices',
  '/subscriptions',
  '/payouts/manage-payouts',
  '/reconciliation/dashboard',
  '/settings/pay-channel',
  '/general-settings',
  '/transactions/payments?status=Success',
]

test.describe.configure({ mode: 'parallel' })

for (const language of probesOf('languages for axe', others, 1))
  test(`${language}: the key screens have nothing for axe to find`, async ({ page, app }) => {
    test.setTimeout(120_000)
    await chooseLanguage(page, language)
    await signIn(page, app, '/dashboard', 'admin@atlas.example')
    for (const path of screens) {
      await goTo(page, app, path)
      await expectClean(page)
    }
    await goTo(page, app, await addressOfPayment(page))
    await expectClean(page)
    await expect(page.locator('html')).toHaveAttribute('lang', language)
  })

/** The first payment of the list that is open. */
const addressOfPayment = async (page: Page): Promise<string> =>
  (await page.locator('main a[href*="/payment-details?"]').first().getAttribute('href')) ?? ''
