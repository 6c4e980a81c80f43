import { readFile } from 'node:fs/promises'
import { expectClean, expectFitting } from './accessible.ts'
import { changeInvoice, newInvoice, signIn } from './actions.ts'
import { expect, test } from './fixtures.ts'
import { filesInZip } from '#test/unzip.ts'

/** Invoices that several users, or one act, are about. */
test('nothing is wider than a phone, and several are chosen and voided together', async ({ page, app }) => {
  for (const name of ['Lantern One', 'Lantern Two']) await newInvoice(app, { customer: { name, email: '' } })
  await page.setViewportSize({ width: 360, height: 740 })
  await signIn(page, app, '/invoices?q=Lantern')
  for (const name of ['Lantern One', 'Lantern Two'])
    await page.getByRole('checkbox', { name: new RegExp(`${name}`) }).check()
  await expectFitting(page)
  await page.getByRole('button', { name: 'Void (2)' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Void', exact: true }).click()
  await expect(page.locator('[data-row]').filter({ hasText: 'Void' })).toHaveCount(2)
})

test('the PDFs of several come as one file, with a draft marked as one', async ({ page, app }) => {
  const refs = []
  for (const name of ['Beacon One', 'Beacon Two']) refs.push(await newInvoice(app, { customer: { name, email: '' } }))
  await changeInvoice(app, String(refs[0]), { revision: 1, marked_as_sent: true })
  await newInvoice(app, { customer: { name: 'Beacon Three', email: '' }, description: '\u{1f600}' })
  await signIn(page, app, '/invoices?q=Beacon')
  await expect(page.getByRole('checkbox', { name: /Beacon/ })).toHaveCount(3)
  await page.getByRole('checkbox', { name: 'Select all rows on this page' }).check()
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download PDFs (3)' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toMatch(/^invoices-\d{8}-\d{6}\.zip$/)
  const names = [...filesInZip(await readFile(await download.path())).keys()]
  expect(names.toSorted()).toEqual([
    `draft-invoice-${refs[1]}.pdf`,
    expect.stringMatching(/^invoice-INV-\d{4}-\d+\.pdf$/),
  ])
  const dialogue = page.getByRole('dialog')
  await expect(dialogue.getByText('1 invoice was left out')).toBeVisible()
  await expect(dialogue.getByText('Beacon Three')).toBeVisible()
  await expectClean(page)
  // It has an address, by which a notification leads back to it.
  await page.reload()
  await expect(dialogue.getByRole('button', { name: 'Download zip' })).toBeVisible()
  await dialogue.getByRole('button', { name: 'Close' }).last().click()
  await expect(dialogue).toBeHidden()
})

test('what somebody else saves meanwhile is told, and what is fixed cannot be typed into', async ({ page, app }) => {
  const ref = await newInvoice(app)
  await signIn(page, app, `/invoices/invoice-form-update?ref=${ref}`)
  const note = page.getByLabel('Internal note')
  await page.getByText('Notes', { exact: true }).click()
  await note.fill('Call first')
  await changeInvoice(app, ref, { revision: 1, description: 'Lanterns' })
  await page.getByRole('button', { name: 'Save' }).click()
  const told = page.getByRole('alert').filter({ hasText: 'description' })
  await expect(told).toBeVisible()
  await expect(note).toHaveValue('Call first')
  await told.getByRole('button', { name: 'Keep my changes' }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.waitForURL(/invoices-details/)
  await expect(page.getByText('Lanterns').first()).toBeVisible()

  await changeInvoice(app, ref, { revision: 3, marked_as_sent: true })
  await page.getByRole('link', { name: 'Edit' }).click()
  await expect(page.getByText('This invoice has been issued')).toBeVisible()
  await expect(page.getByLabel('Price, item 1')).toBeDisabled()
  await expect(page.getByLabel('Due date')).toBeEnabled()
  await expectClean(page)
})
