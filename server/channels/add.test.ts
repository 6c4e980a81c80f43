import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Connection } from '#contract/channels.ts'
import { limits } from '#contract/limits.ts'
import { ways } from '#contract/methods.ts'
import { openConnecting, paypalKeys, stripeKeys, working, type Connecting, type Shop } from './fixtures.ts'

/** Adding channels through the front door; what providers say of credentials is scripted. */
let connecting: Connecting
let shop: Shop
beforeAll(async () => {
  connecting = await openConnecting()
})
afterAll(() => connecting.close())
beforeEach(async () => {
  Object.assign(connecting.script, { says: () => working, registers: async () => null, asked: [], registered: [] })
  shop = await connecting.newShop()
})

const add = (channel: string, body: object = { creds: stripeKeys }, of = shop) =>
  of.ask<Connection>('POST', `add-paychannel/${channel}`, body)
const connections = async (channel: string) => (await shop.ask<Connection[]>('GET', `pay-channels/${channel}`)).content
const audits = (of = shop) =>
  connecting.rows<{ action: string; why: string; changes: Record<string, { before: unknown; after: unknown }> }>(
    'select action, why, changes from audit_events where merchant_id = $1 and result = $2 order by seq',
    of.merchant.merchantId,
    'done',
  )

describe('a channel that is added', () => {
  it('is tested, kept and enabled with all its ways; secrets are masked', async () => {
    const { status, content, answer } = await add('STRIPE')
    expect(status, answer.text).toBe(200)
    expect(answer.body['message']).toBe('Payment Channel Creds added successfully!')
    expect(content).toMatchObject({
      key: 'STRIPE',
      catalogue_key: 'STRIPE',
      name: 'Stripe',
      type: 'Gateway',
      country: 'GLOBAL',
      is_enabled: true,
      is_lent: false,
      credentials_state: 'working',
      creds: { publishable_key: 'pk_test_abcdefghij', secret_key: '***************789' },
      callback_state: 'pending',
      check: { account: 'acct_1', checks: working.kind === 'working' ? working.checks : [] },
    })
    expect(content.callback_url).toContain(`/gateway/api/callbacks/STRIPE/${shop.merchant.key}/sandbox`)
    expect(connecting.script.asked).toEqual([{ name: 'stripe', credentials: stripeKeys, environment: 'sandbox' }])
    const offered = await connecting.rows('select from payment_methods where merchant_id = $1 and channel_key = $2 and is_enabled', shop.merchant.merchantId, 'STRIPE') // prettier-ignore
    expect(offered.length).toBeGreaterThan(5)
    expect((await audits()).at(-1)).toMatchObject({
      action: 'channel.add',
      changes: { 'creds.secret_key': { before: '', after: '***************789' }, is_enabled: { after: true } },
    })
  })

  it('has a key and a name of its own each time, five at most', async () => {
    const keys = []
    for (let n = 0; n < 5; n++) keys.push((await add('STRIPE')).content.key)
    expect(keys).toEqual(['STRIPE', 'STRIPE_2', 'STRIPE_3', 'STRIPE_4', 'STRIPE_5'])
    expect((await connections('STRIPE')).map(({ name }) => name)).toEqual([
      'Stripe', 'Stripe 2', 'Stripe 3', 'Stripe 4', 'Stripe 5',
    ]) // prettier-ignore
    connecting.script.asked = []
    expect(await add('STRIPE')).toMatchObject({ status: 400, reason: 'INVALID_MAXIMUM_AMOUNT_LIMIT' })
    expect(connecting.script.asked).toEqual([])
  })

  it('is one of fifty at most', async () => {
    await connecting.rows(
      `insert into payment_channels (merchant_id, environment, channel_key, provider, name, is_enabled, creds_sealed, created_at)
       select $1, 'sandbox', 'FILL' || n, 'simulator', 'fill ' || n, false, '', now() from generate_series(1, $2::int - 1) n`,
      shop.merchant.merchantId,
      limits.channels,
    )
    expect(await add('STRIPE')).toMatchObject({ status: 400, reason: 'INVALID_MAXIMUM_AMOUNT_LIMIT' })
  })

  it('may not have the name of another', async () => {
    await add('STRIPE', { creds: stripeKeys, name: 'Main' })
    const again = await add('STRIPE', { creds: stripeKeys, name: ' main ' })
    expect(again).toMatchObject({ status: 409, errors: [{ path: 'name', reason: 'already_used' }] })
  })

  it('is nothing when the provider refuses it, and the answer has its words at the field', async () => {
    connecting.script.says = ({ secret_key }) => ({
      kind: 'refused',
      field: 'secret_key',
      providerText: `Expired API Key provided: ${secret_key}`,
    })
    const { status, reason, errors, answer } = await add('STRIPE')
    expect({ status, reason, code: answer.body['status_code'] }).toEqual({
      status: 400,
      reason: 'PAYMENT_AUTHENTICATION_ERROR',
      code: '8002',
    })
    expect(errors).toEqual([
      {
        path: 'creds.secret_key',
        reason: 'provider_refused',
        text: 'Expired API Key provided: ***************789',
        params: { words: 'Expired API Key provided: ***************789' },
      },
    ])
    expect(await connections('STRIPE')).toEqual([])
  })

  it('is kept unverified and off when the provider is silent, and is the same one when it is sent again', async () => {
    connecting.script.says = () => ({ kind: 'silent', why: 'timeout' })
    for (let n = 0; n < 2; n++)
      expect(await add('STRIPE')).toMatchObject({
        status: 503,
        reason: 'PSP_COMMUNICATION_ERROR',
        errors: [{ reason: 'kept_unverified' }],
      })
    expect(await connections('STRIPE')).toMatchObject([{ is_enabled: false, credentials_state: 'unverified' }])
    expect((await audits()).at(-1)).toMatchObject({ action: 'channel.add', why: 'unverified' })
    connecting.script.says = () => working
    expect((await add('STRIPE')).content).toMatchObject({
      key: 'STRIPE',
      is_enabled: true,
      credentials_state: 'working',
    })
    expect(await connections('STRIPE')).toHaveLength(1)
  })

  it('with a key of the other mode is refused before anybody is asked', async () => {
    const foreign = await add('STRIPE', { creds: { ...stripeKeys, secret_key: 'sk_live_0123456789' } })
    expect(foreign).toMatchObject({
      status: 400,
      reason: 'PAYMENT_AUTHENTICATION_ERROR',
      errors: [{ path: 'creds.secret_key', reason: 'other_environment' }],
    })
    const live = await connecting.newShop({ environment: 'live' })
    expect((await add('STRIPE', { creds: stripeKeys }, live)).reason).toBe('PAYMENT_AUTHENTICATION_ERROR')
    expect(connecting.script.asked).toEqual([])
  })

  it('is unknown outside the catalogue, and not supported without an adapter', async () => {
    expect(await add('NOTHING')).toMatchObject({ status: 404, reason: 'INVALID_PAYMENT_CHANNEL_KEY' })
    const { services } = connecting.testApp.serveParts
    const all = services.providers
    services.providers = ['simulator']
    const missing = await add('STRIPE')
    services.providers = all
    expect(missing).toMatchObject({ status: 400, reason: 'PAYMENT_CHANNEL_NOT_SUPPORTED' })
  })

  it('may be the simulator once more', async () => {
    const { status, content } = await add('SIMULATOR', { creds: {} })
    expect({ status, key: content.key, name: content.name, state: content.callback_state }).toEqual({
      status: 200,
      key: 'SIMULATOR_2',
      name: 'Simulator 2',
      state: 'none',
    })
    const rows = await connecting.rows('select from payment_methods where merchant_id = $1 and environment = $2 and channel_key = $3', shop.merchant.merchantId, 'sandbox', 'SIMULATOR_2') // prettier-ignore
    expect(rows).toHaveLength(ways.length)
  })

  it('has a key of its own when two are added at once, and of one name only one is', async () => {
    const both = await Promise.all([add('STRIPE'), add('STRIPE')])
    expect(both.map(({ content }) => content.key).toSorted()).toEqual(['STRIPE', 'STRIPE_2'])
    const named = await Promise.all(['PAYPAL', 'STRIPE'].map((key) => add(key, { creds: key === 'STRIPE' ? stripeKeys : paypalKeys, name: 'One' }))) // prettier-ignore
    expect(named.map(({ status }) => String(status)).toSorted()).toEqual(['200', '409'])
  })
})

describe('adding, changing and switching', () => {
  it('need a fresh proof of who asks', async () => {
    await connecting.rows(`update sessions set proved_at = now() - interval '1 hour' where merchant_id = $1`, shop.merchant.merchantId) // prettier-ignore
    for (const [path, body] of [
      ['add-paychannel/STRIPE', { creds: stripeKeys }],
      ['update-paychannel/SIMULATOR', {}],
      ['paychannel/SIMULATOR', { is_enabled: false }],
    ] as const)
      expect((await shop.ask('POST', path, body)).reason, path).toBe('STEP_UP_REQUIRED')
    expect(connecting.script.asked).toEqual([])
  })
})
