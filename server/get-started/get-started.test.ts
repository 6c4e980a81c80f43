import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { managedBy, masterOf, rowOf, singleMerchant } from '#server/master-merchants/fixtures.ts'
import { ownTransaction } from '#server/kit/db/own-transaction.ts'
import { sign } from '#server/kit/auth/signature.ts'
import { addFirstChannels } from '#server/merchants/simulated-channels.ts'
import { openSimulator, type TestSimulator } from '#server/providers/simulator/fixtures.ts'
import { bearerOf, confirmed, signIn } from '#server/registration/fixtures.ts'
import { runJobs } from '#test/run-jobs.ts'
import { openTestApp, type TestApp } from '#test/test-app.ts'

let testApp: TestApp
let simulator: TestSimulator
beforeAll(async () => {
  ;[testApp, simulator] = await Promise.all([openTestApp(), openSimulator({ delayMs: 5 })])
  testApp.serveParts.services.provider = () => simulator.provider
})
afterAll(() => Promise.all([testApp.close(), simulator.close()]))

const rows = <R extends object>(text: string, ...values: unknown[]) =>
  testApp.owner.transaction(null, (tx) => tx.query<R>(text, values))
const channelsOf = (merchantId: string) =>
  rows<{ environment: string; key: string; ways: string }>(
    `select c.environment, c.channel_key as key, count(m.type)::text as ways from payment_channels c
     left join payment_methods m using (merchant_id, environment, channel_key)
     where c.merchant_id = $1 and c.is_enabled group by 1, 2 order by 1 desc`,
    merchantId,
  )

/** Somebody who has registered and confirmed their address, signed in. */
async function stranger() {
  const { email } = await confirmed(testApp)
  const answer = await signIn(testApp, email)
  const { user, signing_key: signingKey } = answer.body.content as unknown as {
    user: { merchantUuid: string; iamportKey: string }
    signing_key: string
  }
  const { merchantUuid: merchantId, iamportKey: key } = user
  const headers = bearerOf(answer)
  const cookie = String(answer.headers['set-cookie']).split(';')[0] ?? ''
  const ask = async <T>(method: 'GET' | 'POST', path: string, body?: object) => {
    const { status, text, body: given } = await testApp.call(null, method, path, body, headers)
    expect(status, text).toBe(200)
    return given.content as unknown as T
  }
  return {
    merchantId,
    ask,
    cookie,
    start: () =>
      ask<{ steps: { step: string; is_done: boolean }[]; has_payments: boolean; unpaid_link: string }>(
        'GET',
        `/api/merchants/${key}/get-started`,
      ),
    async link(currency: string) {
      const order = { merchant_order_id: crypto.randomUUID(), success_url: '', failure_url: '' }
      const signature_hash = sign({ amount: '100', client_key: key, currency, ...order }, signingKey)
      const body = { ...order, amount: 100, currency, chaipay_key: key, environment: 'sandbox', signature_hash }
      return (await ask<{ link_ref: string }>('POST', '/merchants/paymentLink', body)).link_ref
    },
  }
}
async function pay(link: string): Promise<void> {
  const body = { method: 'CARD', token: await simulator.token('4242424242424242') }
  const { status, text } = await testApp.call(null, 'POST', `/api/checkout/${link}/attempts`, body)
  expect(status, text).toBe(200)
  await runJobs(testApp)
}
const done = ({ steps }: { steps: { step: string; is_done: boolean }[] }) =>
  steps.filter(({ is_done }) => is_done).map(({ step }) => step)

