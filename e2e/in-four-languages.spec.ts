import type { Page } from '@playwright/test'
import { probesOf } from '#test/probes.ts'
import { amountText } from '#contract/kit/money.ts'
import type { Language } from '#i18n/languages.ts'
import { pagesRead, plain } from '#server/invoice-documents/pdf/drawn.ts'
import { actOnInvoice, chooseWay, fillSignIn, goTo, newInvoice, newPaymentPage } from './actions.ts'
import { expect, password, test, type RunningApp } from './fixtures.ts'
import { likeText, speaker, textsOf } from './in-language.ts'
import { askedToRelease, asksForCode, comes, entersCode, turnsTo, type Person } from './payout-people.ts'

/** People work and pay in languages that the test does not know: each label is of the language's own texts. */
const locales = { fi: 'fi-FI', ja: 'ja-JP', th: 'th-TH', 'zh-Hans': 'zh-CN' } as const satisfies Partial<
  Record<Language, string>
>
/** A run takes one of them, another for each commit; the long form takes all. */
const spoken = probesOf('languages spoken', Object.entries(locales) as [keyof typeof locales, string][], 1)

test.use({ data: 'in-four-languages' })
test.describe.configure({ mode: 'parallel', timeout: 60_000 })

for (const [number, [language, locale]] of spoken.entries()) {
  test(`${language}: a merchant signs in, and refunds a part of a payment`, async ({ app, browser }) => {
    const { session, shell, screens, states, refunds, refundReasons, linkForm } = textsOf(language, 'console')
    // Each refunds another amount, perhaps of the same payment.
    const amount = amountText(150n + BigInt(number), 'SGD', language)
    const page = await speaker(browser, locale)
    await page.goto(`${app.url}/login`)
    await expect(page.getByRole('heading', { name: session.signInTitle })).toBeVisible()
    await fillSignIn(page, 'admin@acme.example', password, session)
    await page.getByRole('navigation', { name: shell.menu }).getByRole('link', { name: screens.payments, exact: true }).click() // prettier-ignore
    await expect(page.getByRole('heading', { level: 1, name: screens.payments })).toBeVisible()
    const paid = page
      .getByRole('row')
      .filter({ has: page.getByText(states.payment.Success, { exact: true }) })
      .filter({ hasText: /SGD.*Visa/ })
    await paid.getByRole('link').first().click()

    await page.getByRole('link', { name: refunds.begin, exact: true }).click()
    await page.getByRole('radio', { name: refunds.types.partial }).check()
    await page.getByRole('textbox', { name: linkForm.amount }).fill(amount)
    await page.getByRole('combobox', { name: refunds.reason }).click()
    await page.getByRole('option', { name: refundReasons['not delivered'] }).click()
    await page.getByRole('button', { name: likeText(refunds.submit) }).click()
    const asked = page.getByRole('dialog', { name: likeText(refunds.confirmTitle) })
    await asked.getByRole('button', { name: likeText(refunds.submit) }).click()
    const row = page.getByRole('row', { name: refundReasons['not delivered'] }).filter({ hasText: amount })
    await expect(row).toContainText(states.refund.SUCCESS, { timeout: 15_000 })
    await page.context().close()
  })

  test(`${language}: a shopper buys on a payment page, and is thanked`, async ({ app, browser }) => {
    const { shop, page: words } = textsOf(language, 'checkout')
    const shopper = await speaker(browser, locale)
    await shopper.goto(await newPaymentPage(app, { name_field: 'required' }))
    await expect(shopper.locator('html')).toHaveAttribute('lang', language)
    await shopper.getByLabel(shop.name, { exact: true }).fill('Mei Tan')
    await shopper.getByLabel(words.email, { exact: true }).fill('mei@shopper.example')
    await chooseWay(shopper, 'CARD.INT_CREDIT_DEBIT_CARD')
    await shopper.getByRole('button', { name: shop.pay }).click()
    await shopper.waitForURL(/\/pay\/[0-9A-Za-z]{27}/)
    await paysByCard(shopper, language)
    await expect(shopper.locator('html')).toHaveAttribute('lang', language)
    await shopper.context().close()
  })

  test(`${language}: an invoice comes by mail, and is opened with its PDF`, async ({ app, browser }) => {
    const { titles, facts } = textsOf(language, 'invoice')
    const { page: words } = textsOf(language, 'checkout')
    const { send } = textsOf(language, 'mail').invoice
    const email = `${crypto.randomUUID()}@shop.example`
    const ref = await newInvoice(app, { customer: { name: 'Juno Trading', email, language } })
    await actOnInvoice(app, ref, 'send-invoice')
    const customer = await speaker(browser, locale)
    const mail = customer.locator('article', { hasText: email })
    await expect(async () => {
      await customer.goto(`${app.url}/sandbox/outbox`)
      await expect(mail).toBeVisible({ timeout: 100 })
    }).toPass()
    await expect(mail.getByRole('heading', { name: likeText(send.subject) })).toBeVisible()
    await expect(mail).toContainText(likeText(send.text.at(-1) ?? ''))

    await customer.goto((await mail.locator('pre').getByRole('link').first().getAttribute('href')) ?? '')
    await expect(customer.locator('html')).toHaveAttribute('lang', language)
    await expect(customer.getByText(likeText(words.document.due))).toBeVisible()
    await expect(customer.getByRole('heading', { name: likeText(`${titles.invoice} {}`) })).toBeVisible()
    const href = await customer.getByRole('link', { name: words.document.files.pdf, exact: true }).getAttribute('href')
    const pdf = await customer.request.get(new URL(href ?? '', app.url).href)
    const [read = ''] = await pagesRead(await pdf.body())
    for (const text of [titles.invoice, facts.number, facts.due]) expect(read).toContain(plain(text))
    await customer.context().close()
  })
}

