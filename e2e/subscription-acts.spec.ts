import type { Page } from '@playwright/test'
import arabic from '#i18n/ar/console.json' with { type: 'json' }
import english from '#i18n/en/console.json' with { type: 'json' }
import { expectClean, expectFitting } from './accessible.ts'
import { chooseLanguage, signIn } from './actions.ts'
import { expect, test } from './fixtures.ts'
import { charged, pricedAt, subscribed } from './subscribed.ts'

type Texts = typeof english
const acting = (page: Page, texts: Texts) => ({
  dialogue: page.getByRole('dialog'),
  /** The act beside the title, or in the menu beside it. */
  async choose(act: keyof Texts['subscriptions']['acts']) {
    const name = texts.subscriptions.acts[act]
    const button = page.getByRole('main').getByRole('button', { name, exact: true })
    if (!(await button.isVisible())) await page.getByRole('button', { name: texts.paymentPages.more, exact: true }).click()
    await page.getByRole('main').getByRole('button', { name, exact: true }).or(page.getByRole('menuitem', { name })).click()
  },
  confirm: (act: keyof Texts['subscriptions']['acts']) =>
    page.getByRole('dialog').getByRole('button', { name: texts.subscriptions.acts[act], exact: true }).click(),
}) // prettier-ignore

for (const [language, texts] of Object.entries({ en: english, ar: arabic as Texts })) {
  const { subscriptions: words } = texts

  test(`${language}: a subscription is changed with a preview of every line, paused, resumed and cancelled with its period`, async ({
    page,
    app,
  }) => {
    const price = await pricedAt(app, { name: 'Team', amount: 30 })
    const ref = await subscribed(app, price, { customer_name: 'Ada Lovelace', customer_email_address: 'ada@example.com' })
    await chooseLanguage(page, language)
    await signIn(page, app, `/subscriptions/details?ref=${ref}`)
    const { dialogue, choose, confirm } = acting(page, texts)
    await expect(page.getByText(/^(Charges|يُحصَّل) \W*30\.00 SGD/)).toBeVisible()
    await expectClean(page)

    await choose('change')
    await expect(dialogue.getByText(words.previewChange)).toBeVisible()
    await dialogue.getByLabel(words.quantity).fill('3')
    await expect(dialogue.getByText(texts.chargeLines.change_credit, { exact: true })).toBeVisible()
    await expect(dialogue.getByText(words.newAmount).locator('..')).toContainText('90.00')
    await expectClean(page, '[role=dialog]')
    await confirm('change')
    await expect(page.getByText(/^(Charges|يُحصَّل) \W*90\.00 SGD/)).toBeVisible()

    await choose('pause')
    await dialogue.getByLabel(words.pauseUntilDate).check()
    await confirm('pause')
    const until = dialogue.getByLabel(words.pauseUntil, { exact: true })
    await expect(until).toHaveAccessibleDescription(new RegExp(texts.fieldReasons.required))
    await until.fill(`${new Date().getUTCFullYear() + 1}-12-24T12:00`)
    await expectClean(page, '[role=dialog]')
    await confirm('pause')
    await expect(page.getByText(/^(Paused until|متوقف مؤقتًا حتى) .*24/)).toBeVisible()
    await choose('resume')
    await confirm('resume')
    await expect(page.getByText(/^(Charges|يُحصَّل) /)).toBeVisible()

    await choose('cancel')
    await dialogue.getByRole('radio').nth(1).check()
    await dialogue.getByLabel(words.cancelReason, { exact: true }).fill('Too dear')
    await expectClean(page, '[role=dialog]')
    await confirm('cancel')
    await expect(page.getByText(/^(Ends on|ينتهي في) /)).toBeVisible()
    await choose('keep')
    await confirm('keep')
    await expect(page.getByText(/^(Charges|يُحصَّل) /)).toBeVisible()
    await page.setViewportSize({ width: 360, height: 740 })
    await expectFitting(page)
  }) // prettier-ignore
}

test('a charge that fails says why and when it is tried again; it is retried, and forgiven', async ({ page, app }) => {
  const price = await pricedAt(app, { name: 'Team', amount: 30 })
  const ref = await subscribed(app, price, { customer_name: 'Tom Bauer', card: '4000000000007023' })
  await charged(app, ref)
  await signIn(page, app, `/subscriptions/details?ref=${ref}`)
  const { dialogue, choose, confirm } = acting(page, english)
  await expect(page.getByText(/^\W*30\.00 SGD\W* is unpaid\. The next retry is on/)).toBeVisible()
  const charge = page.getByRole('listitem').filter({ hasText: 'Period 2' }).first()
  await expect(charge.getByText('Failed · Insufficient funds.')).toHaveCount(1)
  await expect(charge.getByText('Next retry:')).toBeVisible()
  await expectClean(page)
  await choose('retry')
  await confirm('retry')
  await expect(charge.getByText('Failed · Insufficient funds.')).toHaveCount(2)

  await charge.getByRole('link').first().click()
  await page.waitForURL(/payment-details/)
  await expect(page.getByText('Subscription', { exact: true }).first()).toBeVisible()
  await page.getByRole('link', { name: ref }).click()
  await page.waitForURL(/subscriptions\/details/)
  await charge.getByRole('button', { name: 'Forgive' }).click()
  await dialogue.getByRole('button', { name: 'Forgive' }).click()
  await expect(page.getByText(/^Charges \W*30\.00 SGD\W* on/)).toBeVisible()
})

test('a link to change the method is made and sent, and its customer is charged on demand', async ({ page, app }) => {
  const price = await pricedAt(app, { name: 'Power', plan_type: 'ONDEMAND' })
  const customer = { customer_name: 'Nora', customer_email_address: 'nora@example.com', customer_phone_number: '' }
  const ref = await subscribed(app, price, { ...customer, initial_amount: 5, max_amount: 50 })
  await signIn(page, app, `/subscriptions/details?ref=${ref}`)
  const { dialogue, choose, confirm } = acting(page, english)
  await choose('methodLink')
  await dialogue.getByRole('button', { name: /nora@example\.com/ }).click()
  await expect(dialogue.getByText(/\/pay\/manage\//)).toBeVisible()
  await expectClean(page, '[role=dialog]')
  await dialogue.getByRole('button', { name: 'Close' }).click()

  await choose('deduct')
  await dialogue.getByLabel('Amount', { exact: true }).fill('50.01')
  await confirm('deduct')
  await expect(dialogue.getByLabel('Amount', { exact: true })).toHaveAttribute('aria-invalid', 'true')
  await dialogue.getByLabel('Amount', { exact: true }).fill('41.25')
  await confirm('deduct')
  await expect(page.getByRole('listitem').filter({ hasText: 'Deduction' }).filter({ hasText: 'Paid' }).first()).toBeVisible()
}) // prettier-ignore
