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

/** The data of the shopper's page and the origins that its policy lets it connect to. */
async function page(): Promise<{ card: PageData['card']; methods: string[]; connect: string | undefined }> {
  const { body, headers } = await paying.testApp.app.inject({ url: `/pay/${link}` })
  const [, json = ''] = /id="page-data">(.*?)<\/script>/s.exec(body) ?? []
  const { card, methods } = JSON.parse(json) as PageData
  const connect = /connect-src ([^;]*)/.exec(String(headers['content-security-policy']))?.[1]
  return { card, methods: methods.map(({ type }) => type), connect }
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

it('connects to no provider where no card is taken', async () => {
  await paying.sql(
    `update payment_methods set is_enabled = type <> 'CARD' and type <> 'INSTALLMENT' where merchant_id = $1`,
  )
  const { card, methods, connect } = await page()
  expect({ card, connect }).toEqual({ card: null, connect: `'self'` })
  expect(methods).not.toContain('CARD')
  expect(methods.length).toBeGreaterThan(0)
})
