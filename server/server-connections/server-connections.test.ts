import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Call } from '#contract/kit/call.ts'
import {
  addChannelByServer,
  createWebhookByServer,
  listConnectionsByServer,
  listWebhooksByServer,
  updateChannelByServer,
} from '#contract/server-connections.ts'
import { openConnecting, stripeKeys, type Connecting } from '#server/channels/fixtures.ts'
import { merchantToken } from '#test/merchant-token.ts'
import { addressOf } from '#test/request.ts'
import type { TestMerchant } from '#test/test-app.ts'

/** Webhooks and channels under the paths that merchants' servers know; what providers say of credentials is scripted. */
let connecting: Connecting
let merchant: TestMerchant
beforeAll(async () => {
  connecting = await openConnecting()
  ;({ merchant } = await connecting.newShop())
})
afterAll(() => connecting.close())

interface Asked {
  path?: Record<string, string>
  query?: Record<string, string>
  body?: object
  by?: TestMerchant
}
async function ask<T>(call: Call, { path = {}, query = {}, body, by = merchant }: Asked = {}) {
  const authorization = `Bearer ${await merchantToken(by)}`
  const address = addressOf(call, { key: merchant.key, ...path }, { environment: 'sandbox', ...query })
  const answer = await connecting.testApp.call(null, call.method, call.query ? address : address.split('?')[0] ?? '', body, { authorization }) // prettier-ignore
  const { status_reason: reason, message } = answer.body as Record<string, unknown>
  return { status: answer.status, reason, message, content: answer.body.content as unknown as T, text: answer.text }
}

it('a webhook is registered under the types that servers know, and listed with its figures', async () => {
  const body = { name: 'Shop', url: 'https://shop.example/hook', type: 'payment_status', environment: 'sandbox' }
  const made = await ask<{ uuid: string }>(createWebhookByServer, { body })
  expect(made.content, made.text).toMatchObject({ name: 'Shop', url: body.url, type: 'payment', enabled: true })
  expect(made.message).toBe('Webhook added successfully!')
  const listed = await ask<object[]>(listWebhooksByServer)
  expect(listed.content).toMatchObject([
    { uuid: made.content.uuid, name: 'Shop', waiting: { count: 0, since: null }, last_delivery: null },
  ])
  expect((await ask(createWebhookByServer, { body })).status).toBe(409)
  expect((await ask(createWebhookByServer, { body: { ...body, name: 'b', url: 'http://10.0.0.1/' } })).status).toBe(400)
  const live = await ask<object[]>(listWebhooksByServer, { query: { environment: 'live' } })
  expect(live.content).toEqual([])
})

it('a connected channel is shown with its secrets masked, by its pay type and with that channel alone', async () => {
  const body = { creds: stripeKeys, environment: 'sandbox' }
  const made = await ask(addChannelByServer, { path: { pckey: 'STRIPE' }, body })
  const masked = { publishable_key: 'pk_test_abcdefghij', secret_key: '***************789' }
  expect(made.content, made.text).toEqual({
    MerchantUUID: merchant.merchantId,
    PaymentChannelKey: 'STRIPE',
    maskedData: masked,
  })
  const shown = await ask<object[]>(listConnectionsByServer, { path: { pckey: 'STRIPE' }, query: { payType: 'PAYIN' } })
  expect(shown.content).toEqual([
    { key: 'STRIPE', type: 'Gateway', name: 'Stripe', country: 'GLOBAL', pay_type: 'PAYIN', is_va_flow: false, is_enabled: true, creds: masked },
  ]) // prettier-ignore
  expect(shown.text + made.text).not.toContain(stripeKeys.secret_key)
  const others = { path: { pckey: 'STRIPE' }, query: { payType: 'PAYOUT' } }
  expect((await ask(listConnectionsByServer, others)).content).toEqual([])
  expect((await ask(listConnectionsByServer, { path: { pckey: 'NOTHING' } })).status).toBe(404)
})

it('a changed secret is masked too, and what is no channel is refused', async () => {
  const creds = { ...stripeKeys, secret_key: 'sk_test_9876543210' }
  const changed = await ask<{ maskedData: object }>(updateChannelByServer, {
    path: { pckey: 'STRIPE' },
    body: { creds },
  })
  expect(changed.content.maskedData, changed.text).toMatchObject({ secret_key: '***************210' })
  const body = { creds: {}, environment: 'sandbox' }
  expect((await ask(addChannelByServer, { path: { pckey: 'NOTHING' }, body })).status).toBe(404)
})

it('all of it is closed to the server of another merchant', async () => {
  const by = await connecting.testApp.addMerchant()
  const path = { pckey: 'STRIPE' }
  const hook = { name: 'x', url: 'https://shop.example/', type: 'payment' }
  for (const [call, asked] of [
    [createWebhookByServer, { body: hook }],
    [listWebhooksByServer, {}],
    [listConnectionsByServer, { path }],
    [addChannelByServer, { path, body: { creds: stripeKeys } }],
    [updateChannelByServer, { path, body: { creds: stripeKeys } }],
  ] as const)
    expect((await ask(call, { ...asked, by })).status, call.path).toBe(404)
})
