import { expectClean } from './accessible.ts'
import { signIn } from './actions.ts'
import { expect, test } from './fixtures.ts'

test('an act is found in the log with before and after, and on the page of what it was about', async ({
  page,
  app,
}) => {
  await signIn(page, app, '/payment-links?status=created')
  await page.locator('a[href*="payment-links-details"]').first().click()
  await page.getByRole('button', { name: 'Cancel link' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel link' }).click()
  const history = page.locator('section', { has: page.getByRole('heading', { name: 'Activity' }) })
  await expect(history.getByText('Cancelled a payment link')).toBeVisible()

  await history.getByRole('link', { name: 'View all in the audit log' }).click()
  await expect(page.getByRole('heading', { name: 'Audit log' })).toBeVisible()
  await page.getByRole('button', { name: 'Show Cancelled a payment link' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('row', { name: 'Status Created Cancelled' })).toBeVisible()
  await expect(dialog.getByText('127.0.0.1')).toBeVisible()
  await expectClean(page, '[role=dialog]')
  await dialog.getByRole('link', { name: 'Open' }).click()
  await expect(page).toHaveURL(/payment-links-details\?ref=/)

  await page.goto(`${app.url}/audit-log?result=denied`)
  await expect(page.locator('tbody tr').first()).toBeVisible()
  for (const cell of await page.locator('tbody td[data-kind=status]').allTextContents()) expect(cell).toBe('Denied')
})
