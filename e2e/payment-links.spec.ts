import { expectClean } from './accessible.ts'
import { signIn } from './actions.ts'
import { expect, test } from './fixtures.ts'

test('a link that nobody can pay says so where it is made, listed and read, as its preview does', async ({
  page,
  app,
}) => {
  const switchChannels = async (to: 'on' | 'off') =>
    expect(await app.run('e2e/switch-channels.ts', ['gobi', to])).toEqual({ code: 0, output: '' })
  await switchChannels('off')
  await signIn(page, app, '/payment-links/create-payment-links', 'admin@gobi.example')
  const warning = page.getByText("No payment channel: this link can't be paid yet")
  await expect(warning).toBeVisible()
  await expect(page.frameLocator('iframe').getByText("You can't pay right now")).toBeVisible()
  await expectClean(page)
  await page.getByLabel('Amount', { exact: true }).fill('12')
  await page.getByRole('button', { name: 'Create link' }).click()
  await page.waitForURL(/payment-links-details/)
  await expect(warning).toBeVisible()
  await page.goto(`${app.url}/payment-links`)
  const ofAll = page.getByText("No payment channel: your links can't be paid yet")
  await expect(ofAll).toBeVisible()
  await switchChannels('on')
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Payment links', exact: true })).toBeVisible()
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  await expect(ofAll).toHaveCount(0)
})
