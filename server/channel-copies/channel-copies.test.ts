import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { CopyDifference } from '#contract/channel-copies.ts'
import type { Connection, PayChannel } from '#contract/channels.ts'
import type { RoutingRule } from '#contract/routing-shapes.ts'
import { openConnecting, stripeKeys, working, type Connecting, type Shop } from '#server/channels/fixtures.ts'

/** Copying what was set up in test mode to live mode, through the front door. */
let connecting: Connecting
/** The same merchant in both modes. */
let sandbox: Shop
let live: Shop
beforeAll(async () => {
  connecting = await openConnecting()
})
afterAll(() => connecting.close())
beforeEach(async () => {
  Object.assign(connecting.script, { says: () => working, registers: async () => null, asked: [], registered: [] })
  sandbox = await connecting.newShop()
  const session = await connecting.testApp.signIn(sandbox.merchant, { environment: 'live' })
  live = { merchant: sandbox.merchant, session, ask: connecting.askAs({ merchant: sandbox.merchant, session }) }
})

const path = '/api/channels/{id}/copy'
const preview = async () => (await live.ask<CopyDifference>('GET', path)).content
const copy = (digest: string) => live.ask<CopyDifference>('POST', path, { digest })
const copyNow = async () => {
  const { digest } = await preview()
  const copied = await copy(digest)
  expect(copied.status, copied.answer.text).toBe(200)
  return copied.content
}
const outcomeOf = ({ channels, rules }: CopyDifference) => [
  ...channels.map(({ channel_key, state, why }) => [channel_key, state, why].filter(Boolean).join(' ')),
  ...rules.map(({ name, state, why }) => [name, state, why].filter(Boolean).join(' ')),
]
const isSettled = ({ channels, rules }: CopyDifference) =>
  [...channels, ...rules].every(({ state }) => state !== 'make' && state !== 'change')
const rulesOf = async ({ ask }: Shop) =>
  (await ask<{ data: RoutingRule[] }>('GET', '/merchants/txn-router/{id}/routes')).content.data
const makeRule = async (name: string, channels: string[], more: object = {}, of = sandbox) =>
  (
    await of.ask<RoutingRule>('POST', '/merchants/txn-router/create', {
      name,
      channels: channels.map((channel_key, at) => ({ channel_key, rank: at + 1 })),
      ...more,
    })
  ).content
const settings = (environment: string, channel: string) =>
  connecting.rows(
    `select type, sub_type, is_enabled, is_default, limits, plans from payment_methods
     where merchant_id = $1 and environment = $2 and channel_key = $3 order by type, sub_type`,
    sandbox.merchant.merchantId,
    environment,
    channel,
  )

