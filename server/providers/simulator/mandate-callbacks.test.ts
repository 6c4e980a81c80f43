import { request } from 'undici'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { MandateCallback, MandateRequest } from '../mandates.ts'
import type { Callback } from '../provider.ts'
import { mandate, openSimulator, payment, type Received, receiver, type TestSimulator } from './fixtures.ts'

/** What the gateway is told of mandates, and the page of their holder. */
let simulator: TestSimulator
let told: Awaited<ReturnType<typeof receiver>>
const signal = AbortSignal.timeout(120_000)
beforeEach(async () => {
  simulator = await openSimulator({ delayMs: 20 })
  told = await receiver()
})
afterEach(async () => {
  await simulator.close()
  await told.close()
})

const transfer = { type: 'SUBSCRIPTION_BANK_TRANSFER', subType: '' } as const
const setUp = async (key: string, { number, ...fields }: { number?: string } & Partial<MandateRequest>) => {
  const token = number === undefined ? {} : { token: await simulator.token(number) }
  return simulator.provider.mandates?.setUp(mandate({ key, callbackUrl: told.url, ...token, ...fields }), signal)
}
const verified = ({ headers, body }: Received): Promise<Callback> =>
  simulator.provider.verifyCallback({
    headers: { 'simulator-signature': String(headers['simulator-signature']) },
    body,
    now: new Date(),
  })
interface Event {
  id: string
  type: string
}
const typesOf = () => told.received.map(({ body }) => (JSON.parse(body) as Event).type)
/** What the adapter makes of the newest call-back. */
const newest = async () => (await verified(told.received.at(-1) as Received)) as MandateCallback

describe('the gateway is told', () => {
  test('how a set-up ends, by its key and signed', async () => {
    await setUp('m', { method: transfer })
    await expect.poll(typesOf).toEqual(['mandate.pending'])
    expect(await newest()).toMatchObject({ kind: 'mandate', key: 'm', about: 'set_up', outcome: { kind: 'pending' } })
    await simulator.hold('m', { act: 'agree' })
    await expect.poll(typesOf).toEqual(['mandate.pending', 'mandate.active'])
    const { mandates } = simulator.provider
    expect((await newest()).outcome).toEqual(await mandates?.status({ key: 'm', token: '', providerRef: '' }, signal))
    const { headers, body } = told.received[0] as Received
    expect(await verified({ headers, body: body.replace('pending', 'active') })).toMatchObject({ kind: 'forged' })
  })

  test('of its end by the holder and by the merchant, each once', async () => {
    for (const [key, end] of [
      ['a', () => simulator.hold('a', { act: 'revoke' })],
      ['b', () => simulator.provider.mandates?.revoke({ key: 'b', token: '', providerRef: '' }, signal)],
    ] as const) {
      await setUp(key, { number: '4242424242424242' })
      await Promise.all([end(), end(), end()])
    }
    await expect.poll(typesOf).toHaveLength(4)
    expect(typesOf().toSorted()).toEqual(['mandate.active', 'mandate.active', 'mandate.revoked', 'mandate.revoked'])
    const revoked = told.received.filter(({ body }) => body.includes('mandate.revoked'))
    expect(await verified(revoked[0] as Received)).toMatchObject({ about: 'revoked', outcome: { kind: 'revoked' } })
    expect(revoked.some(({ body }) => body.includes('mdt_'))).toBe(false)
  })

  test('of a card that is replaced, with what is charged from then on', async () => {
    const begun = await setUp('m', { number: '4000000000007056' })
    const token = begun && 'mandate' in begun ? begun.mandate.token : ''
    const charge = payment({
      key: 'p',
      mandate: { token, offSession: true },
      method: { type: 'SUBSCRIPTION_CARD', subType: '' },
    })
    await simulator.provider.authorise(charge, signal)
    await expect.poll(typesOf).toEqual(['mandate.active', 'mandate.updated'])
    const { about, outcome } = await newest()
    expect({ about, outcome }).toMatchObject({
      about: 'updated',
      outcome: { kind: 'active', mandate: { masked: '400000******7063', brand: 'visa' } },
    })
    const fresh = 'mandate' in outcome ? outcome.mandate.token : ''
    expect(fresh).not.toBe(token)
    expect(
      await simulator.provider.authorise({ ...charge, key: 'q', mandate: { token: fresh, offSession: true } }, signal),
    ).toMatchObject({ kind: 'captured' })
    // A bank may do so at any time, on its own page.
    await simulator.hold('m', { act: 'replace' })
    await expect.poll(typesOf).toEqual(['mandate.active', 'mandate.updated', 'mandate.updated'])
  })

  test('that a card ends soon: once, at its set-up or by the charge that comes near it', async () => {
    await setUp('soon', { number: '4000000000007064' })
    await expect.poll(typesOf).toEqual(['mandate.active', 'mandate.expiring'])
    expect((await newest()).about).toBe('expiring')
    const begun = await setUp('later', { number: '4242424242424242' })
    const token = begun && 'mandate' in begun ? begun.mandate.token : ''
    const charge = (key: string, at: string) =>
      simulator.provider.authorise(
        payment({ key, mandate: { token, offSession: true }, simulatedAt: new Date(at) }),
        signal,
      )
    await charge('1', '2039-10-01T00:00:00Z')
    await charge('2', '2039-11-15T00:00:00Z')
    await charge('3', '2039-12-15T00:00:00Z')
    await expect.poll(typesOf).toEqual(['mandate.active', 'mandate.expiring', 'mandate.active', 'mandate.expiring'])
    await simulator.restart()
    await charge('4', '2039-12-20T00:00:00Z')
    await setUp('last', { number: '4242424242424242' })
    // What was sent just before the restart may be sent again, as the same event.
    const events = () =>
      new Map(told.received.map(({ body }) => JSON.parse(body) as Event).map(({ id, type }) => [id, type]))
    await expect.poll(() => events().size).toBe(5)
    expect([...events().values()].filter((type) => type === 'mandate.expiring')).toHaveLength(2)
  })

  test.each([
    ['thrice', ['pending', 'active', 'active', 'active']],
    ['late', ['pending', 'active']],
    ['reversed', ['pending', 'active', 'pending']],
    ['never', ['pending']],
  ] as const)('%s, as its holder wished: %j', async (callbacks, order) => {
    await setUp('m', { method: transfer })
    await expect.poll(typesOf).toHaveLength(1)
    await simulator.hold('m', { act: 'agree', callbacks })
    await expect.poll(typesOf, { timeout: 3_000 }).toEqual(order.map((status) => `mandate.${status}`))
  })

  test('of a charge without its holder as its card says', async () => {
    for (const [number, order, delayMs] of [
      ['4000000000007106', ['captured', 'captured', 'captured'], 20],
      ['4000000000007114', ['pending', 'captured'], 20],
      ['4000000000007122', ['captured', 'pending'], 150],
    ] as const) {
      await simulator.close()
      simulator = await openSimulator({ delayMs })
      const own = await receiver()
      const begun = await setUp(number, { number })
      const token = begun && 'mandate' in begun ? begun.mandate.token : ''
      const charge = { key: `p-${number}`, callbackUrl: own.url, mandate: { token, offSession: true } }
      await simulator.provider.authorise(payment(charge), signal)
      const types = () => own.received.map(({ body }) => (JSON.parse(body) as { type: string }).type)
      await expect.poll(types, { timeout: 3_000 }).toEqual(order.map((status) => `payment.${status}`))
      await own.close()
    }
  })
})

