import { afterAll, beforeAll, expect, test } from 'vitest'
import { request } from 'undici'
import { credentialBy } from '../simulator/dialect.ts'
import type { OnboardingWish, Provider } from '../provider.ts'
import { openStripe, payment, type TestStripe } from './fixtures.ts'

let stripe: TestStripe
let clock = new Date('2026-11-23T12:00:00Z')
const signal = AbortSignal.timeout(120_000)
const credential = credentialBy('stripe', 'sk_test_fixtures')
const platform = {
  secretKey: credential('sk_test_', 'operator'),
  publishableKey: credential('pk_test_', 'operator'),
  webhookSecret: 'whsec_platform',
}
let partner: Provider
beforeAll(async () => {
  stripe = await openStripe({ now: () => clock })
  partner = stripe.adapter({ credentials: {}, platform })
})
afterAll(async () => {
  expect(stripe.faults).toEqual([])
  await stripe.close()
})

const wish = (key: string): OnboardingWish => ({
  key,
  accountRef: '',
  returnUrl: 'https://pay.example/back',
  facts: {
    legal_name: 'Coral Bay Ltd', registration_number: '1', address: 'Main 1', city: 'Singapore', country: 'SG',
    website_url: 'https://coral.example', contact_name: 'Ada', contact_email: 'ada@coral.example', contact_phone: '', business: 'Lamps',
  },
}) // prettier-ignore
async function open(key: string, accountRef = '') {
  const opened = await partner.onboarding?.open({ ...wish(key), accountRef }, signal)
  if (opened?.kind !== 'opened') throw new Error(JSON.stringify(opened))
  return opened
}
const ask = (accountRef: string) => partner.onboarding?.ask({ key: '', accountRef }, signal)
async function submit(url: string, stands: string, reason = ''): Promise<string> {
  const body = new URLSearchParams({ stands, reason }).toString()
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const answer = await request(url, { method: 'POST', headers, body })
  await answer.body.dump()
  return String(answer.headers['location'])
}

test('an account is made once for a key, and an address of its page is good for one visit and five minutes', async () => {
  const first = await open('once')
  const again = await open('once')
  expect(again.accountRef).toBe(first.accountRef)
  expect(again.url).not.toBe(first.url)
  expect(first.expiresAt).toEqual(new Date(clock.getTime() + 300_000))
  expect(await submit(first.url, 'review')).toBe('https://pay.example/back')
  const visited = await request(first.url)
  expect([visited.statusCode, visited.headers['location']]).toEqual([303, 'https://pay.example/back'])
  await visited.body.dump()
  clock = new Date(clock.getTime() + 301_000)
  const late = await request(again.url)
  expect(late.statusCode).toBe(303)
  await late.body.dump()
})

test.each([
  ['new', '', { state: 'PENDING', reason: '' }],
  ['review', '', { state: 'PENDING', reason: '' }],
  ['more', 'The document cannot be read.', { state: 'ACTION_REQUIRED', reason: 'The document cannot be read.' }],
  ['rejected', 'Not this business.', { state: 'REJECTED', reason: 'Not this business.' }],
  ['rejected', '', { state: 'REJECTED', reason: 'rejected.other' }],
  ['active', '', { state: 'ACTIVE', reason: '' }],
])('an account that is %s (%s) is told as it stands', async (stands, reason, expected) => {
  const { accountRef, url } = await open(`stands ${stands} ${reason}`)
  if (stands !== 'new') await submit(url, stands, reason)
  const progress = await ask(accountRef)
  expect(progress).toMatchObject({ kind: 'known', accountRef, ...expected })
  const checks = progress?.kind === 'known' ? progress.checks : []
  expect(checks.map(({ name, ok }) => [name, ok])).toEqual([
    ['details_submitted', stands !== 'new'],
    ['charges_enabled', stands === 'active'],
  ])
})

test('an account of another platform has been taken back, and a platform that is refused says nothing', async () => {
  const { accountRef } = await open('elsewhere')
  const other = { ...platform, secretKey: credential('sk_test_', 'rival') }
  const rival = stripe.adapter({ credentials: {}, platform: other })
  expect(await rival.onboarding?.ask({ key: '', accountRef }, signal)).toMatchObject({ state: 'ACTION_REQUIRED' })
  const anew = await rival.onboarding?.open({ ...wish('elsewhere'), accountRef }, signal)
  const replaced = anew?.kind === 'opened' ? anew.accountRef : ''
  expect([replaced.slice(0, 5), replaced === accountRef]).toEqual(['acct_', false])
  const wrong = stripe.adapter({ credentials: {}, platform: { ...platform, secretKey: 'sk_test_wrong' } })
  expect(await wrong.onboarding?.ask({ key: '', accountRef }, signal)).toMatchObject({ kind: 'silent' })
  expect(await wrong.onboarding?.open(wish('wrong'), signal)).toMatchObject({ kind: 'silent' })
  const country = { ...wish('country'), facts: { ...wish('').facts, country: 'Singapore' } }
  expect(await partner.onboarding?.open(country, signal)).toEqual({
    kind: 'rejected',
    providerText: 'Invalid country.',
  })
})

test('a channel of an account pays in its name with the key of the platform, and only while it may', async () => {
  const { accountRef, url } = await open('pays')
  const channel = stripe.adapter({ credentials: partner.onboarding?.credentialsOf(accountRef) ?? {}, platform })
  const early = await channel.authorise(payment({ key: 'early', token: 'pm_none' }), signal)
  expect(early.kind).toBe('unavailable')
  await submit(url, 'active')
  expect(await channel.connection?.test(signal)).toMatchObject({ kind: 'working', account: accountRef })
  const entry = channel.cardEntry()
  expect(entry?.settings).toMatchObject({ account: accountRef, publishable_key: platform.publishableKey })
  expect(JSON.stringify(entry)).not.toContain(platform.secretKey)

  const token = await methodOf(accountRef)
  const paid = await channel.authorise(payment({ key: 'paid by account', token }), signal)
  expect(paid).toMatchObject({ kind: 'captured' })
  const ref = 'providerRef' in paid ? paid.providerRef : ''
  const { status } = await stripe.call(`/v1/payment_intents/${ref}`, { secret: platform.secretKey })
  expect(status).toBe(404)
  const { key, amountMinor, currency, method } = payment({ key: 'paid by account' })
  const refund = { key: 'r1', paymentKey: key, paymentRef: ref, amountMinor, currency, method }
  expect(await channel.refund(refund, signal)).toMatchObject({ kind: 'captured' })
})

async function methodOf(accountRef: string): Promise<string> {
  const form = {
    type: 'card',
    'card[number]': '4242424242424242',
    'card[exp_month]': '12',
    'card[exp_year]': '2039',
    'card[cvc]': '123',
  }
  const headers = {
    authorization: `Bearer ${platform.publishableKey}`,
    'stripe-account': accountRef,
    'content-type': 'application/x-www-form-urlencoded',
  }
  const body = new URLSearchParams(form).toString()
  const answer = await request(`${stripe.url}/v1/payment_methods`, { method: 'POST', headers, body })
  return String(((await answer.body.json()) as { id: string }).id)
}
