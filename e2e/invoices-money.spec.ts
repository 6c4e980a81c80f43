import { expectClean } from './accessible.ts'
import { changeInvoice, newInvoice, signIn } from './actions.ts'
import { expect, password, test } from './fixtures.ts'

test('money that came outside is recorded with its evidence, and the rest is credited', async ({ page, app }) => {
  const ref = await newInvoice(app, { customer: { name: 'Harbour Roasters', email: '' } })
  await changeInvoice(app, ref, { revision: 1, marked_as_sent: true })
  await signIn(page, app, `/invoices/invoices-details?ref=${ref}`)
  const choose = async (act: string) => {
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('menuitem', { name: act }).click()
  }
  const dialogue = page.getByRole('dialog')
  await choose('Record payment')
  await dialogue.getByLabel('Amount').fill('140')
  await dialogue.getByLabel('Evidence').fill('Statement of 3 November, line 12')
  await dialogue.getByRole('button', { name: 'Record payment' }).click()
  await expect(dialogue.getByText(/^\W*100\.00 SGD\W* of this invoice is due/)).toBeVisible()
  await dialogue.getByLabel('Amount').fill('60')
  await expectClean(page, '[role=dialog]')
  expect((await app.run('e2e/old-proof.ts')).code).toBe(0)
  await dialogue.getByRole('button', { name: 'Record payment' }).click()
  await page.getByRole('textbox', { name: 'Password' }).fill(password)
  await page.getByRole('button', { name: 'Confirm', exact: true }).click()
  await expect(page.getByText('Payments outside')).toBeVisible()
  await expect(page.getByText('Still due: 40.00 SGD')).toBeVisible()

  await choose('Issue credit note')
  await dialogue.getByLabel('An amount').check()
  await dialogue.getByLabel('Amount', { exact: true }).fill('15')
  await dialogue.getByLabel('Reason').fill('Late delivery')
  await dialogue.getByRole('button', { name: 'Issue credit note' }).click()
  await expect(page.getByText(/CN-\d{4}-\d{4}/).first()).toBeVisible()
  await expect(page.getByText('Still due: 25.00 SGD')).toBeVisible()
  await expectClean(page)
})

test('settings say who sends the invoices, and how they are numbered', async ({ page, app }) => {
  await signIn(page, app, '/general-settings?tab=invoices')
  await page.getByLabel('Legal name').fill('Acme Outfitters Pte. Ltd.')
  await page.getByLabel('Invoice numbers').fill('AC-{YYYY}')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Add exactly one counter')).toBeVisible()
  await page.getByLabel('Invoice numbers').fill('AC-{YYYY}-{#####}')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText(/Next: .*AC-\d{4}-\d{5}/)).toBeVisible()
  await expectClean(page)

  await signIn(page, app, '/invoices/invoice-form')
  await expect(page.getByText(/AC-\d{4}-\d{5}/)).toBeVisible()
})

test('a template begins invoices, and is changed and deleted from the picker', async ({ page, app }) => {
  await signIn(page, app, '/invoices/create-invoice-template')
  await page.getByLabel('Template name').fill('Retainer')
  await page.getByRole('combobox', { name: 'Description, item 1' }).fill('Monthly retainer')
  await page.getByLabel('Price, item 1').fill('250')
  await page.getByRole('button', { name: 'Save template' }).click()
  await page.waitForURL(/templates=open/)
  await expect(page.getByRole('dialog').getByRole('link', { name: 'Retainer' })).toBeVisible()
  // What is behind a dialogue is out of reach, and half covered.
  await expectClean(page, '[role=dialog]')
  await page.getByRole('dialog').getByRole('link', { name: 'Retainer' }).click()
  await expect(page.getByRole('combobox', { name: 'Description, item 1' })).toHaveValue('Monthly retainer')
  await page.goBack()
  await page.getByRole('button', { name: /Actions for .*Retainer/ }).click()
  await page.getByRole('menuitem', { name: 'Delete template' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete template' }).click()
  await expect(page.getByRole('dialog').getByRole('link', { name: 'Groups and schools' })).toBeVisible()
  await expect(page.getByRole('dialog').getByRole('link', { name: 'Retainer' })).toHaveCount(0)
})