describe('whoever registers', () => {
  it('is paid in test mode by nothing but the front door, and each step ticks as it is taken', async () => {
    const { start, link, ask, merchantId } = await stranger()
    expect(done(await start())).toEqual([])
    const ref = await link('VND')
    expect(await start()).toMatchObject({ unpaid_link: `http://localhost:8080/pay/${ref}`, has_payments: false })
    expect(done(await start())).toEqual(['test_link'])
    await pay(ref)
    expect((await ask<{ status: string }>('GET', `/merchants/${merchantId}/paymentLink/${ref}`)).status).toBe('success')
    expect(await start()).toMatchObject({ unpaid_link: '', has_payments: true })
    expect(done(await start())).toEqual(['test_link', 'test_payment'])
    await rows(`update merchants set logo = 'x', kyc_status = 'SUBMITTED' where merchant_id = $1`, merchantId)
    expect(done(await start())).toEqual(['test_link', 'test_payment', 'logo', 'kyc'])
  })

  it('has every way to pay of its country in test mode, and none in live mode', async () => {
    const { merchantId, ask } = await stranger()
    expect(await channelsOf(merchantId)).toMatchObject([{ environment: 'sandbox', key: 'SIMULATOR' }])
    const ways = await ask<Record<string, { sub_type: string }[]>>('GET', `/merchants/${merchantId}/paymethodsbyKey`)
    expect(Object.keys(ways)[0]).toBe('CARD')
    expect(ways['WALLET']?.map(({ sub_type }) => sub_type)).toContain('MOMO')
    expect(ways['UPI']).toBeUndefined()
  })

  it('has a simulated channel for live mode in a demo, and is kept out of live mode until it is verified', async () => {
    const { services } = testApp.serveParts
    services.simulatedLive = true
    const { merchantId, cookie, start } = await stranger()
    services.simulatedLive = false
    expect((await channelsOf(merchantId)).map(({ environment }) => environment)).toEqual(['sandbox', 'live'])
    expect(done(await start())).toEqual(['channel'])
    const goLive = () => testApp.call(null, 'POST', '/api/account/session', { environment: 'live' }, { cookie })
    expect((await goLive()).status).toBe(403)
    await rows(`update merchants set kyc_status = 'APPROVED' where merchant_id = $1`, merchantId)
    expect((await goLive()).status).toBe(200)
  })

  it('by a master’s invite has the same', async () => {
    const { uuid } = await managedBy(await masterOf(testApp))
    expect(await channelsOf(uuid)).toMatchObject([{ environment: 'sandbox', key: 'SIMULATOR' }])
  })

  it('keeps the channel that it has when it is given one again', async () => {
    const { uuid } = await singleMerchant(testApp)
    const before = await rows('select * from payment_channels where merchant_id = $1', uuid)
    await ownTransaction(
      testApp.serveParts,
      { merchantId: uuid, environment: 'sandbox' },
      { requestId: 'test' },
      (ctx) =>
        rowOf(testApp, uuid).then(({ wrapped_key }) =>
          addFirstChannels(ctx, { slug: 'other', country: 'VN', wrappedKey: wrapped_key as Buffer }),
        ),
    )
    expect(await rows('select * from payment_channels where merchant_id = $1', uuid)).toEqual(before)
  })
})

describe('the guide', () => {
  it('is put away for everybody of the merchant, and says who did it', async () => {
    const merchant = await testApp.addMerchant({ onboarded: false })
    const [admin, other] = [
      await testApp.signIn(merchant),
      await testApp.signIn(merchant, { roles: ['payment-admin'] }),
    ]
    const at = `/api/merchants/${merchant.key}/get-started`
    expect((await testApp.call(other, 'GET', at)).body.content).toMatchObject({ is_dismissed: false })
    expect((await testApp.call(other, 'POST', `${at}/dismiss`, {})).status).toBe(403)
    expect((await testApp.call(admin, 'POST', `${at}/dismiss`, {})).status).toBe(200)
    expect((await testApp.call(other, 'GET', at)).body.content).toMatchObject({ is_dismissed: true })
    const acts = await rows(
      `select actor_id, object_ref from audit_events where merchant_id = $1 and action = 'merchant.dismiss-get-started' and result = 'done'`,
      merchant.merchantId,
    )
    expect(acts).toEqual([{ actor_id: admin.subUserId, object_ref: merchant.merchantId }])
  })

  it('counts the steps of both modes, and the payments of the mode that it is read in', async () => {
    const merchant = await testApp.addMerchant()
    const live = await testApp.signIn(merchant, { environment: 'live' })
    const answer = await testApp.call(live, 'GET', `/api/merchants/${merchant.key}/get-started`)
    expect(answer.body.content).toMatchObject({ has_payments: false, is_dismissed: true })
    expect(done(answer.body.content as never)).toEqual(['kyc', 'channel'])
  })
})

describe('the installation', () => {
  const read = async () => (await testApp.call(null, 'GET', '/api/account/installation')).body.content
  it('names no login and no password where it is no demo, nor where the demo’s data was not loaded', async () => {
    const plain = { has_outbox: false, is_live_simulated: false, demo: null, terms_url: '', privacy_url: '' }
    expect(await read()).toEqual(plain)
    testApp.serveParts.services.demoPassword = 'a demo password 1'
    expect(await read()).toEqual(plain)
    await testApp.addMerchant({ slug: 'acme', logins: ['admin'] })
    expect(await read()).toMatchObject({ demo: { password: 'a demo password 1' } })
    testApp.serveParts.services.demoPassword = null
    expect(await read()).toEqual(plain)
  })
})
