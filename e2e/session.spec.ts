import { expect, test } from './fixtures.ts'

test('the demo’s sign-in opens by one press, and its live mode says that it is simulated', async ({ page, app }) => {
  await page.goto(`${app.url}/login`)
  await page.getByRole('button', { name: /^Business administrator/ }).click()
  await page.waitForURL((url) => url.pathname !== '/login')
  await page.getByRole('button', { name: 'Switch to live' }).click()
  await expect(page.getByText('the payment provider is simulated', { exact: false })).toBeVisible()

  await page.goto(`${app.url}/logout`)
  await page.getByRole('button', { name: /^Newly registered business/ }).click()
  await page.waitForURL((url) => url.pathname !== '/login')
  await page.getByRole('button', { name: 'Test mode', exact: true }).click()
  await expect(page.getByRole('menuitem', { name: 'Live', exact: true })).toBeDisabled()
  await page.getByRole('menuitem', { name: 'Verify your business to go live' }).click()
  await expect(page.getByRole('heading', { name: 'General settings' })).toBeVisible()
})
