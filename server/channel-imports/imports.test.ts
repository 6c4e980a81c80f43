import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ImportableChannel } from '#contract/channel-imports.ts'
import type { Connection, PayChannel } from '#contract/channels.ts'
import type { PayMethod } from '#contract/channel-shapes.ts'
import { openConnecting, stripeKeys, working, type Connecting, type Shop } from '#server/channels/fixtures.ts'
import type { CredentialSource, Found, SourceChannel } from '#server/kit/outbound/credential-source.ts'

/** Importing channels through the front door; what the source has and what providers say is scripted. */
let connecting: Connecting
let shop: Shop
let found: Found
let asked: Parameters<CredentialSource['list']>[0][]
beforeAll(async () => {
  connecting = await openConnecting()
})
afterAll(() => connecting.close())
beforeEach(async () => {
  Object.assign(connecting.script, { says: () => working, registers: async () => null, asked: [], registered: [] })
  found = { kind: 'found', channels: [stripe, paypal] }
  asked = []
  connecting.testApp.serveParts.services.credentialSource = {
    list: async (merchant) => {
      asked.push(merchant)
      return found
    },
  }
  shop = await connecting.newShop()
})

const one = (value: string) => ({ current: 'a', available: [{ id: 'a', value }] })
const stripe: SourceChannel = {
  id: 's1',
  channel_key: 'STRIPE',
  name: 'Old Stripe',
  country: 'SG',
  methods: [
    { type: 'QR_CODE', sub_type: 'PAYNOW' },
    { type: 'WALLET', sub_type: 'KAKAOPAY' },
  ],
  creds: {
    publishable_key: one(stripeKeys.publishable_key),
    secret_key: {
      current: 'a',
      available: [
        { id: 'a', value: stripeKeys.secret_key },
        { id: 'b', value: 'sk_test_9876543210' },
        { id: 'live', value: 'sk_live_0123456789' },
      ],
    },
  },
}
const paypal: SourceChannel = {
  id: 'p1',
  channel_key: 'PAYPAL',
  name: 'PayPal',
  country: '',
  methods: [],
  creds: { client_id: one('A'.repeat(40)), client_secret: one('E'.repeat(40)) },
}

interface Imported {
  connected: { id: string; channel_key: string; key: string; name: string }[]
  left_out: { id: string; reason: string; field: string; text: string }[]
}
const list = () =>
  shop.ask<{ is_set_up: boolean; channels: ImportableChannel[] }>('GET', '/merchants/list-creds/chaipay_kr/{id}')
const take = (...channels: object[]) =>
  shop.ask<Imported>('POST', '/merchants/creds/chaipay_kr/{id}?environment=sandbox', { channels })
const connections = async (channel: string) => (await shop.ask<Connection[]>('GET', `pay-channels/${channel}`)).content
const listed = async (change: Partial<SourceChannel>) => {
  found = { kind: 'found', channels: [{ ...stripe, ...change }] }
  return (await list()).content.channels[0]
}

