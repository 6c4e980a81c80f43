import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { RoutingRule } from '#contract/routing-shapes.ts'
import { limits } from '#contract/limits.ts'
import { openTestApp, type Answer, type TestApp, type TestMerchant, type TestSession } from '#test/test-app.ts'

/** Routing rules through the front door. */
let testApp: TestApp
let merchant: TestMerchant
let session: TestSession
beforeAll(async () => {
  testApp = await openTestApp()
})
afterAll(() => testApp.close())

const begin = async () => {
  merchant = await testApp.addMerchant()
  session = await testApp.signIn(merchant)
}
const contentOf = <T>(answer: Answer) => {
  expect(answer.status, answer.text).toBe(200)
  return answer.body.content as unknown as T
}
const wish = { name: 'Wallets', channels: [{ channel_key: 'SIMULATOR', rank: 1 }] }
const create = (body: object = {}) =>
  testApp.call(session, 'POST', '/merchants/txn-router/create', { chaipay_key: merchant.key, ...wish, ...body })
const made = async (body: object = {}) => contentOf<RoutingRule>(await create(body))
const on = (act: 'update' | 'delete' | 'default', ref: string, body: object) =>
  testApp.call(session, 'PUT', `/merchants/txn-router/${merchant.key}/${act}/${ref}`, body)
const list = async () =>
  contentOf<{ data: RoutingRule[] }>(
    await testApp.call(session, 'GET', `/merchants/txn-router/${merchant.key}/routes?environment=sandbox`),
  ).data

describe('a routing rule', () => {
  it('is made with its conditions, and read as it was sent', async () => {
    await begin()
    const conditions = {
      currencies: ['SGD', 'JPY'],
      countries: ['SG'],
      methods: [{ type: 'WALLET', sub_type: 'GRABPAY' }],
      sources: ['payment_link'],
      weekdays: [1, 5],
      from_hour: 22,
      to_hour: 2,
      amount: [
        { currency: 'SGD', min: 10.5, max: null },
        { currency: 'JPY', min: null, max: 5000 },
      ],
    }
    const rule = await made({ conditions })
    expect(rule).toMatchObject({
      name: 'Wallets',
      conditions,
      channels: [{ channel_key: 'SIMULATOR', method_key: '', rank: 1, weight: 1, is_enabled: true }],
      is_enabled: true,
      is_default: false,
      revision: 1,
    })
    expect(rule.routing_ref).toMatch(/^Route_[0-9A-Za-z]{27}$/)
    expect(await list()).toEqual([rule])
  })

  it('is tried by position, and by age where positions are the same; the default rule is the last', async () => {
    await begin()
    const first = await made({ name: 'first' })
    const second = await made({ name: 'second' })
    const third = await made({ name: 'third', position: 0 })
    expect((await list()).map(({ name }) => name)).toEqual(['first', 'third', 'second'])
    expect(contentOf<RoutingRule>(await on('default', first.routing_ref, { revision: 1 })).is_default).toBe(true)
    expect((await list()).map(({ name }) => name)).toEqual(['third', 'second', 'first'])
    contentOf(await on('default', third.routing_ref, { revision: 1 }))
    expect((await list()).map(({ name, is_default }) => `${name} ${is_default}`)).toEqual([
      'first false',
      'second false',
      'third true',
    ])
    expect(second.position).toBe(1)
  })

  it('is replaced whole by whoever has seen its latest version, and each version is kept', async () => {
    await begin()
    const rule = await made({ conditions: { countries: ['SG'] } })
    const saved = contentOf<RoutingRule>(
      await on('update', rule.routing_ref, { ...wish, name: 'Other', is_enabled: false, revision: 1 }),
    )
    expect(saved).toMatchObject({ name: 'Other', is_enabled: false, conditions: {}, revision: 2 })
    const late = await on('update', rule.routing_ref, { ...wish, revision: 1 })
    expect([late.status, late.body['status_reason']]).toEqual([409, 'CHANGED_MEANWHILE'])
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, n) => on('update', rule.routing_ref, { ...wish, name: `N${n}`, revision: 2 })),
    )
    expect(answers.map(({ status }) => String(status)).toSorted()).toEqual(['200', ...Array<string>(5).fill('409')])
    const versions = await testApp.owner.transaction(null, (tx) =>
      tx.query<{ version: number; name: string }>(
        'select version, name from routing_versions where merchant_id = $1 order by version',
        [merchant.merchantId],
      ),
    )
    expect(versions.map(({ version }) => version)).toEqual([1, 2, 3])
    expect(versions.slice(0, 2).map(({ name }) => name)).toEqual(['Wallets', 'Other'])
  })

  it('is deleted by marking it, except for the default rule', async () => {
    await begin()
    const [rule, other] = [await made(), await made({ name: 'Other' })]
    contentOf(await on('default', other.routing_ref, { revision: 1 }))
    const refused = await on('delete', other.routing_ref, { revision: 2 })
    expect([refused.status, refused.body['status_reason']]).toEqual([409, 'INVALID_STATUS_TYPE'])
    expect((await on('delete', rule.routing_ref, { revision: 2 })).status).toBe(409)
    expect((await on('delete', rule.routing_ref, { revision: 1 })).status).toBe(200)
    expect((await list()).map(({ name }) => name)).toEqual(['Other'])
    for (const act of ['update', 'delete', 'default'] as const)
      expect((await on(act, rule.routing_ref, { ...(act === 'update' && wish), revision: 1 })).status, act).toBe(404)
  })

  it.each([
    [{ channels: [{ channel_key: 'NOBODY', rank: 1 }] }, 'channels.0.channel_key'],
    [{ channels: [wish.channels[0], wish.channels[0]] }, 'channels.1.channel_key'],
    [{ channels: [] }, 'channels'],
    [{ channels: [{ channel_key: 'SIMULATOR', rank: 1, weight: 1_001 }] }, 'channels.0.weight'],
    [{ conditions: { from_hour: 8, to_hour: 8 } }, 'conditions.to_hour'],
    [{ conditions: { methods: [{ type: 'WALLET', sub_type: 'NOPE' }] } }, 'conditions.methods.0.sub_type'],
    [{ conditions: { amount: [{ currency: 'SGD', min: 5, max: 4 }] } }, 'conditions.amount.0.max'],
    [{ conditions: { amount: [{ currency: 'JPY', min: 0.5 }] } }, 'conditions.amount.0.min'],
    [{ conditions: { weekdays: [8] } }, 'conditions.weekdays.0'],
    [{ conditions: { card_brand: 'visa' } }, 'conditions.card_brand'],
  ])('is refused for %j', async (body, path) => {
    if (!session) await begin()
    const { status, body: answer } = await create(body)
    expect(status).toBe(400)
    expect((answer['errors'] as { path: string }[] | undefined)?.map((error) => error.path)).toContain(path)
  })

  it('is one of a hundred at most', async () => {
    await begin()
    await testApp.owner.transaction(null, async (tx) => {
      await tx.query(`insert into routing_sets (merchant_id, environment) values ($1, 'sandbox')`, [
        merchant.merchantId,
      ])
      await tx.query(
        `insert into routing_rules (merchant_id, environment, routing_ref, version, name, conditions, channels, is_enabled,
           is_default, position, created_at, updated_at)
         select $1, 'sandbox', 'Route_' || n, 1, 'n', '{}', '[]', true, false, n, now(), now() from generate_series(1, $2) as n`,
        [merchant.merchantId, limits.routingRules - 1],
      )
    })
    await made()
    const { status, body } = await create()
    expect([status, body['status_code']]).toEqual([400, '4078'])
  })
})
