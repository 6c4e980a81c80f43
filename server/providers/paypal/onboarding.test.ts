import { afterAll, beforeAll, expect, test } from 'vitest'
import { request } from 'undici'
import { faultsOf } from '#test/openapi/paypal.ts'
import { type Received, receiver } from '../simulator/fixtures.ts'
import { merchantIdOf } from '../simulator/paypal/ids.ts'
import type { OnboardingWish, Provider } from '../provider.ts'
import { asked, openPaypal, type TestPaypal, wished } from './fixtures.ts'

let paypal: TestPaypal
let partner: Provider
const signal = AbortSignal.timeout(120_000)
const of = { partnerId: merchantIdOf('acme'), site: 'https://www.sandbox.paypal.com' }
beforeAll(async () => {
  paypal = await openPaypal()
  partner = paypal.provider({ partner: of, timeoutMs: 10_000 })
})
afterAll(async () => {
  expect(paypal.exchanged.flatMap((each) => (each.status < 400 && faultsOf(each)) || [])).toEqual([])
  await paypal.close()
})

const wish = (key: string): OnboardingWish => ({
  key,
  accountRef: '',
  returnUrl: 'https://pay.example/settings/back?channelName=PAYPAL',
  facts: {
    legal_name: 'Coral Bay Ltd', registration_number: '', address: '', city: '', country: 'SG', website_url: '', contact_name: '',
    contact_email: 'ada@coral.example', contact_phone: '', business: '',
  },
}) // prettier-ignore
async function open(key: string): Promise<string> {
  const opened = await partner.onboarding?.open(wish(key), signal)
  if (opened?.kind !== 'opened') throw new Error(JSON.stringify(opened))
  expect(opened).toMatchObject({ accountRef: '', expiresAt: null })
  return opened.url
}
const ask = (key: string, accountRef = '') => partner.onboarding?.ask({ key, accountRef }, signal)
async function agree(url: string, email: 'confirmed' | 'open', account: 'active' | 'inactive'): Promise<string> {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const body = new URLSearchParams({ email, account }).toString()
  const answer = await request(url, { method: 'POST', headers, body })
  await answer.body.dump()
  return String(answer.headers['location'])
}
/** The account that was connected for a key. */
async function connectedAs(key: string): Promise<string> {
  const progress = await ask(key)
  if (progress?.kind !== 'known' || progress.accountRef === '') throw new Error(JSON.stringify(progress))
  return progress.accountRef
}

const email = 'Confirm your e-mail address with PayPal to take payments.'
const receivable = 'Your PayPal account cannot take payments at the moment. Ask PayPal.'
test.each([
  ['open', 'inactive', 'ACTION_REQUIRED', `${email} ${receivable}`],
  ['open', 'active', 'ACTION_REQUIRED', email],
  ['confirmed', 'inactive', 'ACTION_REQUIRED', receivable],
  ['confirmed', 'active', 'ACTIVE', ''],
] as const)('e-mail %s and account %s is %s', async (mail, account, state, reason) => {
  const key = `case ${mail} ${account}`
  const url = await open(key)
  expect(await ask(key)).toEqual({ kind: 'known', state: 'PENDING', accountRef: '', reason: '', checks: [] })
  expect(await agree(url, mail, account)).toContain('channelName=PAYPAL')
  const progress = await ask(key)
  expect(progress).toMatchObject({
    kind: 'known',
    state,
    reason,
    checks: [
      { name: 'primary_email_confirmed', ok: mail === 'confirmed', text: mail === 'confirmed' ? '' : email },
      { name: 'payments_receivable', ok: account === 'active', text: account === 'active' ? '' : receivable },
    ],
  })
  const accountRef = progress?.kind === 'known' ? progress.accountRef : ''
  expect(accountRef).toMatch(/^[2-9A-Z]{13}$/)
  expect(await ask('', accountRef)).toEqual(progress)
})