describe('the holder’s page', () => {
  const get = async (url: string) => {
    const { statusCode, body } = await request(url)
    return { status: statusCode, html: await body.text() }
  }
  const post = async (url: string, form: Record<string, string>) => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const answer = await request(url, { method: 'POST', body: new URLSearchParams(form).toString(), headers })
    await answer.body.dump()
    return { status: answer.statusCode, location: answer.headers['location'] }
  }

  test('says what is agreed to, takes one decision, and is where the mandate is ended', async () => {
    const back = 'https://shop.example:8443/pay/1'
    const begun = await setUp('m', { method: transfer, description: '<b>30.00 USD</b> a month', returnUrl: back })
    const url = begun?.kind === 'pending' && begun.action?.kind === 'redirect' ? begun.action.url : ''
    expect(url).toMatch(new RegExp(`^${simulator.url}/mandates/[\\w-]{24}$`))
    const { html } = await get(url)
    expect(html).toContain('&#60;b&#62;30.00 USD&#60;/b&#62; a month')
    expect(html).toContain('value="refuse"')
    expect(html).not.toContain('value="revoke"')
    for (const form of [{}, { act: 'steal' }, { act: 'agree', callbacks: 'loudly' }])
      expect((await post(url, form as Record<string, string>)).status).toBe(404)
    expect(await post(url, { act: 'agree', callbacks: '' })).toEqual({ status: 303, location: back })
    expect((await get(url)).html).toContain('value="revoke"')
    const ref = begun && 'providerRef' in begun ? begun.providerRef : ''
    const found = await request(`${simulator.url}/desk?code=${ref}`)
    await found.body.dump()
    expect(new URL(found.headers['location'] as string, simulator.url).href).toBe(url)
    expect(await post(url, { act: 'revoke', callbacks: '' })).toMatchObject({ status: 303 })
    expect((await get(url)).html).not.toContain('<form')
    expect((await get(url)).html).not.toContain('mdt_')
    expect((await get(`${simulator.url}/mandates/${'x'.repeat(24)}`)).status).toBe(404)
  })
})
