import { chooseColours, expectClean, expectContrast } from './accessible.ts'
import { goTo } from './actions.ts'
import { expect, test } from './fixtures.ts'
import { textsOf } from './in-language.ts'
import { comes, proves, type Person } from './payout-people.ts'
import { shopAndProvider } from './recon-matched.ts'

/** One proposes, another, in Arabic, in the dark and on a phone, approves on the numbers shown; below a limit one is enough. */
test.use({ data: 'recon-approvals' })
test.describe.configure({ mode: 'serial' })
const {
  reconExceptions: words,
  exceptionActs: acts,
  proposalActs,
  states,
  reconConfiguration,
  columns,
} = textsOf('en', 'console')
/** Nothing else of the demo is in this currency. */
const currency = 'NZD'
const list = `/reconciliation/exceptions?currency=${currency}`
let proposer: Person
const row = (reference: string) => proposer.page.getByRole('row').filter({ hasText: reference })

test('a difference that is written off waits for a second person', async ({ browser, app }) => {
  // Their password alone signs nobody in who has a second factor.
  const { load, run } = await shopAndProvider(app, 'PAYPAL', { currency })
  await load()
  await run()
  proposer = await comes(browser, app, 'admin', { language: 'en', path: '/reconciliation/runs' })
  const { page } = proposer
  await goTo(page, app, list)
  await row('P3').getByRole('checkbox').check()
  await page.getByRole('button', { name: acts.write_off }).click()
  await page.getByRole('dialog').getByRole('textbox').fill('Agreed with them')
  await page.getByRole('dialog').getByRole('button', { name: acts.write_off }).click()
  await expect(page.getByText(words.proposed_one)).toBeVisible()
})

test('another person approves it on the numbers shown, after a step-up', async ({ browser, app }) => {
  const path = '/reconciliation/exceptions?tab=approvals'
  const other = await comes(browser, app, 'recon-admin', { language: 'ar', path: '/reconciliation/exceptions' })
  const { page, texts } = other
  await page.setViewportSize({ width: 360, height: 740 })
  await goTo(page, app, path)
  await expectClean(page)
  await chooseColours(page, 'dark')
  await page.getByRole('button', { name: new RegExp(`^مراجعة: ${texts.proposalActs.write_off}`) }).click()
  await expect(page.getByRole('dialog')).toContainText('Agreed with them')
  await expectClean(page)
  await expectContrast(page, new Set())
  await page.getByRole('dialog').getByRole('button', { name: texts.reconExceptions.approve, exact: true }).click()
  await proves(other, () => expect(page.getByText(texts.notices.Approved)).toBeVisible({ timeout: 1_000 }))
  await page.context().close()
})

test('whoever proposed something may withdraw it, and alone decides below a limit', async ({ app }) => {
  const { page } = proposer
  await goTo(page, app, list)
  await row('P4').getByRole('checkbox').check()
  await row('P9').getByRole('checkbox').check()
  await page.getByRole('button', { name: words.matchTogether }).click()
  await expectClean(page)
  await page.getByRole('dialog').getByRole('button', { name: words.matchThem }).click()
  await expect(page.getByText(words.proposed_one)).toBeVisible()
  await goTo(page, app, '/reconciliation/exceptions?tab=approvals')
  await page.getByRole('button', { name: new RegExp(`^Review: ${proposalActs.match}`) }).click()
  await page.getByRole('button', { name: words.withdraw }).click()
  await expect(page.getByText(states.reconProposal.withdrawn)).toBeVisible()
  await goTo(page, app, '/reconciliation/configuration?tab=limits')
  await page.getByLabel(columns.currency).fill(currency)
  await page.getByLabel(reconConfiguration.limit).fill('50')
  await page.getByRole('button', { name: reconConfiguration.saveLimit }).click()
  await proves(proposer, () => expect(page.getByRole('row', { name: /NZD/ })).toContainText('50.00', { timeout: 1_000 }))
  await expectClean(page)
  await goTo(page, app, list)
  await row('P4').getByRole('checkbox').check()
  await page.getByRole('button', { name: acts.accept }).click()
  await page.getByRole('dialog').getByRole('button', { name: acts.accept }).click()
  await expect(page.getByText(words.applied_one)).toBeVisible()
}) // prettier-ignore