describe('a copy to live mode', () => {
  it('makes channels without credentials, their ways and the rules, as the difference says, and once', async () => {
    await sandbox.ask('POST', 'add-paychannel/STRIPE', { creds: stripeKeys, name: 'Cards', country: 'SG' })
    await sandbox.ask('POST', 'add-paychannel/ADYEN', { creds: {} })
    await sandbox.ask('POST', 'update-pay-methods/STRIPE', {
      methods: [
        { type: 'QR_CODE', sub_type: 'PAYNOW', is_default: true, limits: [{ currency: 'SGD', minimum: 5 }] },
        { type: 'WALLET', sub_type: 'ALIPAY', is_enabled: false },
      ],
    })
    const rule = await makeRule('Singapore to Stripe', ['STRIPE', 'SIMULATOR'], { conditions: { currencies: ['SGD'] } })
    const seen = await preview()
    expect(outcomeOf(seen)).toEqual([
      'ADYEN make',
      'STRIPE make',
      expect.stringContaining('SIMULATOR'),
      'Singapore to Stripe make',
    ])
    expect(seen.channels.find(({ channel_key: key }) => key === 'STRIPE')?.changes).toEqual({
      name: { before: '', after: 'Cards' },
      country: { before: '', after: 'SG' },
      'QR_CODE.PAYNOW.is_default': { before: false, after: true },
      'QR_CODE.PAYNOW.limits': { before: '', after: 'SGD 5.00–' },
      'WALLET.ALIPAY.is_enabled': { before: true, after: false },
    })

    const { conditions, channels } = rule
    expect(seen.rules).toMatchObject([{ before: null, after: { conditions, channels } }])

    const done = await copy(seen.digest)
    expect(done.status, done.answer.text).toBe(200)
    expect(done.content).toEqual(seen)
    const [stripe] = (await live.ask<Connection[]>('GET', 'pay-channels/STRIPE')).content
    expect(stripe).toMatchObject({
      key: 'STRIPE', name: 'Cards', country: 'SG', is_enabled: false, credentials_state: 'missing', creds: {},
      callback_state: 'none',
    }) // prettier-ignore
    expect(await settings('live', 'STRIPE')).toEqual(await settings('sandbox', 'STRIPE'))
    expect(await settings('live', 'SIMULATOR')).toEqual(await settings('sandbox', 'SIMULATOR'))
    const kept = await connecting.rows<{ channel_key: string; length: number }>(
      `select channel_key, octet_length(creds_sealed) as length from payment_channels
       where merchant_id = $1 and environment = 'live' and channel_key in ('STRIPE', 'ADYEN') order by channel_key`,
      sandbox.merchant.merchantId,
    )
    expect(kept).toEqual([{ channel_key: 'ADYEN', length: 0 }, { channel_key: 'STRIPE', length: 0 }]) // prettier-ignore
    const [there] = await rulesOf(live)
    expect(there).toMatchObject({ ...rule, created_at: there?.created_at, updated_at: there?.updated_at })

    expect(isSettled(await preview())).toBe(true)
    expect(await copy(seen.digest)).toMatchObject({ status: 409, reason: 'CHANGED_MEANWHILE' })
  })

  it('leaves a channel that waits for its credentials off until it has them', async () => {
    await sandbox.ask('POST', 'add-paychannel/STRIPE', { creds: stripeKeys })
    await copyNow()
    connecting.script.asked = []
    for (const [path, body] of [
      ['paychannel/STRIPE', { is_enabled: true }],
      ['/api/channels/{id}/STRIPE/test', {}],
    ] as const) {
      const { status, reason, errors } = await live.ask('POST', path, body)
      expect([status, reason, errors.map((error) => error.path)]).toEqual([
        400, 'PAYMENT_AUTHENTICATION_ERROR', ['creds.publishable_key', 'creds.secret_key'],
      ]) // prettier-ignore
    }
    expect(connecting.script.asked).toEqual([])
    // Its name can be changed all the same.
    expect((await live.ask('POST', 'update-paychannel/STRIPE', { name: 'Cards' })).status).toBe(200)
    const creds = { publishable_key: 'pk_live_abcdefghij', secret_key: 'sk_live_0123456789' }
    const given = await live.ask<Connection>('POST', 'update-paychannel/STRIPE', { creds })
    expect(given.content, given.answer.text).toMatchObject({ credentials_state: 'working', is_enabled: false })
    const { content } = await live.ask<PayChannel>('POST', 'paychannel/STRIPE', { is_enabled: true })
    expect(content).toMatchObject({ key: 'STRIPE', is_enabled: true })
  })

  it('changes what differs, moves defaults, brings a deleted rule back, and leaves what live mode alone has', async () => {
    await sandbox.ask('POST', 'add-paychannel/STRIPE', { creds: stripeKeys })
    const [first, second] = [await makeRule('First', ['STRIPE']), await makeRule('Second', ['SIMULATOR'])]
    await copyNow()
    const own = await makeRule('Own', ['SIMULATOR'], {}, live)
    await live.ask('PUT', `/merchants/txn-router/{id}/default/${own.routing_ref}`, { revision: 1 })
    await live.ask('PUT', `/merchants/txn-router/{id}/delete/${second.routing_ref}`, { revision: 1 })
    await live.ask('POST', 'paychannel/SIMULATOR', { is_enabled: true })
    await sandbox.ask('PUT', `/merchants/txn-router/{id}/default/${first.routing_ref}`, { revision: 1 })
    await sandbox.ask('POST', 'update-paychannel/STRIPE', { name: 'Cards' })
    const card = { type: 'CARD', sub_type: 'INT_CREDIT_DEBIT_CARD' }
    await live.ask('POST', 'update-pay-methods/SIMULATOR', {
      methods: [{ ...card, is_enabled: true, is_default: true }],
    })
    await sandbox.ask('POST', 'update-pay-methods/STRIPE', { methods: [{ ...card, is_default: true }] })

    expect(outcomeOf(await copyNow())).toEqual([
      'STRIPE change', 'SIMULATOR change', 'Second make', 'First change', 'Own change',
    ]) // prettier-ignore
    const rules = await rulesOf(live)
    expect(rules.map(({ name, is_default, revision }) => [name, is_default, revision])).toEqual([
      ['Second', false, 2],
      ['Own', false, 3],
      ['First', true, 2],
    ])
    const defaults = await connecting.rows(
      `select channel_key from payment_methods
       where merchant_id = $1 and environment = 'live' and type = 'CARD' and sub_type = 'INT_CREDIT_DEBIT_CARD' and is_default`,
      sandbox.merchant.merchantId,
    )
    expect(defaults).toEqual([{ channel_key: 'STRIPE' }])
    expect((await live.ask<PayChannel[]>('GET', 'paychannels')).content.map(({ name }) => name)).toContain('Cards')
    expect(isSettled(await preview())).toBe(true)
  })

  it('is refused when either mode has changed since, and is done by one of two at once', async () => {
    await sandbox.ask('POST', 'add-paychannel/STRIPE', { creds: stripeKeys })
    const first = await preview()
    await sandbox.ask('POST', 'update-pay-methods/STRIPE', {
      methods: [{ type: 'WALLET', sub_type: 'ALIPAY', is_enabled: false }],
    })
    expect(await copy(first.digest)).toMatchObject({ status: 409, reason: 'CHANGED_MEANWHILE' })
    const second = await preview()
    await makeRule('In live mode', ['SIMULATOR'], {}, live)
    expect(await copy(second.digest)).toMatchObject({ status: 409, reason: 'CHANGED_MEANWHILE' })
    const { digest } = await preview()
    const both = await Promise.all([copy(digest), copy(digest)])
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  })

  it('is told in the audit log, on each channel and rule that it touches', async () => {
    await sandbox.ask('POST', 'add-paychannel/STRIPE', { creds: stripeKeys })
    const rule = await makeRule('First', ['STRIPE'])
    await copyNow()
    const rows = await connecting.rows<{ action: string; object_ref: string }>(
      `select action, object_ref from audit_events where merchant_id = $1 and environment = 'live' order by seq`,
      sandbox.merchant.merchantId,
    )
    expect(rows).toEqual([
      { action: 'channel.copy', object_ref: 'STRIPE' },
      ...rows.filter(({ object_ref }) => object_ref === 'SIMULATOR'),
      { action: 'route.copy', object_ref: rule.routing_ref },
      { action: 'channel.copy', object_ref: '' },
    ])
  })

  it('needs live mode and a fresh proof', async () => {
    const { digest } = await preview()
    // The difference is the same from both modes, and applied from one.
    expect((await sandbox.ask<CopyDifference>('GET', path)).content).toEqual(await preview())
    expect(await sandbox.ask('POST', path, { digest })).toMatchObject({ status: 409, reason: 'INVALID_STATUS_TYPE' })
    await connecting.rows(
      `update sessions set proved_at = now() - interval '1 hour' where merchant_id = $1`,
      sandbox.merchant.merchantId,
    )
    expect((await copy(digest)).reason).toBe('STEP_UP_REQUIRED')
  })
})
