import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Provider } from '../provider.ts'
import { asked, openPaypal, type TestPaypal, unpublished, wished } from './fixtures.ts'

let paypal: TestPaypal
let provider: Provider
const signal = AbortSignal.timeout(120_000)
beforeAll(async () => {
  paypal = await openPaypal()
  provider = paypal.provider()
})
afterAll(() => paypal.close())

const sent = (path: RegExp) => paypal.exchanged.filter((each) => path.test(each.path))

describe('the connection', () => {
  test('tells what the credentials allow', async () => {
    expect(await provider.connection?.test(signal)).toEqual({
      kind: 'working',
      account: 'APP-acme',
      checks: ['payments', 'refunds', 'webhooks'].map((name) => expect.objectContaining({ name, ok: true })),
    })
    const refused = await paypal.provider({ clientSecret: 'E-wrong' }).connection?.test(signal)
    expect(refused).toEqual({ kind: 'refused', field: 'client_secret', providerText: 'Client Authentication failed' })
    const silent = await paypal.provider({ api: 'http://127.0.0.1:9' }).connection?.test(signal)
    expect(silent).toMatchObject({ kind: 'silent' })
    expect(await paypal.provider().connection?.test(AbortSignal.abort())).toMatchObject({ kind: 'silent' })
  })

  test('registers an address once', async () => {
    const register = (address: string) => provider.connection?.register?.(address, signal)
    const first = await register('http://127.0.0.1:9/callbacks')
    expect(first?.credentials['webhook_id']).toMatch(/^\w+$/)
    expect(await register('http://127.0.0.1:9/callbacks')).toEqual(first)
    expect(await register('http://127.0.0.1:9/other')).not.toEqual(first)
    expect(sent(/webhooks$/).filter(({ method }) => method === 'POST')).toHaveLength(2)
    await expect(register('https://pay.example.com/callbacks')).rejects.toThrow('not supported')
  })

  test('takes an address away, and no other; one that is not there is nothing to do', async () => {
    const { connection } = provider
    const deleted = () => sent(/webhooks\/\w+$/).filter(({ method }) => method === 'DELETE')
    await connection?.unregister?.('http://127.0.0.1:9/nobody', signal)
    expect(deleted()).toEqual([])
    await connection?.register?.('http://127.0.0.1:9/old', signal)
    for (let n = 0; n < 2; n++) await connection?.unregister?.('http://127.0.0.1:9/old', signal)
    expect(deleted()).toHaveLength(1)
    const [list] = sent(/webhooks$/)
      .filter(({ method }) => method === 'GET')
      .slice(-1)
    expect(JSON.stringify(list)).toContain('http://127.0.0.1:9/other')
    expect(JSON.stringify(list)).not.toContain('http://127.0.0.1:9/old')
    const away = paypal
      .provider({ api: 'http://127.0.0.1:9' })
      .connection?.unregister?.('http://127.0.0.1:9/other', signal)
    await expect(away).rejects.toThrow()
  })

  test('asks for one token at a time, and for a new one shortly before its end', async () => {
    const other = paypal.provider()
    const tokens = () => sent(/oauth2\/token$/).length
    const before = tokens()
    const unknown = asked(wished('order_30'), { kind: 'expired', providerRef: 'NOSUCHORDER' })
    await Promise.all([1, 2, 3].map(() => other.status(unknown, signal)))
    expect(tokens()).toBe(before + 1)
    const now = paypal.now
    paypal.now = new Date(now.getTime() + 32_350_000)
    await other.status(unknown, signal)
    expect(tokens()).toBe(before + 2)
    paypal.now = now
  })
})

test('every request and answer is as PayPal’s published documents have it', () => {
  expect(unpublished(paypal)).toEqual([])
})