describe('the list', () => {
  it('is empty and says so when no source is set', async () => {
    connecting.testApp.serveParts.services.credentialSource = null
    expect((await list()).content).toEqual({ is_set_up: false, channels: [] })
    const nothing = await take({ id: 's1' })
    expect({ status: nothing.status, code: nothing.answer.body['status_code'] }).toEqual({ status: 404, code: '4044' })
  })

  it('has what the source has for the merchant and mode, with every secret masked', async () => {
    const { status, content, answer } = await list()
    expect(status, answer.text).toBe(200)
    expect(asked).toEqual([{ key: shop.merchant.key, environment: 'sandbox' }])
    expect(content.channels[0]).toEqual({
      id: 's1',
      channel_key: 'STRIPE',
      name: 'Old Stripe',
      logo: '',
      state: 'ready',
      country: 'SG',
      countries: expect.arrayContaining(['SG']),
      methods: [
        { type: 'QR_CODE', sub_type: 'PAYNOW', display_name: 'PayNow', is_available: true },
        { type: 'WALLET', sub_type: 'KAKAOPAY', display_name: expect.any(String), is_available: false },
      ],
      creds: [
        {
          name: 'publishable_key',
          label: 'Publishable key',
          is_optional: false,
          current: 'a',
          values: [{ id: 'a', value: stripeKeys.publishable_key }],
        },
        {
          name: 'secret_key',
          label: 'Secret key or restricted key',
          is_optional: false,
          current: 'a',
          // A key of the other mode is not available.
          values: [
            { id: 'a', value: '***************789' },
            { id: 'b', value: '***************210' },
          ],
        },
      ],
      connections: [],
    })
    expect(answer.text).not.toMatch(/sk_(test|live)_/)
    expect(connecting.script.asked).toEqual([])
  })

  it('shows as empty what is not available', async () => {
    const secret = stripe.creds['secret_key']
    const at = (creds: object) => listed({ creds: { ...stripe.creds, ...creds } as SourceChannel['creds'] })
    expect((await at({ secret_key: { ...secret, current: 'gone' } }))?.creds[1]).toMatchObject({ current: '' })
    expect((await at({ secret_key: { ...secret, current: 'live' } }))?.creds[1]).toMatchObject({ current: '' })
    expect((await at({ secret_key: one('not a key') }))?.creds[1]).toMatchObject({ current: '', values: [] })
    expect((await listed({ country: 'XX' }))?.country).toBe('')
  })

  it('names channels that cannot be imported, and those that are connected already', async () => {
    expect(await listed({ channel_key: 'TOSSPAYMENTS' })).toMatchObject({ state: 'unknown', creds: [], countries: [] })
    expect(await listed({ channel_key: 'ADYEN' })).toMatchObject({ state: 'not_supported' })
    await shop.ask('POST', 'add-paychannel/STRIPE', { creds: stripeKeys, name: 'Mine' })
    expect(await listed({})).toMatchObject({ state: 'connected', connections: ['Mine'] })
  })

  it('tells a silent source and an empty one, under the key of these calls', async () => {
    found = { kind: 'silent', why: 'refused' }
    const silent = await list()
    expect([silent.status, silent.answer.body['status_code'], silent.answer.body['error']]).toEqual([
      503, '5024', expect.any(String),
    ]) // prettier-ignore
    found = { kind: 'found', channels: [] }
    expect(await list()).toMatchObject({ status: 404, reason: 'CREDS_NOT_FOUND' })
    expect(await take({ id: 's1' })).toMatchObject({ status: 404, reason: 'CREDS_NOT_FOUND' })
  })
})

