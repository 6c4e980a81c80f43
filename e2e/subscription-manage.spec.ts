import arabicMails from '#i18n/ar/mail.json' with { type: 'json' }
import arabic from '#i18n/ar/checkout.json' with { type: 'json' }
import englishMails from '#i18n/en/mail.json' with { type: 'json' }
import english from '#i18n/en/checkout.json' with { type: 'json' }
import { chooseColours, expectClean, expectContrast, expectFitting } from './accessible.ts'
import { expect, test } from './fixtures.ts'
import { agreeByCard, chargeNext, customerPage, manageLink, newSubscription } from './subscriptions.ts'

/** The page on which a customer sees to a subscription, which the link of a mail opens. */

const languages = {
  en: { words: english.page, mails: englishMails.subscription },
  ar: { words: arabic.page, mails: arabicMails.subscription },
} as const
/** A text up to its first name in braces. */
const beginning = (text: string) => text.split('{')[0] as string

for (const [language, { words, mails }] of Object.entries(languages)) {
  const { manage } = words
  test(`${language}: a payment that failed is paid by another card, and the customer cancels in two presses`, async ({
    app,
    browser,
  }) => {
    const { page, errors } = await customerPage(browser)
    const email = `${crypto.randomUUID()}@manage.example`
    const ref = await newSubscription(app, { customer_email_address: email })
    await page.goto(`${app.url}/pay/${ref}?lang=${language}`)
    await agreeByCard(page, '4000000000007023')
    await expect(page.locator('[data-panel="thanks"]')).toBeVisible()
    const first = await manageLink(page, app, email)
    await chargeNext(app, ref)
    const link = await manageLink(page, app, email, first)
    await page.goto(`${app.url}/sandbox/outbox`)
    const mail = page.locator('article', { hasText: email }).first()
    await expect(mail.getByRole('heading')).toContainText(beginning(mails.failed.subject))
    await expect(mail).toContainText(mails.once)

    // No link, no page; a link opens it once, by a press.
    await page.goto(link.replace(/#.*/, ''))
    await expect(page.getByRole('button', { name: manage.ask.button })).toBeVisible()
    await expect(page.locator('body')).not.toContainText('Harbour club')
    await page.goto(link)
    await page.reload()
    await expect(page.getByText(manage.open.text)).toBeVisible()
    await expectClean(page)
    await page.getByRole('button', { name: manage.open.button }).click()
    await expect(page.locator('.status')).toHaveText(manage.states.past_due)
    expect(new URL(page.url()).hash).toBe('')
    await expect(page.getByText(beginning(manage.due.again))).toBeVisible()
    await expectClean(page)
    await chooseColours(page, 'dark')
    await expectContrast(page, new Set())
    await chooseColours(page, 'light')
    await page.setViewportSize({ width: 360, height: 740 })
    await expectFitting(page)

    // Another method pays what is due.
    await page.getByRole('link', { name: manage.method.change }).click()
    await expect(page.getByRole('button', { name: words.subscription.change })).toBeVisible()
    await expectClean(page)
    await agreeByCard(page, '5555555555554444')
    await expect(page.getByRole('heading', { name: words.subscription.thanksMethod.title })).toBeVisible()
    await page.getByRole('link', { name: words.subscription.manage }).click()
    await expect(async () => {
      await page.reload()
      await expect(page.locator('.status')).toHaveText(manage.states.active, { timeout: 100 })
    }).toPass()
    await expect(page.getByText('Mastercard •••• 4444')).toBeVisible()
    await expect(page.getByRole('link', { name: manage.payments.receipt })).toHaveCount(2)
    await page.getByRole('link', { name: manage.payments.receipt }).first().click()
    await page.waitForURL(/\/receipts\//)
    await page.goBack()

    // By the keyboard: opened, kept, opened again, and cancelled when the period ends.
    await page.locator('details.cancel summary').focus()
    await page.keyboard.press('Enter')
    await expectClean(page)
    await page.getByRole('button', { name: manage.cancel.keep }).focus()
    await page.keyboard.press('Enter')
    await expect(page.locator('form[data-cancel]')).toBeHidden()
    await expect(page.locator('details.cancel summary')).toBeFocused()
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: manage.cancel.button }).click()
    await expect(page.locator('.status')).toHaveText(manage.ending)
    await expect(page.locator('.upcoming')).toHaveCount(0)

    await page.locator('details.cancel summary').click()
    await page.getByLabel(manage.cancel.reason).fill('Moving away')
    await page.getByRole('button', { name: manage.cancel.button }).click()
    await expect(page.locator('.status')).toHaveText(manage.states.cancelled)
    await expect(page.locator('form')).toHaveCount(0)
    await expectClean(page)
    expect(errors).toEqual([])
  })

  test(`${language}: a link that was used says so, and the page sends another`, async ({ app, browser }) => {
    const { page, errors } = await customerPage(browser)
    const email = `${crypto.randomUUID()}@manage.example`
    const ref = await newSubscription(app, { customer_email_address: email })
    await page.goto(`${app.url}/pay/${ref}?lang=${language}`)
    await agreeByCard(page)
    await expect(page.locator('[data-panel="thanks"]')).toBeVisible()
    const link = await manageLink(page, app, email)
    await page.goto(link)
    await page.getByRole('button', { name: manage.open.button }).click()
    await expect(page.locator('.status')).toHaveText(manage.states.active)

    const other = (await customerPage(browser)).page
    await other.goto(link)
    await other.getByRole('button', { name: manage.open.button }).click()
    await expect(other.locator('[data-alert]')).toHaveText(manage.used)
    await expectClean(other)
    await other.getByRole('button', { name: manage.ask.button }).click()
    await expect(other.locator('[data-ask] .progress')).toHaveText(
      manage.ask.sent.replace('{merchant}', 'Acme Outfitters'),
    )
    await other.goto(await manageLink(other, app, email, link))
    await other.reload()
    await other.getByRole('button', { name: manage.open.button }).click()
    await expect(other.locator('.status')).toHaveText(manage.states.active)
    expect(errors).toEqual([])
  })
}
