import arabic from '#i18n/ar/checkout.json' with { type: 'json' }
import english from '#i18n/en/checkout.json' with { type: 'json' }
import { chooseColours, expectClean, expectContrast, expectFitting } from './accessible.ts'
import { sent } from './actions.ts'
import { expect, test } from './fixtures.ts'
import { cancelNow } from './subscribed.ts'
import { agreeByCard, customerPage, newPrice, newSubscription } from './subscriptions.ts'

/** The page on which a customer sets a subscription up. */

const languages = { en: english, ar: arabic } as const
/** A text of the page up to its first name in braces. */
const beginning = (text: string) => text.split('{')[0] as string

for (const [language, { page: words, script }] of Object.entries(languages)) {
  test(`${language}: a customer sees what they agree to, is refused, and sets it up with their bank's confirmation`, async ({
    app,
    browser,
    receiver,
  }) => {
    const { page, errors } = await customerPage(browser)
    const ref = await newSubscription(app, {
      quantity: 2,
      recurrance_count: 12,
      additional_costs: [{ key: 'Joining', value: 10 }],
      success_url: receiver.url,
    })
    await page.goto(`${app.url}/pay/${ref}?lang=${language}`)
    const summary = page.locator('.summary')
    await expect(summary.locator('.due')).toHaveText(words.subscription.dueToday)
    await expect(summary.locator('.amount')).toContainText('70.00')
    await expect(summary.locator('.recurrence')).toContainText(/60\.00\sSGD/)
    await expect(summary).toContainText(beginning(words.subscription.rule))
    await expect(summary).toContainText(words.subscription.howToCancel)
    await expect(summary.getByRole('listitem').filter({ visible: true })).toHaveCount(3)
    await expect(page.locator('.consent')).toContainText(/60\.00\sSGD/)
    await expectClean(page)
    await chooseColours(page, 'dark')
    await expectContrast(page, new Set())
    await chooseColours(page, 'light')

    // By the keyboard, with nothing filled in: all of it is said, and the first is where the focus is.
    await page.setViewportSize({ width: 360, height: 740 })
    await page.locator('#holder').fill('')
    await page.locator('[data-pay]').focus()
    await page.keyboard.press('Enter')
    await expect(page.locator('#agrees-error')).toHaveText(script.fields.consentMissing)
    await expect(page.locator('#email-error')).toHaveText(script.fields.emailMissing)
    await expect(page.locator('#number')).toBeFocused()
    await page.locator('#agrees').focus()
    await page.keyboard.press('Space')
    await expect(page.locator('#agrees-error')).toBeEmpty()
    await expectFitting(page)

    await agreeByCard(page, '4000000000000002', 'mei@page.example')
    await expect(page.locator('[data-alert]')).toContainText(script.declines.INVALID_CARD_DECLINED_ERROR.what)
    await expectClean(page)
    await agreeByCard(page, '4000000000003220')
    await page.waitForURL(/\/pages\//)
    await page.getByRole('button').first().click()
    await expect(page.getByRole('heading', { name: words.subscription.thanksSetUp.title })).toBeVisible()
    await expect(page.locator('html')).toHaveAttribute('lang', language)
    await expectClean(page)

    const { searchParams } = new URL((await page.locator('[data-continue]').getAttribute('href')) ?? '')
    expect(Object.fromEntries(searchParams)).toMatchObject({
      amount: '70',
      currency: 'SGD',
      lang: language,
      recurrance_amount: '60',
      recurrance_count: '12',
      signature_hash: expect.stringMatching(/.{40}/) as unknown as string,
      status: 'Active',
      subscription_order_ref: ref,
      total_amount: '730',
    })
    await page.waitForURL(/\/hook\?/)
    await page.goto(`${app.url}/pay/${ref}?lang=${language}`)
    await expect(page.getByRole('heading', { name: words.subscription.ends.paid.title })).toBeVisible()
    await expect(page.locator('.amount')).toHaveCount(0)
    await expectClean(page)
    // Who opens the page again stays; who comes back from the bank after the outcome is led on.
    await expect(page.locator('[data-continue]')).toBeVisible()
    await expect(page.locator('[data-taking]')).toBeHidden()
    await page.goto(`${app.url}/pay/${ref}?lang=${language}&returned=1`)
    await expect(page.locator('[data-taking]')).toBeVisible()
    expect(errors).toEqual([])
  })

  test(`${language}: a trial takes nothing and is agreed to at the bank; a link that is over says so`, async ({
    app,
    browser,
  }) => {
    const { page, errors } = await customerPage(browser)
    const price = await newPrice(app)
    const customer_email_address = 'mei@page.example'
    const trial = { price_order_ref: price, customer_email_address, trial_frequency: 14, trial_period: 'D' }
    const ref = await newSubscription(app, trial)
    await page.goto(`${app.url}/pay/${ref}?lang=${language}`)
    await expect(page.locator('.amount')).toContainText('0.00')
    await expect(page.locator('.trial')).toContainText(beginning(words.subscription.trial))
    await expect(page.locator('[data-pay]')).toHaveText(words.subscription.setUp, { useInnerText: true })
    await page.getByLabel(words.ways.SUBSCRIPTION_DIRECT_DEBIT.name).check()
    await page.locator('#agrees').check()
    await expectClean(page)
    await page.locator('[data-pay]').click()
    await page.waitForURL(/\/mandates\//)
    await page.getByRole('link').click()
    // Back from the bank without having agreed.
    await expect(page.locator('[data-panel="action"]')).toContainText(script.acting.SUBSCRIPTION_DIRECT_DEBIT.title)
    await expectClean(page)
    await page.locator('[data-go]').click()
    await page.waitForURL(/\/mandates\//)
    await page.getByRole('button').first().click()
    await expect(page.getByRole('heading', { name: words.subscription.thanksSetUp.title })).toBeVisible()
    await page.reload()
    await expect(page.locator('.trial')).toContainText(beginning(words.subscription.trial))

    const [cancelled, priceless] = [await newSubscription(app, trial), await newSubscription(app, trial)]
    await cancelNow(app, cancelled)
    await sent(app, 'PUT', `/merchant/subscription/price/${price}/status/cancelled`, {})
    for (const [over, { title }] of [
      [cancelled, words.subscription.ends.cancelled],
      [priceless, words.subscription.ends.expired],
    ] as const) {
      await page.goto(`${app.url}/pay/${over}?lang=${language}`)
      await expect(page.getByRole('heading', { name: title })).toBeVisible()
      await expect(page.locator('form, .amount')).toHaveCount(0)
      await expect(page.getByRole('link', { name: words.subscription.manage })).toHaveCount(0)
    }
    await expectClean(page)
    expect(errors).toEqual([])
  })
}
