import arabic from '#i18n/ar/console.json' with { type: 'json' }
import arabicPages from '#i18n/ar/checkout.json' with { type: 'json' }
import english from '#i18n/en/console.json' with { type: 'json' }
import arabicNotices from '#i18n/ar/notices.json' with { type: 'json' }
import englishNotices from '#i18n/en/notices.json' with { type: 'json' }
import englishPages from '#i18n/en/checkout.json' with { type: 'json' }
import type { Page } from '@playwright/test'
import { z } from 'zod'
import { probesOf } from '#test/probes.ts'
import { timestamp } from '#contract/kit/wire.ts'
import type { TestClock } from '#contract/test-clocks.ts'
import { expectClean } from './accessible.ts'
import { chooseLanguage, goTo, sent, signIn } from './actions.ts'
import { expect, test } from './fixtures.ts'
import { agreeByCard, customerPage, linkTo, manageLink } from './subscriptions.ts'

/** A subscription from its price to its end, by the merchant in the console and the customer on their pages. */

type Texts = typeof english
const languages = {
  en: { texts: english, pages: englishPages.page, notices: englishNotices },
  ar: { texts: arabic as Texts, pages: arabicPages.page, notices: arabicNotices },
} as const

/** A run takes one of them, the long form both. */
const spoken = probesOf('languages of a walk', Object.entries(languages), 1)

for (const [language, { texts, pages, notices }] of spoken) {
  test(`${language}: priced on the 31st, tried, declined, recovered, changed, paused, and cancelled by its customer`, async ({
    page,
    app,
    browser,
  }) => {
    const { prices, subscriptions: words, subscriptionForm: form, linkForm } = texts
    const [name, email] = [`Harbour ${language}`, `walk.${language}@shop.example`]
    await chooseLanguage(page, language)
    await signIn(page, app, '/subscriptions/create-subscription-price')
    await page.getByLabel(prices.name, { exact: true }).fill(name)
    await page.getByLabel(linkForm.amount, { exact: true }).fill('30')
    await page.getByLabel(prices.from, { exact: true }).fill(`${new Date().getUTCFullYear() + 1}-01-31T12:00`)
    await expect(
      page
        .getByRole('complementary')
        .getByText(/31.*12:00/)
        .first(),
    ).toBeVisible()
    await expect(page.getByRole('complementary').getByRole('listitem')).toHaveCount(12)
    await page.getByRole('button', { name: prices.createSubmit }).click()
    await page.waitForURL(/subscription-price\/details/)

    const price = new URL(page.url()).searchParams.get('ref') ?? ''
    const clock = (await sent(app, 'POST', '/api/test-clocks', { name })) as TestClock
    await goTo(page, app, `/subscriptions/create-subscriptions?price=${price}&clock=${clock.clock_ref}`)
    await page.getByLabel(linkForm.customerName, { exact: true }).fill('Mei Tan')
    await page.getByLabel(linkForm.email, { exact: true }).fill(email)
    await page.getByLabel(linkForm.notifyByEmail).check()
    await page.getByLabel(form.beginnings.trial).check()
    await page.getByRole('button', { name: form.submit }).click()
    await page.waitForURL(/subscriptions\/details/)

    // The customer agrees, and their bank asks who they are.
    const { page: customer, errors } = await customerPage(browser)
    const link = await linkTo(customer, app, email, /\/pay\/\w{27}\?/)
    await customer.goto(link.replace(/lang=\w+/, `lang=${language}`))
    await expect(customer.locator('.amount')).toContainText('0.00')
    await agreeByCard(customer, '4000000000007049')
    await customer.waitForURL(/\/mandates\//)
    await customer.getByRole('button').first().click()
    await expect(customer.getByRole('heading', { name: pages.subscription.thanksSetUp.title })).toBeVisible()
    await expect(page.getByText(words.trialMark).first()).toBeVisible()

    // The trial is over by the test clock, and the bank asks again while nobody is there to confirm.
    const later = new Date(z.decode(timestamp, clock.time).getTime() + 15 * 24 * 3_600_000)
    await sent(app, 'POST', `/api/test-clocks/${clock.clock_ref}/advance`, { to: z.encode(timestamp, later) })
    await expect(page.getByText(texts.states.subscription.past_due, { exact: true }).first()).toBeVisible()
    await expect(page.getByText(texts.declines.INVALID_CARD_3DS_ERROR).first()).toBeVisible()
    await customer.goto(await linkTo(customer, app, email, /\/pay\/\w{27}\?/, link))
    await expect(customer.locator('html')).toHaveAttribute('lang', language)
    await expect(customer.locator('.amount')).toContainText('30.00')
    await agreeByCard(customer, '5555555555554444')
    await expect(customer.getByRole('heading', { name: pages.thanksTitle })).toBeVisible()
    await expect(page.getByText(texts.states.subscription.active, { exact: true }).first()).toBeVisible()
    await expect(page.getByText(/4444/).first()).toBeVisible()

    // More of it, with a preview of what that comes to.
    await act(page, texts, 'change', async (dialogue) => {
      await dialogue.getByLabel(words.quantity).fill('2')
      await expect(dialogue.getByText(words.newAmount).locator('..')).toContainText('60.00')
    })
    await expect(page.getByText(/60\.00/).first()).toBeVisible()
    await act(page, texts, 'pause')
    await expect(page.getByText(words.standing.paused)).toBeVisible()
    await act(page, texts, 'resume')
    await expect(page.getByText(words.standing.paused)).toHaveCount(0)
    await expectClean(page)

    // The customer has enough.
    await customer.goto(await manageLink(customer, app, email))
    await customer.getByRole('button', { name: pages.manage.open.button }).click()
    await expect(customer.locator('.status')).toHaveText(pages.manage.states.active)
    await customer.locator('details.cancel summary').click()
    await customer.getByLabel(pages.manage.cancel.now, { exact: true }).check()
    await customer.getByLabel(pages.manage.cancel.reason).fill('Moving away')
    await customer.getByRole('button', { name: pages.manage.cancel.button }).click()
    await expect(customer.locator('.status')).toHaveText(pages.manage.states.cancelled)
    await expect(page.getByText(texts.states.subscription.cancelled, { exact: true }).first()).toBeVisible()
    await expect(page.getByText('Moving away').first()).toBeVisible()
    expect(errors).toEqual([])

    // The merchant was told of each.
    await page.locator('header [aria-haspopup=dialog]').click()
    const told = page.getByRole('dialog', { name: texts.notifications.title })
    for (const kind of ['subscription_payment_failed', 'subscription_recovered', 'subscription_cancelled'] as const)
      await expect(told.getByText(notices[kind].name).first()).toBeVisible()
  })
}

/** Chooses an act of the subscription that is shown, fills in its dialogue, and confirms it. */
async function act(
  page: Page,
  texts: Texts,
  name: keyof Texts['subscriptions']['acts'],
  fillIn: (dialogue: ReturnType<Page['getByRole']>) => Promise<void> = async () => {},
): Promise<void> {
  const title = texts.subscriptions.acts[name]
  const main = page.getByRole('main')
  const button = main.getByRole('button', { name: title, exact: true })
  if (!(await button.isVisible()))
    await main.getByRole('button', { name: texts.paymentPages.more, exact: true }).click()
  await button.or(page.getByRole('menuitem', { name: title })).click()
  const dialogue = page.getByRole('dialog')
  await fillIn(dialogue)
  await dialogue.getByRole('button', { name: title, exact: true }).click()
  await expect(dialogue).toHaveCount(0)
}
