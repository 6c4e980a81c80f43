import { expectClean } from './accessible.ts'
import { goTo } from './actions.ts'
import { expect, test } from './fixtures.ts'
import { textsOf } from './in-language.ts'
import { comes, proves, type Person } from './payout-people.ts'

test.use({ data: 'payouts-bulk' })
test.describe.configure({ mode: 'serial' })
const { payoutBatches, payoutRules, states } = textsOf('en', 'console')
let custodian: Person

test('a sheet with titles of its own is mapped once, made, and its titles are forgotten', async ({ browser, app }) => {
  custodian = await comes(browser, app, 'payouts-admin', { language: 'en', path: '/payouts/virtual-account' })
  const { page } = custodian
  const account = await page
    .getByText(/^88\d{10}$/)
    .first()
    .innerText()
  await goTo(page, app, '/payouts/manage-payouts?tab=batches')
  // The demo has one already.
  await expect(page.getByRole('link', { name: 'suppliers.csv' })).toBeVisible()
  await page.getByRole('button', { name: payoutBatches.upload }).click()
  const file = {
    name: 'bonus.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('Who;How much\nMinji Kim;41.25\nNobody;3\n'),
  }
  await page.locator('input[type=file]').setInputFiles(file)
  await page.getByRole('combobox', { name: 'BeneficiaryName' }).click()
  await page.getByRole('option', { name: 'Who' }).click()
  await page.getByRole('combobox', { name: 'Amount' }).click()
  await page.getByRole('option', { name: 'How much' }).click()
  await page.getByLabel('VirtualAccount for all rows').fill(account)
  await page.getByLabel('Currency for all rows').fill('SGD')
  await page.getByRole('button', { name: payoutBatches.again }).click()
  await expect(page.getByText(payoutBatches.goodAlone)).toBeVisible()
  await expectClean(page)
  await page.getByRole('button', { name: 'Create 1 payout' }).click()
  await expect(page.getByText(states.payoutBatch.done)).toBeVisible()
  await goTo(page, app, '/payouts/manage-payouts?tab=batches')
  await page.getByText(payoutBatches.remembered).click()
  const remembered = page.getByRole('listitem').filter({ hasText: 'Who, How much' })
  await expect(remembered).toContainText('How much')
  await expectClean(page)
  await remembered.getByRole('button', { name: payoutBatches.forget }).click()
  await page.getByRole('dialog').getByRole('button', { name: payoutBatches.forget }).click()
  await expect(remembered).toHaveCount(0)
})

test('a rule is tried, tested on the past and put in force by two administrators', async ({ browser, app }) => {
  const { page } = custodian
  const second = await comes(browser, app, 'admin', { language: 'ar', path: '/payouts/payout-settings' })
  await goTo(page, app, '/payouts/payout-settings')
  await page.getByRole('button', { name: payoutRules.addRule }).click()
  const rule = page.getByRole('group', { name: /Rule 4/ })
  await rule.getByLabel(payoutRules.fromAmount).fill('500')
  await rule.getByLabel('Approvals on level 1').selectOption('2')
  await page.locator('section', { hasText: payoutRules.simulator }).getByLabel('Amount').fill('600')
  await page.getByRole('button', { name: payoutRules.ask }).click()
  await expect(page.getByText(/^Approval, level 1/)).toBeVisible()
  await page.getByRole('button', { name: payoutRules.test }).click()
  await expect(page.getByText(payoutRules.more)).toBeVisible()
  await expectClean(page)
  await page.getByRole('button', { name: 'Save changes' }).first().click()
  await proves(custodian, () => expect(page.getByText(payoutRules.waiting)).toBeVisible({ timeout: 500 }))
  await second.page.reload()
  await expectClean(second.page)
  await second.page.getByRole('button', { name: second.texts.payoutRules.accept }).click()
  await proves(second, () =>
    expect(second.page.getByText(second.texts.payoutRules.waiting)).toHaveCount(0, { timeout: 500 }),
  )
})
