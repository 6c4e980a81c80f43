import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sign } from '#server/kit/auth/signature.ts'
import { verifyLedger } from '#server/ledger/verify.ts'
import { openSimulator, type TestSimulator } from '#server/providers/simulator/fixtures.ts'
import { korean } from '#server/remittance-accounts/fixtures.ts'
import { runJobs } from '#test/run-jobs.ts'
import { openTestApp, type TestApp, type TestMerchant, type TestSession } from '#test/test-app.ts'
import { verifyRemittances } from './verify.ts'

/** In test mode a sale comes to the merchant's bank within a minute, by the front door and the simulator alone. */
let testApp: TestApp
let simulator: TestSimulator
let merchant: TestMerchant
let session: TestSession
beforeAll(async () => {
  ;[testApp, simulator] = await Promise.all([openTestApp(), openSimulator({ delayMs: 5 })])
  const { services } = testApp.serveParts
  services.provider = () => simulator.provider
  // The simulator tells what it has settled by a call-back.
  await testApp.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = testApp.app.server.address() as AddressInfo
  services.callbackUrl = `http://127.0.0.1:${port}`
  services.localProviders = ['simulator']
  merchant = await testApp.addMerchant({
    country: 'KR', currency: 'KRW', timeZone: 'Asia/Seoul', sellsTo: ['KR', 'JP'], crossBorder: true,
  }) // prettier-ignore
  session = await testApp.signIn(merchant)
})
afterAll(() => Promise.all([testApp.close(), simulator.close()]))

async function ask<T>(method: 'GET' | 'POST', path: string, body?: object): Promise<T> {
  const headers = method === 'POST' ? { 'idempotency-key': crypto.randomUUID() } : {}
  const { status, text, body: answer } = await testApp.call(session, method, path, body, headers)
  expect(status, text).toBe(200)
  return answer.content as unknown as T
}
const hurry = async (act: 'settle' | 'cut' | 'release') => {
  const { done } = await ask<{ done: number }>('POST', '/api/remittances/hurry', { environment: 'sandbox', act })
  return done
}
const rows = <R extends object>(text: string) =>
  testApp.owner.transaction(null, (tx) => tx.query<R>(text, [merchant.merchantId]))
const settlement = async () =>
  (await rows<{ status: string; source_currency: string; net_bc: bigint; sent: bigint | null; remitted_at: Date | null }>(
    `select status, source_currency, net_bc, net_amount_transferred_dc as sent, remitted_at from remittances where merchant_id = $1 order by created_at limit 1`,
  ))[0] // prettier-ignore
const remitStatus = async () =>
  (await rows<{ remit_status: string }>('select remit_status from payments where merchant_id = $1'))[0]?.remit_status

async function sellInYen(): Promise<void> {
  const order = { merchant_order_id: crypto.randomUUID(), success_url: '', failure_url: '' }
  const signed = { amount: '50000', client_key: merchant.key, currency: 'JPY', ...order }
  const { link_ref: link } = await ask<{ link_ref: string }>('POST', '/merchants/paymentLink', {
    ...order, amount: 50_000, currency: 'JPY', country: 'JP', chaipay_key: merchant.key, environment: 'sandbox',
    signature_hash: sign(signed, session.signingKey),
  }) // prettier-ignore
  const paid = { method: 'CARD', token: await simulator.token('4242424242424242') }
  const { status, text } = await testApp.call(null, 'POST', `/api/checkout/${link}/attempts`, paid)
  expect(status, text).toBe(200)
  await runJobs(testApp)
}

const terms = {
  currency: 'USD', destination_currency: 'KRW', channel_key: 'SIMULATOR', every: 'week', weekday: 7, month_day: 0, markup_percent: '0.9',
  tolerance_percent: '1', transfer_fee: 1, minimum: 1, withholding: {}, reserve_kind: 'rolling', reserve_percent: '10', reserve_days: 30,
  reserve_target: 0, reserve_until: null,
} // prettier-ignore

it('a sale in yen is settled, cut and sent by three buttons', async () => {
  await ask('POST', '/api/remittances/terms', { environment: 'sandbox', ...terms })
  await ask('POST', `/merchants/${merchant.merchantId}/cross-border/bank-account`, korean())
  await sellInYen()
  expect(await remitStatus()).toBe('UNSETTLED')
  // Nothing is settled before its day, and there is nothing to cut.
  expect([await settlement(), await hurry('cut'), await hurry('release')]).toEqual([undefined, 0, 0])

  expect(await hurry('settle')).toBe(1)
  await expect.poll(remitStatus, { timeout: 10_000 }).toBe('PSP_SETTLED')
  expect(await settlement()).toMatchObject({ status: 'Open', source_currency: 'JPY' })

  expect(await hurry('cut')).toBe(1)
  await runJobs(testApp, { names: ['cut-remittance'] })
  expect(await settlement()).toMatchObject({ status: 'Calculated', sent: null })
  expect(await remitStatus()).toBe('IN_SETTLEMENT')

  expect(await hurry('release')).toBe(1)
  const sending = async () => {
    await runJobs(testApp, { names: ['quote-remittance', 'send-remittance'] })
    return (await settlement())?.status
  }
  await expect.poll(sending, { timeout: 20_000 }).toBe('Remitted')
  expect(await remitStatus()).toBe('REMITTED')
  const { net_bc: net = 0n, sent } = (await settlement()) ?? {}
  expect(net > 20_000n && Number(sent) > 1_000 * (Number(net) / 100)).toBe(true)
  const owner = { merchantId: merchant.merchantId, environment: 'sandbox' } as const
  expect(await verifyRemittances(testApp.owner, owner)).toEqual([])
  expect(await verifyLedger(testApp.owner, owner)).toEqual([])
  const accounts = await ask<{ json?: unknown }>('GET', '/api/remittances/terms')
  expect(accounts).toMatchObject([{ made_by: 'Test User' }])
}, 60_000)

it('has none of the three in live mode', async () => {
  const live = await testApp.signIn(merchant, { environment: 'live' })
  for (const act of ['settle', 'cut', 'release']) {
    const { status } = await testApp.call(live, 'POST', '/api/remittances/hurry', { environment: 'live', act }, { 'idempotency-key': crypto.randomUUID() }) // prettier-ignore
    expect(status).toBe(400)
  }
})