test('an account that PayPal does not have any more was taken back; a partner that is refused learns nothing', async () => {
  expect(await ask('', 'GONEGONEGONE2')).toMatchObject({ state: 'ACTION_REQUIRED', accountRef: 'GONEGONEGONE2' })
  const wrong = paypal.provider({ partner: of, clientSecret: 'wrong' })
  expect(await wrong.onboarding?.open(wish('x'), signal)).toMatchObject({ kind: 'silent' })
  expect(await wrong.onboarding?.ask({ key: 'x', accountRef: '' }, signal)).toMatchObject({ kind: 'silent' })
  const foreign = paypal.provider({ partner: { ...of, partnerId: 'ANOTHERPARTN2' } })
  expect(await foreign.onboarding?.ask({ key: 'x', accountRef: '' }, signal)).toMatchObject({ kind: 'silent' })
  const none = { ...wish('y'), key: '' }
  expect(await partner.onboarding?.open(none, signal)).toMatchObject({ kind: 'rejected' })
})

test('what PayPal tells a partner names the onboarding, the account, and the account that a payment is of', async () => {
  const inbox = await receiver()
  const event_types = [{ name: '*' }]
  const { json } = await paypal.call('/v1/notifications/webhooks', { body: { url: inbox.url, event_types } })
  const told = { webhookId: String(json['id']), roots: [await paypal.root()] }
  const listening = paypal.provider({ partner: of, ...told })
  const heard = async (type: string) => {
    const isIt = ({ body }: Received) => (JSON.parse(body) as { event_type: string }).event_type === type
    await expect.poll(() => inbox.received.some(isIt), { timeout: 10_000 }).toBe(true)
    const { headers, body } = inbox.received.find(isIt) as Received
    const texts = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))
    return { headers: texts, body, now: paypal.now }
  }
  await agree(await open('told'), 'confirmed', 'active')
  const accountRef = await connectedAs('told')
  const connected = await heard('MERCHANT.ONBOARDING.COMPLETED')
  expect(await listening.verifyCallback(connected)).toEqual({ kind: 'account', onboardingKey: 'told', accountRef })
  expect(await listening.verifyCallback({ ...connected, body: `${connected.body} ` })).toMatchObject({ kind: 'forged' })
  // An application of a merchant's own has no merchants.
  expect(await paypal.provider(told).verifyCallback(connected)).toMatchObject({ kind: 'ignored' })

  const channel = paypal.provider({ partner: of, merchantId: accountRef })
  await paypal.act(await channel.authorise(wished('told_order'), signal))
  const approved = await listening.verifyCallback(await heard('CHECKOUT.ORDER.APPROVED'))
  expect(approved).toMatchObject({ kind: 'ask', key: 'told_order', merchantKey: 'acme', accountRef })
  await inbox.close()
})

test('a channel of an account takes its payments by the partner, and only while it may', async () => {
  const url = await open('pays')
  await agree(url, 'confirmed', 'inactive')
  const accountRef = await connectedAs('pays')
  const channel = paypal.provider({ partner: of, merchantId: accountRef })
  expect(await channel.authorise(wished('early'), signal)).toMatchObject({ kind: 'unavailable' })
  await agree(url, 'confirmed', 'active')
  expect(await channel.connection?.test(signal)).toMatchObject({ kind: 'working', account: accountRef })
  const wanted = wished('in_its_name')
  const begun = await channel.authorise(wanted, signal)
  const payment = asked(wanted, begun)
  await paypal.act(begun)
  expect(await channel.complete?.(payment, signal)).toMatchObject({ kind: 'captured' })
  const { key, amountMinor, currency, method, providerRef: paymentRef } = payment
  const refund = { key: 'refund', paymentKey: key, paymentRef, amountMinor, currency, method }
  expect(await channel.refund(refund, signal)).toMatchObject({ kind: 'captured' })
  const { json } = await paypal.call(`/v2/checkout/orders/${paymentRef}`)
  expect(json['purchase_units']).toMatchObject([{ payee: { merchant_id: accountRef }, custom_id: 'in_its_name' }])

  const stranger = paypal.provider({ partner: of, merchantId: 'STRANGERSTRA2' })
  expect(await stranger.authorise(wished('stranger'), signal)).toMatchObject({ kind: 'unavailable' })
})