describe('an import', () => {
  it('connects what is chosen like new channels, enabled, with the ways of the source', async () => {
    const { status, content, answer } = await take({ id: 's1', creds: { secret_key: 'b' } }, { id: 'p1' })
    expect(status, answer.text).toBe(200)
    expect(content).toEqual({
      connected: [
        { id: 's1', channel_key: 'STRIPE', key: 'STRIPE', name: 'Old Stripe' },
        { id: 'p1', channel_key: 'PAYPAL', key: 'PAYPAL', name: 'PayPal' },
      ],
      left_out: [],
    })
    expect(connecting.script.asked.map(({ credentials }) => credentials['secret_key'])).toContain('sk_test_9876543210')
    expect((await connections('STRIPE'))[0]).toMatchObject({
      is_enabled: true,
      country: 'SG',
      credentials_state: 'working',
      callback_state: 'pending',
      creds: { secret_key: '***************210' },
    })
    const methods = (await shop.ask<PayMethod[]>('GET', 'pay-methods/STRIPE')).content
    expect(methods.filter(({ is_enabled }) => is_enabled).map(({ sub_type }) => sub_type)).toEqual(['PAYNOW'])
    const all = (await shop.ask<PayMethod[]>('GET', 'pay-methods/PAYPAL')).content
    expect(all.every(({ is_enabled }) => is_enabled)).toBe(true)
    const audits = await connecting.rows<{ object_ref: string; text: string }>(
      `select object_ref, changes::text as text from audit_events where merchant_id = $1 and action = 'channel.import' order by object_ref`,
      shop.merchant.merchantId,
    )
    expect(audits.map(({ object_ref }) => object_ref)).toEqual(['PAYPAL', 'STRIPE'])
    expect(JSON.stringify(audits)).not.toContain('sk_test_')
  })

  it('takes a channel whole or not at all, and says why', async () => {
    const broken = { ...stripe, id: 's2', creds: { ...stripe.creds, secret_key: { ...one('x'), current: 'gone' } } }
    const nowhere = { ...stripe, id: 's3', country: 'XX' }
    found = { kind: 'found', channels: [stripe, broken, nowhere, { ...paypal, channel_key: 'TOSSPAYMENTS' }] }
    const { content } = await take({ id: 's2' }, { id: 's3' }, { id: 'p1' }, { id: 'nobody' }, { id: 's1', creds: { other: 'a' } }) // prettier-ignore
    expect(content.connected).toEqual([])
    expect(content.left_out.map(({ id, reason, field }) => [id, reason, field])).toEqual([
      ['s2', 'value_missing', 'secret_key'],
      ['s3', 'value_missing', 'country'],
      ['p1', 'unknown', ''],
      ['nobody', 'not_found', ''],
      ['s1', 'value_missing', 'other'],
    ])
    expect(connecting.script.asked).toEqual([])
    expect((await take({ id: 's3', country: 'SG' })).content.connected).toHaveLength(1)
  })

  it('leaves out what the provider refuses or does not answer about, with its words, and connects the others', async () => {
    connecting.script.says = ({ secret_key, client_id }) =>
      client_id
        ? { kind: 'silent', why: 'timeout' }
        : secret_key === 'sk_test_9876543210'
          ? { kind: 'refused', field: 'secret_key', providerText: `Invalid ${secret_key}` }
          : working
    found = { kind: 'found', channels: [stripe, { ...stripe, id: 's2' }, paypal] }
    const { content } = await take({ id: 's2', creds: { secret_key: 'b' } }, { id: 'p1' }, { id: 's1' })
    expect(content.left_out).toEqual([
      expect.objectContaining({ id: 's2', reason: 'refused', field: 'secret_key', text: 'Invalid ***************210' }),
      expect.objectContaining({ id: 'p1', reason: 'silent', message: expect.stringContaining("didn't answer") }),
    ])
    expect(content.connected.map(({ key }) => key)).toEqual(['STRIPE'])
    // Nothing is kept of those that were left out.
    expect((await shop.ask<PayChannel[]>('GET', 'paychannels')).content.map(({ key }) => key).toSorted()).toEqual([
      'SIMULATOR', 'STRIPE',
    ]) // prettier-ignore
  })

  it('never touches what is connected: the same credentials stay, others are a further connection', async () => {
    await shop.ask('POST', 'add-paychannel/STRIPE', { creds: stripeKeys, name: 'Old Stripe' })
    expect((await take({ id: 's1' })).content.left_out).toMatchObject([{ reason: 'connected' }])
    const { content } = await take({ id: 's1', creds: { secret_key: 'b' } })
    expect(content.connected).toMatchObject([{ key: 'STRIPE_2', name: 'Stripe' }])
    expect((await connections('STRIPE')).map(({ creds }) => creds['secret_key'])).toEqual([
      '***************789', '***************210',
    ]) // prettier-ignore
  })

  it('connects once when it is sent twice at once, and asks nobody when it is sent again', async () => {
    const both = await Promise.all([take({ id: 's1' }), take({ id: 's1' })])
    expect(both.flatMap(({ content }) => content.connected.map(({ key }) => key))).toEqual(['STRIPE'])
    expect(both.flatMap(({ content }) => content.left_out.map(({ reason }) => reason))).toEqual(['connected'])
    const { call } = connecting.testApp
    const again = () =>
      call(shop.session, 'POST', `/merchants/creds/chaipay_kr/${shop.merchant.key}`, { channels: [{ id: 'p1' }] }, { 'idempotency-key': 'the-same' }) // prettier-ignore
    const first = await again()
    const [tests, looks] = [connecting.script.asked.length, asked.length]
    expect(first.status).toBe(200)
    expect((await again()).text).toBe(first.text)
    expect([connecting.script.asked.length, asked.length]).toEqual([tests, looks])
  })

  it('says which accounts are too many', async () => {
    for (let n = 0; n < 5; n++)
      await shop.ask('POST', 'add-paychannel/STRIPE', { creds: { ...stripeKeys, secret_key: `sk_test_${n}111111111` } })
    expect((await take({ id: 's1' }, { id: 'p1' })).content).toMatchObject({
      connected: [{ key: 'PAYPAL' }],
      left_out: [{ id: 's1', reason: 'no_place' }],
    })
  })

  it('needs a fresh proof, and names each channel once', async () => {
    expect(await take({ id: 's1' }, { id: 's1' })).toMatchObject({
      status: 400,
      errors: [{ path: 'channels.1.id', reason: 'given_twice' }],
    })
    await connecting.rows(`update sessions set proved_at = now() - interval '1 hour' where merchant_id = $1`, shop.merchant.merchantId) // prettier-ignore
    expect((await take({ id: 's1' })).reason).toBe('STEP_UP_REQUIRED')
    expect(asked).toHaveLength(0)
  })
})

describe('the merchant’s record', () => {
  it('has the masked credentials by channel, for who may see the channels', async () => {
    await shop.ask('POST', 'add-paychannel/STRIPE', { creds: stripeKeys })
    const record = async (session = shop.session) => {
      const { body } = await connecting.testApp.call(session, 'GET', `/merchants/${shop.merchant.key}`)
      return (body['content'] as unknown as { creds: object }).creds
    }
    expect(await record()).toEqual({
      SIMULATOR: {},
      STRIPE: { publishable_key: stripeKeys.publishable_key, secret_key: '***************789' },
    })
    const clerk = await connecting.testApp.signIn(shop.merchant, { roles: ['payment-user'] })
    expect(await record(clerk)).toEqual({})
  })
})
