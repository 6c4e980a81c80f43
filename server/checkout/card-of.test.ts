import { afterAll, beforeAll, expect, it } from 'vitest'
import type { PageData } from '#checkout/data.ts'
import { openPaying, type Paying } from '#server/payments/fixtures.ts'

let paying: Paying
let link: string
beforeAll(async () => {
  paying = await openPaying()
  link = await paying.link({})
})
afterAll(() => paying.close())

/** The data of the shopper's page and the origins that its policy names. */
async function page(ref = link) {
  const { body, headers } = await paying.testApp.app.inject({ url: `/pay/${ref}` })
  const [, json = ''] = /id="page-data">(.*?)<\/script>/s.exec(body) ?? []
  const { card, methods } = JSON.parse(json) as PageData
  const policy = String(headers['content-security-policy'])
  const [connect, script, frame] = ['connect', 'script', 'frame'].map(
    (what) => new RegExp(`${what}-src ([^;]*)`).exec(policy)?.[1],
  )
  return { card, ways: methods, methods: methods.map(({ type }) => type), connect, script, frame, body }
}
/** A second channel of the merchant's, which is the default for cards. */
async function connect(key: string): Promise<void> {
  await paying.sql(`insert into payment_channels
    (merchant_id, environment, channel_key, catalogue_key, provider, name, country, is_enabled, creds_sealed, created_at)
    select merchant_id, environment, '${key}', '${key}', '${key.toLowerCase()}', '${key}', 'GLOBAL', true, creds_sealed, now()
    from payment_channels where merchant_id = $1 and channel_key = 'SIMULATOR' and environment = 'sandbox'`)
  await paying.sql(`update payment_methods set is_default = false where merchant_id = $1 and type = 'CARD'`)
  await paying.sql(`insert into payment_methods (merchant_id, environment, channel_key, type, sub_type, is_default)
    values ($1, 'sandbox', '${key}', 'CARD', 'INT_CREDIT_DEBIT_CARD', true)`)
}

it('takes cards as the provider of the channel says, and connects to its origin alone', async () => {
  const { origin } = new URL(paying.simulator.url)
  expect(await page()).toMatchObject({
    card: { provider: 'simulator', settings: { token_url: `${origin}/v1/tokens` } },
    connect: `'self' ${origin}`,
  })
  const { services } = paying.testApp.serveParts
  const asked: unknown[] = []
  services.provider = (name, credentials) => {
    asked.push({ name, credentials })
    const connectOrigins = ['https://other.example']
    const entry = { kind: 'fields', settings: { key: 'pk_2' }, connectOrigins, testCards: [] } as const
    return { ...paying.provider, cardEntry: () => entry }
  }
  await paying.sql(`update payment_channels set provider = 'other' where merchant_id = $1`)
  expect(await page()).toMatchObject({
    card: { provider: 'other', settings: { key: 'pk_2' } },
    connect: `'self' https://other.example`,
  })
  expect(asked).toEqual([{ name: 'other', credentials: { account: paying.merchant.slug } }])
})

it('names the origins of a script and its frames, and of no other channel', async () => {
  const { services } = paying.testApp.serveParts
  const { provider } = services
  const entry = {
    kind: 'script',
    settings: { script_url: 'https://js.other.example/v3' },
    connectOrigins: ['https://api.other.example'],
    scriptOrigins: ['https://js.other.example'],
    frameOrigins: ['https://js.other.example', 'https://hooks.other.example'],
    testCards: [],
  } as const
  services.provider = () => ({ ...paying.provider, cardEntry: () => entry })
  const { card, connect, script, frame, body } = await page()
  services.provider = provider
  expect({ card, connect, script, frame }).toEqual({
    card: { provider: 'other', settings: entry.settings, brands: expect.arrayContaining(['visa']) as unknown },
    connect: `'self' https://api.other.example`,
    script: `'self' https://js.other.example`,
    frame: 'https://js.other.example https://hooks.other.example',
  })
  // The script's address is data; nothing of it is loaded with the page.
  expect(body).not.toMatch(/(src|href)="https:\/\/[^"]*other\.example/)
})

it('takes a card on the provider’s own page without a form, a token or an origin', async () => {
  await paying.sql(`update payment_channels set provider = 'simulator' where merchant_id = $1`)
  await connect('XENDIT')
  const ref = await paying.link({ country: 'PH', currency: 'PHP' })
  const { card, ways, connect: connected, script, frame, body } = await page(ref)
  expect({ card, connected, script, frame }).toEqual({
    card: null,
    connected: `'self'`,
    script: `'self'`,
    frame: undefined,
  })
  expect(ways.find(({ type }) => type === 'CARD')).toMatchObject({
    asks: [],
    cardPageOf: 'Xendit',
    channelKey: 'XENDIT',
  })
  expect(body).toContain('on the page of')
  const begun = await paying.start(ref, { method: 'CARD', channel: 'XENDIT' })
  expect(begun.reason).toBe('SUCCESS')
  expect(await paying.read(begun.orderRef)).toMatchObject({ channel_key: 'XENDIT', status: 'Initiated' })
  await paying.sql(`update payment_channels set is_enabled = false where merchant_id = $1 and channel_key = 'XENDIT'`)
})

it('connects to no provider where no card is taken', async () => {
  await paying.sql(
    `update payment_methods set is_enabled = type <> 'CARD' and type <> 'INSTALLMENT' where merchant_id = $1`,
  )
  const { card, methods, connect } = await page()
  expect({ card, connect }).toEqual({ card: null, connect: `'self'` })
  expect(methods).not.toContain('CARD')
  expect(methods.length).toBeGreaterThan(0)
})
