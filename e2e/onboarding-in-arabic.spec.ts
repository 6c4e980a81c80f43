import { test } from './fixtures.ts'
import { onboard } from './onboard.ts'

test('a merchant signs up with PayPal, has a payment fail over from it, and refunds it, in ar', async ({
  page,
  app,
}) => {
  test.setTimeout(90_000)
  await onboard(page, app, 'ar')
})
