import type { Page } from '@playwright/test'
import arabic from '#i18n/ar/console.json' with { type: 'json' }
import english from '#i18n/en/console.json' with { type: 'json' }
import { chooseColours, expectClean, expectContrast } from './accessible.ts'
import { chooseLanguage, goTo, signIn, someoneElse } from './actions.ts'
import { expect, password, test } from './fixtures.ts'
import { reconciled } from './recon-file.ts'

/** One after the other: a settlement is looked at, closed, proposed to be reopened, and reopened by somebody else. */
test.use({ data: 'recon-settlements' })
test.describe.configure({ mode: 'serial' })
const { reconSettlements: words, states, accounts, postings, session, stepUp } = english
const list = '/reconciliation/settlements'
const details = `${list}/details`
let page: Page
let address = ''

test.beforeAll(async ({ browser, app }) => {
  await reconciled(app, 'admin@acme.example')
  page = await browser.newPage()
  await chooseLanguage(page, 'en')
  await signIn(page, app, list)
})
test.afterAll(() => page.close())

test('settlements are listed by what is left to do, which the address keeps, and one is a sum from gross to bank', async ({ app }) => {
  await goTo(page, app, `${list}?state=proven`)
  await expect(page.getByRole('row').nth(1)).toContainText(states.settlement.proven)
  await expectClean(page)
  await page.getByRole('row').nth(1).getByRole('link').first().click()
  await page.waitForURL(`**${details}?*`)
  address = new URL(page.url()).search
  const sum = page.locator('[data-card]').filter({ hasText: words.sumTitle })
  await expect(sum.getByText(words.gross)).toBeVisible()
  await expect(sum.getByText(words.proven)).toBeVisible()
  await expectClean(page)
  await page.getByRole('link', { name: words.tabs.lines }).click()
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  await expectClean(page)
}) // prettier-ignore

test('one that is proven is closed on the numbers that were seen, by a step-up, and shows what it posted', async ({
  app,
}) => {
  expect((await app.run('e2e/old-proof.ts')).code).toBe(0)
  await goTo(page, app, details + address)
  await page.getByRole('button', { name: words.close, exact: true }).click()
  const form = page.getByRole('dialog', { name: words.closeTitle })
  await expectClean(page)
  await form.getByRole('button', { name: words.close, exact: true }).click()
  const asked = page.getByRole('dialog', { name: stepUp.title })
  await asked.getByLabel(session.password, { exact: true }).fill(password)
  await page.keyboard.press('Enter')
  await expect(form).toHaveCount(0)
  await expect(page.getByText(states.settlement.closed, { exact: true })).toBeVisible()
  await expectClean(page)
  await page.getByRole('link', { name: words.tabs.postings }).click()
  await expect(page.getByRole('heading', { name: postings['settlement.closed'] }).first()).toBeVisible()
  await expect(page.getByText(accounts.bank).first()).toBeVisible()
  await expectClean(page)
})

test('reopening is proposed with a reason, and somebody else approves it on the numbers shown', async ({
  app,
  browser,
}) => {
  await page.getByRole('button', { name: words.proposeReopen }).click()
  const form = page.getByRole('dialog', { name: words.proposeReopenTitle })
  await form.getByRole('button', { name: words.proposeReopen }).click()
  await expect(form.getByText(english.fieldReasons.required)).toBeVisible()
  await form.getByLabel(words.reason).fill('The provider sent a correction')
  await expectClean(page)
  await form.getByRole('button', { name: words.proposeReopen }).click()
  await expect(page.getByRole('region', { name: english.proposalActs.reopen_settlement })).toContainText(
    words.waitsForOther,
  )

  const other = await someoneElse(browser)
  await chooseLanguage(other, 'ar')
  await signIn(other, app, details + address, 'recon-admin@acme.example')
  const asked = other.getByRole('region', { name: arabic.proposalActs.reopen_settlement })
  await expect(asked).toContainText('The provider sent a correction')
  await asked.getByRole('button', { name: arabic.reconExceptions.review }).click()
  const decision = other.getByRole('dialog', { name: arabic.proposalActs.reopen_settlement })
  await expect(decision.getByText(arabic.columns.computed)).toBeVisible()
  await expectClean(other)
  await decision.getByRole('button', { name: arabic.reconExceptions.approve, exact: true }).click()
  await expect(decision).toHaveCount(0)
  await expect(other.getByText(arabic.states.settlement.closed, { exact: true })).toHaveCount(0)
  await expectClean(other)
  await other.close()
})

test('in Arabic, in the dark and on a phone, all of it stands in its place', async ({ browser, app }) => {
  const phone = await browser.newPage({ viewport: { width: 360, height: 740 } })
  await chooseLanguage(phone, 'ar')
  await signIn(phone, app, list)
  await chooseColours(phone, 'dark')
  const seen = new Set<string>()
  const { reconSettlements: theirs } = arabic
  const places = { [list]: arabic.states.settlement.proven, [details + address]: theirs.sumTitle, [`${details}${address}&tab=postings`]: arabic.accounts.bank } // prettier-ignore
  for (const [path, text] of Object.entries(places)) {
    await phone.goto(app.url + path)
    await expect(phone.getByText(text).first()).toBeVisible()
    await expectClean(phone)
    await expectContrast(phone, seen)
  }
  await phone.close()
})
