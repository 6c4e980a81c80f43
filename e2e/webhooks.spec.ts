import { expectClean } from './accessible.ts'
import { chooseLanguage, signIn } from './actions.ts'
import { expect, test } from './fixtures.ts'

test.use({ data: 'counted' })

test('a webhook with a header of its own is tried, and its delivery looked at', async ({ page, app, receiver }) => {
  await signIn(page, app, '/integration/api-webhooks?tab=webhooks', 'admin@acme.example')
  await page.getByRole('button', { name: 'Add webhook' }).first().click()
  await page.getByLabel('Name', { exact: true }).fill('Try me')
  await page.getByLabel('URL').fill(receiver.url)
  await page.getByRole('button', { name: 'Add header' }).click()
  await page.getByRole('group', { name: 'Your own headers' }).getByLabel('Name').fill('X-Key')
  await page.getByLabel('Value').fill('very-secret')
  await expectClean(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Add webhook' }).click()
  await page.getByRole('link', { name: 'Try me' }).click()

  receiver.answers.push(503)
  await page.getByRole('button', { name: 'Send test event' }).click()
  await expect(page.getByText('HTTP 503')).toBeVisible({ timeout: 15_000 })
  expect(receiver.received[0]?.headers).toMatchObject({ 'x-key': 'very-secret' })
  expect(JSON.parse(receiver.received[0]?.body ?? '{}')).toMatchObject({ test: true })
  await expectClean(page)
  await page.getByRole('button', { name: 'Replay events' }).click()
  const replay = page.getByRole('dialog', { name: 'Replay events' })
  await replay.getByLabel('Event type').selectOption('Refunds')
  await replay.getByRole('button', { name: 'Count first' }).click()
  await expect(replay.getByRole('status')).toContainText('0 deliveries would be sent')
  await replay.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('link', { name: 'Show the delivery' }).click()
  await expect(page.getByText("A test event isn't sent again.")).toBeVisible()
  await expect(page.getByText('X-Key: ***')).toBeVisible()
  await expectClean(page)

  await page.goto(`${app.url}/integration/api-webhooks/deliveries?test=yes`)
  await expect(page.getByRole('row')).toHaveCount(2)
  await expectClean(page)
})

test('the playground names what keeps a signature from matching, in Arabic', async ({ page, app }) => {
  await chooseLanguage(page, 'ar')
  await signIn(page, app, '/integration/api-webhooks/playground', 'admin@acme.example')
  await page.getByLabel('المعاملات أو العنوان أو المحتوى').fill('amount=100.00&currency=USD')
  await page.getByLabel('التوقيع', { exact: true }).fill('abc')
  await page.getByRole('button', { name: 'فحص التوقيع' }).click()
  await expect(page.getByText('التوقيع غير مطابق')).toBeVisible()
  await expect(page.locator('mark').first()).toBeVisible()
  await expectClean(page)
  await page.setViewportSize({ width: 360, height: 740 })
  await expectClean(page)
})
