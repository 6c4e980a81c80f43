import { chooseColours, expectClean, expectContrast } from './accessible.ts'
import { goTo } from './actions.ts'
import { expect, test, type RunningApp } from './fixtures.ts'
import { textsOf } from './in-language.ts'
import { askedToRelease, asksForCode, comes, entersCode, type Person } from './payout-people.ts'

/** Chooses the payout by the keyboard and lets it go with the code that is sent. */
async function letsGo(person: Person, app: RunningApp, act: 'verify' | 'approve', reference: string): Promise<void> {
  const { page, texts } = person
  const row = page.getByRole('row', { name: new RegExp(reference) })
  await row.getByRole('link').first().focus()
  await page.keyboard.press('x')
  await expect(row.getByRole('checkbox')).toBeChecked()
  await page.keyboard.press(act === 'verify' ? 'v' : 'a')
  const dialogue = askedToRelease(person, act)
  await expect(dialogue).toContainText('•••• 6789')
  await expectClean(page)
  await asksForCode(person, act)
  await dialogue.getByLabel(texts.payouts.code).fill('000000')
  await page.keyboard.press('Enter')
  await expect(dialogue.getByText(texts.reasons.OTP_INCORRECT)).toBeVisible()
  await entersCode(person, app, act)
  expect(new URL(page.url()).searchParams.get('size')).toBe('10')
}

/** One after the other, each in a window that stays open. */
test.use({ data: 'payouts' })
test.describe.configure({ mode: 'serial' })
const reference = 'RENT-2026-11'
let custodian: Person
let maker: Person
const { columns, virtualAccounts, beneficiaries, payoutForm, payouts, states } = textsOf('en', 'console')

test('a custodian opens a virtual account in won', async ({ browser, app }) => {
  custodian = await comes(browser, app, 'payouts-admin', { language: 'en', path: '/payouts/virtual-account' })
  await custodian.page.getByRole('button', { name: virtualAccounts.create }).click()
  await custodian.page.getByRole('dialog').getByLabel(columns.account_name).fill('Seoul rent')
  await custodian.page.getByRole('dialog').getByRole('combobox', { name: columns.currency }).fill('KRW')
  await custodian.page.getByRole('option', { name: /KRW/ }).click()
  await custodian.page.getByRole('dialog').getByRole('button', { name: virtualAccounts.create }).click()
  await expect(custodian.page.getByText('Seoul rent')).toBeVisible()
})

test('a maker enters a Korean beneficiary', async ({ browser, app }) => {
  maker = await comes(browser, app, 'payouts-user', { language: 'en', path: '/payouts/vendors/create-beneficiary' })
  await maker.page.getByRole('textbox', { name: columns.name, exact: true }).fill('Hangang Realty')
  await maker.page.getByRole('combobox', { name: columns.country, exact: true }).fill('South Korea')
  await maker.page.getByRole('option', { name: /South Korea/ }).click()
  await maker.page.getByLabel(beneficiaries.holder).fill('Sim returned')
  await maker.page.getByRole('combobox', { name: beneficiaries.bank }).fill('088')
  await maker.page.getByRole('option', { name: /^088/ }).click()
  await maker.page.getByLabel('Account number').fill('110123456789')
  await maker.page.getByRole('button', { name: beneficiaries.createSubmit }).click()
  await expect(maker.page.getByRole('heading', { level: 1 })).toContainText('Hangang Realty')
})

test('the maker makes a payout, for which there is no money yet', async ({ app }) => {
  await goTo(maker.page, app, '/payouts/manage-payouts/create-payout')
  await maker.page.getByRole('button', { name: payoutForm.create }).click()
  await expect(maker.page.getByText(maker.texts.fieldReasons.required).first()).toBeVisible()
  await expectClean(maker.page)
  await maker.page.getByRole('combobox', { name: payoutForm.account }).click()
  await maker.page.getByRole('option', { name: /Seoul rent/ }).click()
  await maker.page.getByRole('combobox', { name: payoutForm.beneficiary, exact: true }).fill('Hangang')
  await maker.page.getByRole('option', { name: /Hangang/ }).click()
  await maker.page.getByLabel(payoutForm.amount).fill('150000')
  await maker.page.getByLabel(payoutForm.reference).fill(reference)
  // Nothing is on the account yet: it would wait for money.
  await expect(maker.page.getByText(payoutForm.wouldQueue)).toBeVisible()
  await expect(maker.page.getByText(payoutForm.whoApproves)).toBeVisible()
  await maker.page.getByRole('button', { name: payoutForm.create }).click()
  await expect(maker.page.getByText(payouts.why)).toBeVisible()
  await expectClean(maker.page)
})

test('a verifier, in Arabic, lets it go by the keyboard and a code', async ({ browser, app }) => {
  const verifier = await comes(browser, app, 'payouts-verify-user', { language: 'ar', path: '/payouts/manage-payouts' })
  await verifier.page.getByRole('link', { name: verifier.texts.payouts.tabs.verify, exact: true }).click()
  await expectClean(verifier.page)
  await letsGo(verifier, app, 'verify', reference)
})

test('an approver, in the dark, lets it go, and it waits for money', async ({ browser, app }) => {
  const approver = await comes(browser, app, 'payouts-approve-user', {
    language: 'en',
    path: '/payouts/manage-payouts',
  })
  await chooseColours(approver.page, 'dark')
  await approver.page.getByRole('link', { name: payouts.tabs.approve, exact: true }).click()
  await expectContrast(approver.page, new Set())
  await letsGo(approver, app, 'approve', reference)
  await expect(maker.page.getByText(states.payout.Queued).first()).toBeVisible()
})

test('money comes, the payout is paid, and comes back from the bank', async () => {
  const card = custodian.page.getByRole('listitem').filter({ hasText: 'Seoul rent' }).first()
  await card.locator('[aria-haspopup=menu]').click()
  await custodian.page.getByRole('menuitem', { name: virtualAccounts.acts.testMoney }).click()
  await custodian.page.getByRole('dialog').getByLabel(columns.amount).fill('200000')
  await custodian.page.keyboard.press('Enter')
  await expect(maker.page.getByText(states.payout.Returned).first()).toBeVisible({ timeout: 20_000 })
  await expect(maker.page.getByRole('button', { name: payouts.acts.pay_again })).toBeVisible()
})
