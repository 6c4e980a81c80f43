import { expectClean } from './accessible.ts'
import { linkInMail, signIn, someoneElse } from './actions.ts'
import { expect, password, test } from './fixtures.ts'

test('invite, register, hand in the papers, review them, approve, and act for the merchant', async ({
  page,
  app,
  browser,
}) => {
  test.setTimeout(120_000)
  const email = `new.${Date.now()}@harbour.example`
  await signIn(page, app, '/master-merchant?tab=invites', 'admin@atlas.example')
  await page.getByRole('link', { name: 'Invite merchant' }).click()
  await page.getByRole('textbox', { name: 'E-mail' }).fill(email)
  await page.getByRole('button', { name: 'Invite merchant' }).click()
  await expect(page.locator('tr', { hasText: email })).toContainText('Invited')

  const guest = await someoneElse(browser)
  await guest.goto(await linkInMail(page, app, 'Atlas Group invited you to join its merchants'))
  await expect(guest.locator('h1')).toHaveText('Atlas Group invites you')
  expect(guest.url()).not.toContain('token')
  await expectClean(guest)
  await guest.getByRole('link', { name: 'Register' }).click()
  await expect(guest.getByLabel('E-mail')).toHaveValue(email)
  await guest.getByLabel('Business name').fill('Harbour Goods')
  await guest.getByRole('combobox', { name: 'Country' }).fill('singa')
  await guest.getByRole('option', { name: 'Singapore' }).click()
  await guest.getByLabel('Password', { exact: true }).fill(password)
  await guest.getByRole('button', { name: 'Register' }).click()
  await expect(guest.getByRole('status')).toHaveText("We've sent you a link to confirm your address.")
  await linkInMail(page, app, 'Your account is ready')

  // Who has only the link of the verification needs no session.
  await guest.goto(await linkInMail(page, app, 'Verify Harbour Goods'))
  await expect(guest.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '0')
  await expectClean(guest)
  for (const [label, text] of [
    ['Legal name', 'Harbour Goods Pte Ltd'],
    ['Registration number', '202600001A'],
    ['Address', '1 Quay Street'],
    ['City', 'Singapore'],
    ['Contact person', 'Mei Tan'],
    ['What your business sells', 'Ropes and lanterns'],
  ] as const)
    await guest.getByLabel(label, { exact: true }).fill(text)
  await guest.getByRole('button', { name: 'Save' }).click()
  await expect(guest.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '6')
  const file = { name: 'paper.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4\n%%EOF') }
  const inputs = guest.locator('input[type="file"]')
  await inputs.nth(0).setInputFiles({ ...file, buffer: Buffer.from('no paper at all') })
  await expect(guest.getByText("This file can't be used.")).toBeVisible()
  for (const at of [0, 1, 2]) {
    await inputs.nth(at).setInputFiles(file)
    await expect(guest.getByText('paper.pdf')).toHaveCount(at + 1)
  }
  await guest.getByRole('button', { name: 'Submit' }).click()
  await expect(guest.getByText("Submitted and in review. We'll e-mail you.")).toBeVisible()
  await guest.reload()
  await expect(guest.getByText("Submitted and in review. We'll e-mail you.")).toBeVisible()

  await page.goto(`${app.url}/master-merchant?kyc_status=SUBMITTED&q=harbour`)
  await page.getByRole('link', { name: 'Harbour Goods' }).click()
  await expectClean(page)
  await page.getByRole('link', { name: 'Review documents' }).click()
  await expect(page.locator('main header')).toContainText('Harbour Goods Pte Ltd')
  await expect(page.locator('main h2')).toHaveText(['Company', 'Documents', 'Decision', 'Activity'])
  await page.getByRole('checkbox').first().check()
  await page.getByRole('textbox', { name: /^Reason for rejecting/ }).fill('Too dark')
  await expectClean(page)
  await page.getByRole('button', { name: 'Request changes' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Request changes' }).click()
  await expect(page.getByText('Review saved')).toBeVisible()

  // As from a mail: a page of its own, not the one that is open.
  await guest.goto('about:blank')
  await guest.goto(await linkInMail(page, app, 'Verification of Harbour Goods: changes requested'))
  await expect(guest.getByText('Too dark')).toBeVisible()
  await inputs.nth(0).setInputFiles({ ...file, name: 'lighter.pdf' })
  await expect(guest.getByText('lighter.pdf')).toBeVisible()
  await guest.getByRole('button', { name: 'Submit' }).click()
  await expect(guest.getByText("Submitted and in review. We'll e-mail you.")).toBeVisible()

  await page.reload()
  await page.getByRole('button', { name: 'Approve' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click()
  await expect(page.getByText('Approved', { exact: true }).first()).toBeVisible()

  // It has not let its master change anything: the bar says so, and goes along until it is stopped.
  await page.getByRole('link', { name: 'Merchant', exact: true }).click()
  await page.getByRole('link', { name: 'Act on their behalf' }).click()
  const bar = page.getByRole('status').filter({ hasText: 'Acting for Harbour Goods' })
  await expect(bar).toContainText('View only')
  await page.getByRole('link', { name: 'Payment links', exact: true }).click()
  await expect(page).toHaveURL(/payment-links\?acting=/)
  await expect(bar).toBeVisible()
  await page.reload()
  await expect(bar).toBeVisible()
  await expectClean(page)
  // What would be denied is not offered, and the reason is there instead.
  const viewOnly = page.getByText(/^View only: .?Harbour Goods.? has not given you master access/)
  await expect(viewOnly).toBeVisible()
  await expect(page.getByRole('link', { name: 'Create link' })).toHaveCount(0)
  await page.goto(`${page.url().replace('payment-links', 'payment-links/create-payment-links')}`)
  await expect(viewOnly).toBeVisible()
  await expect(page.getByRole('button', { name: 'Create link' })).toBeDisabled()
  await page.getByRole('link', { name: 'API and webhooks', exact: true }).click()
  await page.getByRole('link', { name: 'Webhooks', exact: true }).click()
  await expect(viewOnly).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add webhook' })).toHaveCount(0)
  await page.getByRole('link', { name: 'Stop acting' }).click()
  await expect(bar).toHaveCount(0)
  await expect(page).not.toHaveURL(/acting=/)

  // The merchant sees who its master is, and leaves.
  await signIn(guest, app, '/general-settings', email)
  await guest.getByRole('button', { name: 'Leave' }).click()
  await guest.getByRole('dialog').getByRole('button', { name: 'Leave' }).click()
  await expect(guest.getByRole('heading', { name: 'Your master merchant' })).toHaveCount(0)
  await page.goto(`${app.url}/master-merchant?q=harbour`)
  await expect(page.getByText('No results')).toBeVisible()
})

test('an owned merchant is there at once, is switched off and on, and let go', async ({ page, app }) => {
  await signIn(page, app, '/master-merchant', 'admin@atlas.example')
  await page.getByRole('link', { name: 'Add merchant' }).click()
  await page.getByLabel('Name').fill('Iris Flowers')
  await page.getByRole('textbox', { name: 'E-mail' }).fill('hello@iris.example')
  await page.getByRole('button', { name: 'Add merchant' }).click()
  await expect(page.locator('h1')).toHaveText('Iris Flowers')
  await expect(page.locator('main header')).toContainText('Owned merchant')
  await expect(page.getByText('Vietnam')).toBeVisible()
  await page.getByRole('button', { name: 'Deactivate' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Deactivate' }).click()
  await expect(page.getByText('This merchant is inactive')).toBeVisible()
  await page.getByRole('button', { name: 'Activate' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Activate' }).click()
  await expect(page.getByRole('link', { name: 'Act on their behalf' })).toBeVisible()
  // A link that is made for it shows its name to the customer, and begins in its currency.
  await page.getByRole('link', { name: 'Act on their behalf' }).click()
  await page.getByRole('link', { name: 'Create link' }).click()
  await expect(page.frameLocator('iframe').getByText('Iris Flowers').first()).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Currency' })).toHaveValue(/^VND/)
  await page.goto(`${app.url}/master-merchant`)
  await page.getByRole('button', { name: 'Actions for Iris Flowers' }).click()
  await page.getByRole('menuitem', { name: 'Remove' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByText('Iris Flowers')).toHaveCount(0)
})
