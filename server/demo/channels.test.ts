import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Connection } from '#contract/channels.ts'
import { ownTransaction } from '#server/kit/db/own-transaction.ts'
import { openSimulator, secretKey, type TestSimulator } from '#server/providers/simulator/fixtures.ts'
import { runJobs } from '#test/run-jobs.ts'
import { openTestApp, type TestApp } from '#test/test-app.ts'
import { connectSimulated } from './channels.ts'

/** The demo's channels, through the real adapters and the providers that the simulator speaks as. */
let testApp: TestApp
let simulator: TestSimulator
beforeAll(async () => {
  simulator = await openSimulator()
  const { url } = simulator
  testApp = await openTestApp({
    SIMULATOR_URL: url,
    STRIPE_API: `${url}/stripe`,
    PAYPAL_API: `${url}/paypal`,
    XENDIT_API: `${url}/xendit`,
  })
})
afterAll(async () => {
  await testApp.close()
  await simulator.close()
})

it('are accepted by their providers, which know the addresses of call-backs', async () => {
  const merchant = await testApp.addMerchant()
  const session = await testApp.signIn(merchant)
  const owner = { merchantId: merchant.merchantId, environment: 'sandbox' } as const
  await ownTransaction(testApp.serveParts, owner, { requestId: 'test' }, (ctx) =>
    connectSimulated(ctx, merchant.slug, secretKey),
  )
  await runJobs(testApp, { names: ['register-callbacks'] })
  for (const [key, state] of [
    ['STRIPE', 'registered'],
    ['PAYPAL', 'registered'],
    ['XENDIT', 'copy'],
  ] as const) {
    const { status, text, body } = await testApp.call(session, 'POST', `/api/channels/${merchant.key}/${key}/test`, {})
    expect(status, text).toBe(200)
    const tested = body.content as unknown as Connection & { tested: string }
    expect(tested).toMatchObject({ key, tested: 'working', is_enabled: true, callback_state: state })
    expect(tested.check.checks.filter(({ ok }) => !ok)).toEqual([])
  }
  const { body } = await testApp.call(session, 'GET', `/merchants/${merchant.key}/payout-channels`)
  expect(body.content).toMatchObject([{ key: 'SIMULATOR_2', is_va_flow: true, is_enabled: true }])
})

it('are refused at the field when a key is not the account’s', async () => {
  const merchant = await testApp.addMerchant()
  const session = await testApp.signIn(merchant)
  for (const [key, creds, field] of [
    ['STRIPE', { publishable_key: 'pk_test_abcdefghij', secret_key: 'sk_test_0123456789' }, 'creds.secret_key'],
    ['PAYPAL', { client_id: 'A'.repeat(40), client_secret: 'E'.repeat(40) }, 'creds.client_secret'],
    ['XENDIT', { secret_key: 'xnd_development_0123456789', callback_token: 'token' }, 'creds.secret_key'],
  ] as const) {
    const { status, body } = await testApp.call(session, 'POST', `/merchants/${merchant.key}/add-paychannel/${key}`, {
      creds,
    })
    const [error] = body['errors'] as { path: string }[]
    expect([key, status, body['status_reason'], error?.path]).toEqual([key, 400, 'PAYMENT_AUTHENTICATION_ERROR', field])
  }
})