/** Fills in the card form by its labels, pays, and waits for the thanks. */
async function paysByCard(shopper: Page, language: Language): Promise<void> {
  const { page: words } = textsOf(language, 'checkout')
  const typed = {
    [words.cardNumber]: '4242424242424242',
    [words.expiry]: '12/34',
    [words.securityCode]: '123',
    [words.holder]: 'Mei Tan',
  }
  for (const [label, text] of Object.entries(typed)) await shopper.getByLabel(label, { exact: true }).fill(text)
  await shopper.getByRole('button', { name: likeText(words.pay) }).click()
  await expect(shopper.getByRole('heading', { name: words.thanksTitle })).toBeVisible({ timeout: 15_000 })
}

/** Three people have a window each, and turn to one language after the other. */
test.describe('payouts', () => {
  test.describe.configure({ mode: 'serial' })
  const create = '/payouts/manage-payouts/create-payout'
  const list = '/payouts/manage-payouts'
  let maker: Person
  let verifier: Person
  let approver: Person

  test.beforeAll(async ({ browser, app }) => {
    ;[maker, verifier, approver] = await Promise.all([
      comes(browser, app, 'payouts-user', { language: 'ja', path: list }),
      comes(browser, app, 'payouts-verify-user', { language: 'th', path: list }),
      comes(browser, app, 'payouts-approve-user', { language: 'zh-Hans', path: list }),
    ])
    for (const { page, texts } of [maker, verifier, approver])
      await expect(page.getByRole('heading', { level: 1, name: texts.screens.managePayouts })).toBeVisible()
  })

  for (const [number, [language]] of spoken.entries())
    test(`${language}: a payout is made, verified by one person with a code, and approved by another`, async ({ app }) => {
      const reference = `HARBOUR-${language}`
      // Codes are a minute apart.
      if (number > 0) expect((await app.run('e2e/old-codes.ts')).code).toBe(0)
      await turnsTo(maker, language)
      await goTo(maker.page, app, create)
      await makes(maker, language, { reference, minor: 123_456n + BigInt(number) })
      for (const [person, act] of [
        [verifier, 'verify'],
        [approver, 'approve'],
      ] as const) {
        await turnsTo(person, language)
        await opens(person, act, reference)
        await letsGo(person, app, act, language)
      }
      const paid = maker.page.getByText(maker.texts.states.payout.Success, { exact: true }).first()
      await expect(paid).toBeVisible({ timeout: 20_000 })
    })
}) // prettier-ignore

/** Makes a payout, which then waits for a verifier. */
async function makes({ page, texts }: Person, language: Language, { reference, minor }: { reference: string; minor: bigint }): Promise<void> {
  const { payoutForm, payouts } = texts
  await page.getByRole('combobox', { name: payoutForm.account }).click()
  await page.getByRole('option', { name: /suppliers/ }).click()
  await page.getByRole('combobox', { name: payoutForm.beneficiary, exact: true }).fill('Straits')
  await page.getByRole('option', { name: /Straits/ }).click()
  await page.getByRole('textbox', { name: payoutForm.amount, exact: true }).fill(amountText(minor, 'SGD', language))
  await page.getByLabel(payoutForm.reference).fill(reference)
  await page.getByRole('button', { name: payoutForm.create }).click()
  await expect(page.getByText(payouts.why)).toBeVisible()
} // prettier-ignore

/** Opens a payout from the list of those that wait for somebody like them. */
async function opens({ page, texts }: Person, act: 'verify' | 'approve', reference: string): Promise<void> {
  const menu = page.getByRole('navigation', { name: texts.shell.menu })
  await menu.getByRole('link', { name: texts.screens.managePayouts, exact: true }).click()
  await page.getByRole('link', { name: texts.payouts.tabs[act], exact: true }).click()
  await page.getByRole('row', { name: reference }).getByRole('link').first().click()
}

/** Lets the open payout go with a code, which comes in a mail of the language. */
async function letsGo(person: Person, app: RunningApp, act: 'verify' | 'approve', language: Language): Promise<void> {
  const { page, texts } = person
  await page.getByRole('button', { name: texts.payouts.acts[act], exact: true }).click()
  await expect(askedToRelease(person, act)).toContainText('•••• 5678')
  await asksForCode(person, act)
  const { subject, ...words } = textsOf(language, 'mail').payoutCode
  const outbox = await (await page.request.get(`${app.url}/sandbox/outbox`)).text()
  expect(outbox).toMatch(likeText(subject.replace('{action}', words[act])))
  await entersCode(person, app, act)
}
