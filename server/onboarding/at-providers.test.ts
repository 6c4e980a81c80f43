import { createHmac } from 'node:crypto'
import { request } from 'undici'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { OnboardingLink, OnboardingStatus } from '#contract/onboarding.ts'
import { openPaying, type Paying } from '#server/payments/fixtures.ts'
import { openProviders } from '#server/providers.ts'
import { credentialBy } from '#server/providers/simulator/dialect.ts'
import { secretKey } from '#server/providers/simulator/fixtures.ts'
import { merchantIdOf } from '#server/providers/simulator/paypal/ids.ts'
import { runJobs } from '#test/run-jobs.ts'

/** Onboarding by the real adapters at the providers that the simulator speaks as, and payments through what it connects. */
let paying: Paying
const stripeOf = credentialBy('stripe', secretKey)
const paypalOf = credentialBy('paypal', secretKey)
const platform = {
  secretKey: stripeOf('sk_test_', 'operator'),
  publishableKey: stripeOf('pk_test_', 'operator'),
  webhookSecret: 'whsec_of_the_operator',
}
const partner = {
  clientId: paypalOf('A', 'operator'),
  clientSecret: paypalOf('E', 'operator'),
  partnerId: merchantIdOf('operator'),
  webhookId: '',
}
beforeAll(async () => {
  paying = await openPaying()
  const { testApp, simulator } = paying
  const { config } = testApp.parts
  const real = openProviders({
    ...testApp.parts,
    config: {
      ...config,
      stripe: { url: `${simulator.url}/stripe`, platform: { sandbox: platform, live: null } },
      paypal: { url: `${simulator.url}/paypal`, roots: null, partner: { sandbox: partner, live: null } },
    },
  })
  testApp.serveParts.services.provider = real
  await paying.sql('update payment_channels set is_enabled = false where merchant_id = $1')
})
afterAll(() => paying.close())

const content = async <T>(path: string): Promise<T> => {
  const answer = await paying.call('GET', path)
  expect(answer.status, answer.text).toBe(200)
  return answer.body.content as unknown as T
}
const begin = (psp: string) => content<OnboardingLink>(`/api/onboarding/${psp}`)
async function status(psp: string): Promise<OnboardingStatus> {
  paying.clock.now = new Date((paying.clock.now?.getTime() ?? Date.now()) + 10_000)
  return content(`/api/onboarding/${psp}/status?env=sandbox`)
}
async function submit(url: string, form: Record<string, string>): Promise<string> {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const answer = await request(url, { method: 'POST', headers, body: new URLSearchParams(form).toString() })
  await answer.body.dump()
  return String(answer.headers['location'])
}
const jobs = () => runJobs(paying.testApp, { names: ['ask-onboarding', 'settle-payment'] })
const credentialsShown = async (key: string) =>
  JSON.stringify(await content(`/merchants/${paying.merchant.key}/pay-channels/${key}`))

it('PayPal: e-mail and account are looked at, then the channel takes a payment for the merchant', async () => {
  const { action_url: page } = await begin('PAYPAL')
  expect(await status('PAYPAL')).toMatchObject({ state: 'PENDING', checks: [] })
  const back = await submit(page, { email: 'open', account: 'inactive' })
  expect(back).toContain('/settings/pay-channel/update-config-onboarding?channelName=PAYPAL')
  const both = await status('PAYPAL')
  expect(both).toMatchObject({ state: 'ACTION_REQUIRED', checks: [{ ok: false }, { ok: false }] })
  expect(both.statusChannelReason).toContain('Confirm your e-mail address')
  expect(both.statusChannelReason).toContain('cannot take payments')
  await submit(page, { email: 'confirmed', account: 'active' })
  expect(await status('PAYPAL')).toMatchObject({ state: 'ACTIVE', connected_as: 'PAYPAL' })

  const link = await paying.link({})
  const { orderRef, content: begun, text } = await paying.start(link, { method: 'WALLET', sub_type: 'PAYPAL' })
  expect(begun, text).toBeDefined()
  await jobs()
  const action = (await paying.attempt(link, orderRef)).action
  if (action?.kind !== 'redirect') throw new Error(JSON.stringify(await paying.read(orderRef)))
  await submit(action.url, { act: 'agree', funds: 'good' })
  await paying.settle(orderRef)
  await paying.settle(orderRef)
  expect(await paying.read(orderRef)).toMatchObject({ status: 'Success', channel_key: 'PAYPAL' })
  expect(await paying.findings()).toEqual([])
})

