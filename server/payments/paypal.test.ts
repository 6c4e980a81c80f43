import { afterAll, beforeAll, expect, it } from 'vitest'
import { openPaypal, type TestPaypal } from '#server/providers/paypal/fixtures.ts'
import { type Received, receiver } from '#server/providers/simulator/fixtures.ts'
import { openPaying, type Paying } from './fixtures.ts'

/** PayPal's payments from the shopper's page to the ledger, with the simulator as PayPal. */
let paying: Paying
let paypal: TestPaypal
let inbox: Awaited<ReturnType<typeof receiver>>
beforeAll(async () => {
  ;[paying, paypal, inbox] = await Promise.all([openPaying(), openPaypal(), receiver()])
  const registered = await paypal.provider().connection?.register?.(inbox.url, AbortSignal.timeout(5_000))
  const options = { webhookId: registered?.credentials['webhook_id'] ?? '', roots: [await paypal.root()] }
  // Each request and job has an adapter of its own, as after a restart.
  paying.testApp.serveParts.services.provider = () => paypal.provider(options)
})
afterAll(() => Promise.all([paying.close(), paypal.close(), inbox.close()]))

async function begin() {
  const link = await paying.link({ currency: 'USD' })
  const { orderRef, text } = await paying.start(link, { method: 'WALLET', sub_type: 'PAYPAL' })
  if (!orderRef) throw new Error(text)
  await paying.settle(orderRef)
  return { link, orderRef }
}
/** The shopper's act on PayPal's page. */
async function act(orderRef: string, form: object = {}): Promise<void> {
  const [payment] = await paying.testApp.owner.transaction(null, (tx) =>
    tx.query<{ url: string }>(`select method_details->'action'->>'url' as url from payments where order_ref = $1`, [
      orderRef,
    ]),
  )
  const action = { kind: 'redirect', url: payment?.url ?? '' } as const
  await paypal.act({ kind: 'pending', providerRef: '', action }, form)
}
const captures = () => paypal.exchanged.filter(({ path }) => path.endsWith('/capture'))
const statusOf = async (orderRef: string) => (await paying.read(orderRef)).status

/** Hands a call-back of PayPal's on to the gateway. */
async function handOn(type: string, orderRef: string): Promise<number> {
  const isIt = ({ body }: Received) => body.includes(`"${type}"`) && body.includes(`"${orderRef}"`)
  await expect.poll(() => inbox.received.some(isIt), { timeout: 10_000 }).toBe(true)
  const { headers, body } = inbox.received.find(isIt) as Received
  const url = `/gateway/api/callbacks/SIMULATOR/${paying.merchant.key}/sandbox`
  const signed = Object.fromEntries(Object.entries(headers).filter(([name]) => /^paypal-|^content-type$/.test(name)))
  const sent = { method: 'POST', url, payload: body, headers: signed as Record<string, string> } as const
  return (await paying.testApp.app.inject(sent)).statusCode
}

it('is taken once the shopper agreed, by the call-back and the job, and the ledger agrees', async () => {
  const { link, orderRef } = await begin()
  expect(await statusOf(orderRef)).toBe('Pending')
  await act(orderRef)
  expect(await handOn('CHECKOUT.ORDER.APPROVED', orderRef)).toBe(200)
  await paying.settle(orderRef)
  await paying.settle(orderRef)
  expect(await statusOf(orderRef)).toBe('Success')
  expect(await paying.linkState(link)).toBe('success')
  expect(await handOn('PAYMENT.CAPTURE.COMPLETED', orderRef)).toBe(200)
  expect(await paying.findings()).toEqual([])
  expect(captures()).toHaveLength(1)
})

it('whose funds are refused waits for its shopper again', async () => {
  const { orderRef } = await begin()
  await act(orderRef, { funds: 'declined' })
  await paying.settle(orderRef)
  await paying.settle(orderRef)
  expect(await statusOf(orderRef)).toBe('Pending')
  await act(orderRef)
  await paying.settle(orderRef)
  await paying.settle(orderRef)
  const kept = await paying.read(orderRef)
  expect(kept.status).toBe('Success')
  expect(kept.method_details).not.toHaveProperty('refused_funds')
})

it('whose funds are refused three times has failed, whichever process captures', async () => {
  const { orderRef } = await begin()
  const before = captures().length
  for (const status of ['Pending', 'Pending', 'Failed']) {
    await act(orderRef, { funds: 'declined' })
    for (let asks = 0; asks < 4; asks++) await paying.settle(orderRef)
    expect(await statusOf(orderRef)).toBe(status)
  }
  expect(captures()).toHaveLength(before + 3)
})

it('that was cancelled after its shopper agreed is never captured', async () => {
  const { link, orderRef } = await begin()
  await act(orderRef)
  await paying.cancel(link, orderRef)
  const before = captures().length
  for (let n = 0; n < 3; n++) await paying.settle(orderRef)
  expect(await statusOf(orderRef)).toBe('Failed')
  expect(captures()).toHaveLength(before)
})
