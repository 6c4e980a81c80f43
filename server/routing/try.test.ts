import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { tryRoute } from '#contract/routing.ts'
import type { RoutingRule } from '#contract/routing-shapes.ts'
import type { WireOutput } from '#contract/kit/call.ts'
import { openPaying, type Paying } from '#server/payments/fixtures.ts'
import { addScriptedChannels } from './fixtures.ts'

/** Moving, trying and reading rules through the front door, of a merchant with the channels A, B and C. */
let paying: Paying
let own: string
const refs: Record<string, RoutingRule> = {}
beforeAll(async () => {
  paying = await openPaying()
  own = paying.merchant.merchantId
  await addScriptedChannels(paying, ['A', 'B', 'C'])
  await paying.sql(
    `update payment_channels set is_enabled = false where merchant_id = $1 and channel_key = 'SIMULATOR'`,
  )
  await make('Wallets', ['A', 'B'], { methods: [{ type: 'WALLET' }] })
  await make('Singapore', ['B'], { countries: ['SG'] })
  await make('Last', ['C'])
  await ask('PUT', `/merchants/txn-router/${own}/default/${refOf('Last')}`, { revision: 1 })
})
afterAll(() => paying.close())

const refOf = (name: string) => refs[name]?.routing_ref ?? ''
const call = (method: 'GET' | 'POST' | 'PUT', path: string, body?: object) =>
  paying.testApp.call(paying.session, method, path, body)
async function ask<T>(method: 'GET' | 'POST' | 'PUT', path: string, body?: object): Promise<T> {
  const answer = await call(method, path, body)
  expect(answer.status, answer.text).toBe(200)
  return answer.body.content as unknown as T
}
async function make(name: string, keys: readonly string[], conditions: object = {}): Promise<RoutingRule> {
  const channels = keys.map((channel_key, at) => ({ channel_key, rank: at + 1 }))
  const body = { chaipay_key: paying.merchant.key, name, conditions, channels }
  return (refs[name] = await ask<RoutingRule>('POST', '/merchants/txn-router/create', body))
}
const names = async () =>
  (await ask<{ data: RoutingRule[] }>('GET', `/merchants/txn-router/${own}/routes`)).data.map(({ name }) => name)
const revisionOf = async (ref: string) =>
  (await ask<{ data: RoutingRule[] }>('GET', `/merchants/txn-router/${own}/routes`)).data.find(
    (rule) => rule.routing_ref === ref,
  )?.revision ?? 0

type Tried = WireOutput<typeof tryRoute>
const payment = { amount: 50, currency: 'SGD', country: 'SG', type: 'WALLET', sub_type: 'GRABPAY' }
const tryIt = (body: object = {}) => ask<Tried>('POST', `/api/routing/${own}/try`, { ...payment, ...body })
const keys = ({ choices }: Tried) => choices.map(({ channel_key: key }) => key)

describe('a tried payment', () => {
  it('goes as decided: which channels, by which rule and why, and what was passed over', async () => {
    const tried = await tryIt()
    expect(tried.is_offered).toBe(true)
    expect(tried.choices.map(({ channel_key, name, reason, rank, share }) => [channel_key, name, reason, rank, share])).toEqual([
      ['A', 'Wallets', 'rank', 1, 1],
      ['B', 'Wallets', 'rank', 2, 1],
      ['C', 'Last', 'default', 1, 1],
    ]) // prettier-ignore
    expect(tried.rules.map(({ name, unmet }) => `${name} ${unmet}`)).toEqual(['Wallets ', 'Singapore earlier', 'Last '])
    const cards = await tryIt({ type: 'CARD', sub_type: 'INT_CREDIT_DEBIT_CARD' })
    expect(keys(cards)).toEqual(['B', 'C', 'A'])
    expect(cards.choices.at(-1)).toMatchObject({ reason: 'order', routing_ref: '', name: '' })
    expect(cards.rules.map(({ unmet }) => unmet)).toEqual(['method', '', ''])
    await paying.sql(`update payment_channels set is_enabled = false where merchant_id = $1 and channel_key = 'A'`)
    expect((await tryIt()).skipped).toEqual([{ channel_key: 'A', channel_name: 'A', why: 'disabled' }])
    await paying.sql(`update payment_channels set is_enabled = true where merchant_id = $1 and channel_key = 'A'`)
  })

  it('meets a draft in the place of its rule, or as one more, and nothing is kept', async () => {
    const draft = { name: 'Draft', channels: [{ channel_key: 'C', rank: 1 }] }
    const replaced = await tryIt({ draft, routing_ref: refOf('Wallets') })
    expect(replaced.choices[0]).toMatchObject({ channel_key: 'C', name: 'Draft', is_draft: true })
    expect(keys(await tryIt({ draft: { ...draft, position: 0 } }))[0]).toBe('A')
    const off = await tryIt({ draft: { ...draft, is_enabled: false }, routing_ref: refOf('Wallets') })
    expect(off.rules[0]).toMatchObject({ is_draft: true, unmet: 'disabled' })
    expect(keys(off)[0]).toBe('B')
    expect(await names()).toEqual(['Wallets', 'Singapore', 'Last'])
    expect(keys(await tryIt())[0]).toBe('A')
  })

  it('tells the shares of channels of one rank, and draws them as a payment of the order does', async () => {
    const channels = [
      { channel_key: 'A', rank: 1, weight: 30 },
      { channel_key: 'B', rank: 1, weight: 10 },
    ]
    const body = { chaipay_key: paying.merchant.key, name: 'Shared', channels }
    const { routing_ref: ref } = await ask<RoutingRule>('POST', '/merchants/txn-router/create', body)
    await ask('PUT', `/api/routing/${own}/${ref}/move`, { revision: 1, before: refOf('Wallets') })
    for (let n = 0; n < 6; n++) {
      const link = await paying.link({ country: 'SG' })
      const { orderRef } = await paying.start(link, { method: 'WALLET', sub_type: 'GRABPAY' })
      const { amount, currency, merchant_order_ref, channel_key } = await paying.read(orderRef)
      const [first, second] = (await tryIt({ amount, currency, merchant_order_ref })).choices
      expect(first?.channel_key).toBe(channel_key)
      expect([first?.share, second?.share]).toEqual(first?.channel_key === 'A' ? [0.75, 0.25] : [0.25, 0.75])
    }
    await ask('PUT', `/merchants/txn-router/${own}/delete/${ref}`, { revision: 2 })
  })

  it('is of the weekday and hour that are given, in the merchant’s zone', async () => {
    const draft = { name: 'Nights', conditions: { weekdays: [5], from_hour: 22, to_hour: 2 }, channels: [{ channel_key: 'C', rank: 1 }] } // prettier-ignore
    const at = async (weekday: number, hour: number) =>
      keys(await tryIt({ draft, routing_ref: refOf('Wallets'), weekday, hour }))[0]
    expect([await at(5, 21), await at(5, 22), await at(6, 1), await at(6, 2)]).toEqual(['B', 'C', 'C', 'B'])
  })

  it('says when the way to pay is not for the country, and refuses what is none', async () => {
    expect(await tryIt({ country: 'FR' })).toMatchObject({ is_offered: false, choices: [], skipped: [] })
    const path = `/api/routing/${own}/try`
    const refused = await call('POST', path, { ...payment, sub_type: 'NOPE' })
    expect([refused.status, refused.body['errors']]).toMatchObject([400, [{ path: 'sub_type' }]])
    expect((await call('POST', path, { ...payment, amount: 0 })).status).toBe(400)
    expect((await call('POST', path, { ...payment, routing_ref: 'Route_0' })).status).toBe(404)
  })
})

