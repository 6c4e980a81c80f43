import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { initiatePayment } from '#contract/initiated-payments.ts'
import { createRefundByServer, listRefundsByServer } from '#contract/server-refunds.ts'
import { createWebhookByServer } from '#contract/server-connections.ts'
import { sign } from '#server/kit/auth/signature.ts'
import { openPaying, type Paying } from '#server/payments/fixtures.ts'
import { merchantToken } from './merchant-token.ts'
import { addressOf } from './request.ts'

/**
 * What merchants' servers get, compared with the family's published examples: each documented name is there, with its type. Those
 * of subscriptions are in server/subscriptions/published-calls.test.ts. Where the examples are not at hand, samples of our own
 * stand for them.
 */
let paying: Paying
let authorization: string
beforeAll(async () => {
  paying = await openPaying()
  authorization = `Bearer ${await merchantToken(paying.merchant)}`
})
afterAll(() => paying.close())

type Fields = Record<string, unknown>
const samples = join(import.meta.dirname, 'samples/family')
const published = join(import.meta.dirname, '../../shared/data/peers/portone_global/examples')
const read = (file: string): Fields => JSON.parse(readFileSync(file, 'utf8'))
/** The published examples of a call, and our sample of it. */
const examplesOf = (sample: string, names: readonly string[]): Fields[] =>
  [join(samples, sample), ...(existsSync(published) ? names.map((name) => join(published, name)) : [])].map((name) =>
    read(`${name}.json`),
  )

const tried = {
  refund: ['payment-integration__refund__2', 'payment-integration__refund__3'],
  initiated: ['smart-routing__failover__2'],
  token: ['payment-integration__prerequisite__jwt-authentication__1'],
  linkWebhook: ['payment-integration__webhooks__payment-link-webhook__1'],
}
/** Published examples that no call of merchants' servers is about, with the reason. */
const notOfServers: Record<string, string> = {
  'payment-integration__inventory-enabled-payment-confirmation-service__2':
    'the answer of a merchant to our question; server/confirmations has it',
  'payment-integration__mobile-integration__rn-embed__4':
    'what a library for apps hands to its app, with texts for truths',
  'payment-integration__mobile-integration__rn-embed__5':
    'what a library for apps hands to its app, with texts for truths',
}
/** Names of the link's webhook that a link has nothing for. */
const notOfLinks = [
  // No second address, and no page of ours has such switches.
  'is_billing_shipping_same', 'show_shipping_details', 'show_back_button', 'show_items', 'show_saved_cards', 'is_checkout_embed',
  // Nothing of ours follows them to the receiver.
  'mobile_redirect_url', 'user_agent', 'notify_by_email', 'notify_by_phone', 'merchant_email_address',
  // Of payment pages, which have a webhook of their own orders.
  'payment_page_ref', 'unit_amount', 'stock_quantity',
] // prettier-ignore

/** The names and types of an example, the elements of its lists included. */
const formOf = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.slice(0, 1).map(formOf)
  if (value === null || typeof value !== 'object') return value === null ? 'null' : typeof value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, formOf(one)]))
}
const call = (method: 'GET' | 'POST', path: string, body?: object) =>
  paying.testApp.call(null, method, path, body, { authorization })
const order = (merchant_order_id: string) => {
  const said = { amount: '100', client_key: paying.merchant.key, currency: 'SGD', failure_url: '', success_url: '' }
  const body = { portone_key: paying.merchant.key, merchant_order_id, amount: 100, currency: 'SGD', country_code: 'SG' }
  return { ...body, signature_hash: sign({ ...said, merchant_order_id }, paying.merchant.secret) }
}

it.runIf(existsSync(published))(
  'each published example is tried, here or with subscriptions, or is of no such call',
  () => {
    const names = readdirSync(published).map((name) => name.replace('.json', ''))
    const known = [...Object.values(tried).flat(), ...Object.keys(notOfServers)]
    expect(names.filter((name) => !name.startsWith('subscriptions__')).toSorted()).toEqual(known.toSorted())
  },
)

it('refunds of a payment', async () => {
  const token = await paying.simulator.token('4242424242424242')
  const { orderRef } = await paying.start(await paying.link({}), { token })
  await paying.settle(orderRef)
  const path = { order_ref: orderRef }
  for (const amount of [20, 70]) {
    const wish = { refund_type: 'partial', amount, refund_reason: 'customer request', description: '' }
    const made = await call('POST', addressOf(createRefundByServer, path), wish)
    expect(made.status, made.text).toBe(200)
  }
  const { body } = await call('GET', addressOf(listRefundsByServer, path))
  for (const example of examplesOf('refund', tried.refund))
    expect(formOf(body)).toMatchObject(formOf(example) as object)
})

it('a payment that is initiated, by a token with the published claims', async () => {
  const seconds = Math.floor(Date.now() / 1000)
  for (const claims of examplesOf('token', tried.token)) {
    const own = { ...claims, sub: paying.merchant.key, iat: seconds, exp: seconds + 100 }
    authorization = `Bearer ${await merchantToken(paying.merchant, { claims: own })}`
    const way = { pmt_channel: 'SIMULATOR', pmt_method: 'SIMULATOR_GRABPAY' }
    const { status, body } = await call('POST', initiatePayment.path, { ...order(crypto.randomUUID()), ...way })
    expect(status).toBe(200)
    for (const example of examplesOf('initiated-payment', tried.initiated))
      expect(formOf(body)).toMatchObject(formOf(example) as object)
  }
})

it("the webhook of a link, with the merchant's own fields", async () => {
  const hook = { name: 'shop', url: 'https://shop.example/hook', type: 'payment_link_status', environment: 'sandbox' }
  await call('POST', addressOf(createWebhookByServer, { key: paying.merchant.key }), hook)
  const made = await call('POST', '/api/paymentLink', { ...order('LINK-1'), user_configured_field1: 'table 4' })
  const ref = made.body['payment_link_ref'] as string
  const cancelled = await paying.testApp.call(null, 'PUT', `/api/paymentLink/${ref}/status/cancelled`, undefined, { authorization }) // prettier-ignore
  expect(cancelled.status, cancelled.text).toBe(200)
  const events = await paying.sql<{ body: string }>('select body from webhook_events where merchant_id = $1')
  expect(events.length).toBeGreaterThan(0)
  for (const { body } of events)
    for (const example of examplesOf('payment-link-webhook', tried.linkWebhook)) {
      const sent = JSON.parse(body) as Fields
      const documented = Object.fromEntries(Object.entries(example).filter(([name]) => !notOfLinks.includes(name)))
      expect(formOf(sent)).toMatchObject(formOf(documented) as object)
      expect(sent).toMatchObject({ user_configured_field1: 'table 4' })
      expect(notOfLinks.filter((name) => name in sent)).toEqual([])
    }
})