it("Stripe: the platform's call-back makes us ask, and the channel takes a card in the account's name", async () => {
  const { action_url: page } = await begin('STRIPE')
  const [row] = await paying.sql<{ account_ref: string; case_id: string }>(
    `select account_ref, case_id from onboarding_cases where merchant_id = $1 and catalogue_key = 'STRIPE'`,
  )
  const account = row?.account_ref ?? ''
  await submit(page, { stands: 'rejected', reason: 'Not this business.' })
  const updated = { type: 'account.updated', account, data: { object: { object: 'account', id: account } } }
  expect(await callBack(updated, { by: 'whsec_of_a_stranger' })).toBe(404)
  expect(await callBack({ ...updated, account: 'acct_elsewhere' })).toBe(200)
  await jobs()
  expect(await stateOf('STRIPE')).toEqual(['PENDING'])
  expect(await callBack(updated)).toBe(200)
  await jobs()
  expect(await stateOf('STRIPE')).toEqual(['REJECTED'])

  const again = await paying.call('POST', `/onboarding/merchants/${paying.merchant.key}/STRIPE`, {})
  expect(again.status, again.text).toBe(200)
  const { action_url: anew } = again.body.content as unknown as OnboardingLink
  await submit(anew, { stands: 'active' })
  const data = { object: { object: 'account', id: 'acct_x', metadata: { onboarding: `${row?.case_id}-2` } } }
  expect(await callBack({ type: 'account.updated', account: 'acct_x', data })).toBe(200)
  await jobs()
  expect(await stateOf('STRIPE')).toEqual(['ACTIVE'])

  const link = await paying.link({})
  const { account_ref: connected = '' } =
    (
      await paying.sql<{ account_ref: string }>(
        `select account_ref from onboarding_cases where merchant_id = $1 and catalogue_key = 'STRIPE'`,
      )
    )[0] ?? {}
  const card = { method: 'CARD', sub_type: 'INT_CREDIT_DEBIT_CARD', channel: 'STRIPE', token: await token(connected) }
  const { orderRef, text } = await paying.start(link, card)
  expect(orderRef, text).not.toBe('')
  await jobs()
  expect(await paying.read(orderRef)).toMatchObject({ status: 'Success', channel_key: 'STRIPE' })
  const object = { object: 'payment_intent', id: 'pi_1', metadata: { order_ref: orderRef } }
  expect(await callBack({ type: 'payment_intent.succeeded', account: connected, data: { object } })).toBe(200)
  const kept = await paying.sql<{ order_ref: string }>(
    `select order_ref from provider_callbacks where merchant_id = $1`,
  )
  expect(kept).toEqual([{ order_ref: orderRef }])
})

it("the operator's secrets are in no answer, audit entry or row", async () => {
  const secrets = [platform.secretKey, partner.clientSecret, platform.webhookSecret]
  const tables = ['audit_events', 'onboarding_cases', 'payment_channels', 'notices', 'webhook_events']
  const rows = await Promise.all(
    tables.map((table) => paying.sql(`select t::text from ${table} t where merchant_id = $1`)),
  )
  const all = JSON.stringify(rows) + (await credentialsShown('PAYPAL')) + (await credentialsShown('STRIPE'))
  for (const secret of secrets) expect(all).not.toContain(secret)
})

const stateOf = async (psp: string) =>
  (
    await paying.sql<{ state: string }>(
      `select state from onboarding_cases where merchant_id = $1 and catalogue_key = '${psp}'`,
    )
  ).map(({ state }) => state)

async function callBack(event: object, { by = platform.webhookSecret } = {}): Promise<number> {
  const now = paying.clock.now ?? new Date()
  const time = Math.floor(now.getTime() / 1_000)
  const body = JSON.stringify({
    object: 'event',
    id: `evt_${crypto.randomUUID()}`,
    created: time,
    livemode: false,
    ...event,
  })
  const proof = createHmac('sha256', by).update(`${time}.${body}`).digest('hex')
  const headers = { 'stripe-signature': `t=${time},v1=${proof}` }
  const path = '/api/callbacks/partner/STRIPE/sandbox'
  return (await paying.testApp.call(null, 'POST', path, body, { ...headers, 'content-type': 'application/json' }))
    .status
}

async function token(account: string): Promise<string> {
  const card = {
    'card[number]': '4242424242424242',
    'card[exp_month]': '12',
    'card[exp_year]': '2039',
    'card[cvc]': '123',
  }
  const answer = await request(`${paying.simulator.url}/stripe/v1/payment_methods`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${platform.publishableKey}`,
      'stripe-account': account,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: new URLSearchParams({ type: 'card', ...card }).toString(),
  })
  return String(((await answer.body.json()) as { id: string }).id)
}