describe('a move', () => {
  const move = (name: string, body: object) => call('PUT', `/api/routing/${own}/${refOf(name)}/move`, body)

  it('places a rule before another, or last; the others keep their revisions', async () => {
    await make('Third', ['A'])
    const seen = await revisionOf(refOf('Wallets'))
    expect((await move('Third', { revision: 1, before: refOf('Wallets') })).status).toBe(200)
    expect(await names()).toEqual(['Third', 'Wallets', 'Singapore', 'Last'])
    expect([await revisionOf(refOf('Third')), await revisionOf(refOf('Wallets'))]).toEqual([2, seen])
    expect((await move('Third', { revision: 2 })).status).toBe(200)
    expect(await names()).toEqual(['Wallets', 'Singapore', 'Third', 'Last'])
    expect(keys(await tryIt())[0]).toBe('A')
  })

  it('is refused for a version that is not the latest, for the default rule, and before a rule that is not there', async () => {
    const statusOf = async (name: string, body: object) => (await move(name, body)).status
    expect(await statusOf('Wallets', { revision: 9 })).toBe(409)
    expect(await statusOf('Last', { revision: await revisionOf(refOf('Last')) })).toBe(409)
    expect(await statusOf('Singapore', { revision: 1, before: 'Route_0' })).toBe(404)
    expect(await statusOf('Singapore', { revision: 1, before: refOf('Last') })).toBe(404)
    expect(await names()).toEqual(['Wallets', 'Singapore', 'Third', 'Last'])
  })

  it('of several at once leaves each rule a place of its own', async () => {
    const all = await Promise.all(
      ['Wallets', 'Singapore', 'Third'].map(async (name) => move(name, { revision: await revisionOf(refOf(name)) })),
    )
    expect(all.map(({ status }) => status)).toEqual([200, 200, 200])
    const { data } = await ask<{ data: RoutingRule[] }>('GET', `/merchants/txn-router/${own}/routes`)
    const places = data.filter((rule) => !rule.is_default).map(({ position }) => position)
    expect(places).toEqual([0, 1, 2])
  })
})

it('the versions of a rule are read, the newest first, with who saved them', async () => {
  const rule = await make('Kept', ['A'])
  await ask('PUT', `/merchants/txn-router/${own}/update/${rule.routing_ref}`, { name: 'Kept, changed', channels: [{ channel_key: 'B', rank: 1 }], revision: 1 }) // prettier-ignore
  const versions = await ask<{ version: number; name: string; created_by: string }[]>(
    'GET',
    `/api/routing/${own}/${rule.routing_ref}/versions`,
  )
  expect(versions.map(({ version, name }) => `${version} ${name}`)).toEqual(['2 Kept, changed', '1 Kept'])
  expect(versions.every(({ created_by: by }) => by !== '')).toBe(true)
  expect((await call('GET', `/api/routing/${own}/Route_0/versions`)).status).toBe(404)
})
