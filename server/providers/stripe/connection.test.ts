import { afterAll, beforeAll, expect, test } from 'vitest'
import { openStripe, type TestStripe } from './fixtures.ts'

let stripe: TestStripe
const signal = AbortSignal.timeout(60_000)
const address = 'http://127.0.0.1:9/gateway/api/callbacks/STRIPE/mk_acme/sandbox'
beforeAll(async () => {
  stripe = await openStripe()
})
afterAll(async () => {
  expect(stripe.faults).toEqual([])
  await stripe.close()
})

const connectionWith = (credentials: Record<string, string>) => {
  const { connection } = stripe.adapter({ credentials: { ...stripe.keys, ...credentials } })
  if (!connection?.register || !connection.unregister) throw new Error('no connection')
  return { test: connection.test, register: connection.register, unregister: connection.unregister }
}
const endpoints = async (): Promise<{ url: string; api_version: string; secret?: string }[]> =>
  ((await stripe.call('/v1/webhook_endpoints')).json['data'] ?? []) as { url: string; api_version: string }[]

test('keys that work name the account, and every permission is there', async () => {
  const tested = await connectionWith({}).test(signal)
  expect(tested).toMatchObject({ kind: 'working', account: expect.stringMatching(/^acct_/) as string })
  expect(tested.kind === 'working' && tested.checks.every(({ ok }) => ok)).toBe(true)
  expect((await stripe.call('/v1/payment_intents')).json['data']).toEqual([])
  expect(await endpoints()).toEqual([])
})

test('of a restricted key each permission that is missing is named', async () => {
  const tested = await connectionWith({ secret_key: stripe.keys.restricted_key }).test(signal)
  const missing = tested.kind === 'working' ? tested.checks.filter(({ ok }) => !ok).map(({ name }) => name) : []
  expect(missing).toEqual(['Balance transactions: read', 'Webhook Endpoints: write'])
})

test('a key that Stripe refuses is told at its field, and without Stripe the test says that it is silent', async () => {
  const refused = await connectionWith({ secret_key: `${stripe.keys.secret_key}0` }).test(signal)
  expect(refused).toMatchObject({ kind: 'refused', field: 'secret_key' })
  const away = stripe.adapter({ url: 'http://127.0.0.1:9' }).connection
  expect(await away?.test(signal)).toMatchObject({ kind: 'silent' })
})

test('an address is registered once, with the version of the adapter; a lost secret is replaced', async () => {
  const first = await connectionWith({}).register(address, signal)
  expect(first?.credentials['webhook_secret']).toMatch(/^whsec_/)
  expect(await endpoints()).toMatchObject([{ url: address, api_version: '2026-10-28.endive' }])
  expect((await endpoints())[0]?.secret).toBeUndefined()

  expect(await connectionWith(first?.credentials ?? {}).register(address, signal)).toEqual({ credentials: {} })
  const again = await connectionWith({}).register(address, signal)
  expect(again?.credentials['webhook_secret']).not.toBe(first?.credentials['webhook_secret'])
  expect(await endpoints()).toHaveLength(1)
})

test('an address is taken away, and no other; one that is not there is nothing to do', async () => {
  const other = `${address}_2`
  for (const url of [address, other]) await connectionWith({}).register(url, signal)
  for (let n = 0; n < 2; n++) await connectionWith({}).unregister(address, signal)
  expect(await endpoints()).toMatchObject([{ url: other }])
  await connectionWith({}).unregister(other, signal)
  expect(await endpoints()).toEqual([])
  const refused = connectionWith({ secret_key: `${stripe.keys.secret_key}0` }).unregister(address, signal)
  await expect(refused).rejects.toThrow('Stripe did not change the address of call-backs: 401')
})

test('what cannot be registered is an error that says why', async () => {
  const elsewhere = connectionWith({}).register('https://example.com/', signal)
  await expect(elsewhere).rejects.toThrow('calls back on this machine only')
})
