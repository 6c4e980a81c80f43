import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { RoutingRule } from '#contract/routing-shapes.ts'
import { openFailingOver, wallet, type FailingOver } from './failover-fixtures.ts'
import type { Paying } from './fixtures.ts'

/** Which channel an attempt goes to, and who is told of it; jobs are run by hand. */
let over: FailingOver
let paying: Paying
beforeAll(async () => {
  over = await openFailingOver()
  ;({ paying } = over)
})
afterAll(() => paying.close())
beforeEach(() => over.reset())

const link = () => over.link()
const details = (orderRef: string) => over.details(orderRef)

it('is told to whoever asks for the ways to pay of an amount', async () => {
  const path = `/merchants/${paying.merchant.key}/paymethodsbyKey?country_code=SG&currency=SGD`
  const rule = await over.post<RoutingRule>('/merchants/txn-router/create', {
    chaipay_key: paying.merchant.key,
    name: 'C first',
    position: 0,
    channels: [{ channel_key: 'C', rank: 1 }],
    conditions: { amount: [{ currency: 'SGD', min: 500 }] },
  })
  const walletAt = async (query: string) => {
    const { body } = await paying.call('GET', path + query)
    const content = body.content as unknown as Record<string, { payment_channel_key: string; sub_type: string }[]>
    return content['WALLET']?.find((way) => way.sub_type === 'GRABPAY')?.payment_channel_key
  }
  expect(await Promise.all(['&amount=499', '&amount=500'].map(walletAt))).toEqual(['A', 'C'])
  const ref = rule.routing_ref
  const gone = await paying.testApp.call(
    paying.session,
    'PUT',
    `/merchants/txn-router/${paying.merchant.key}/delete/${ref}`,
    { revision: 1 },
  )
  expect(gone.status).toBe(200)
})

describe('the channel of an attempt', () => {
  it('is the page’s while it is enabled, though the rules have changed; a token is good nowhere else', async () => {
    const order = await link()
    const { orderRef } = await paying.start(order, { token: 'tok', channel: 'C' })
    expect((await details(orderRef)).attempts).toMatchObject([{ channel_key: 'C', why_chosen: 'page', rank: 3 }])
    await paying.sql(`update payment_channels set is_enabled = false where merchant_id = $1 and channel_key = 'C'`)
    const refused = await paying.start(await link(), { token: 'tok', channel: 'C' })
    expect([refused.status, refused.reason]).toEqual([409, 'PAYMENT_CHANNEL_CHANGED'])
    // A way without a token goes to the channel that routing chooses now.
    const moved = await paying.start(await link(), { ...wallet, channel: 'C' })
    expect((await details(moved.orderRef)).attempts).toMatchObject([{ channel_key: 'A', why_chosen: 'rank' }])
    await paying.sql(`update payment_channels set is_enabled = true where merchant_id = $1 and channel_key = 'C'`)
  })

  it('follows a rule as soon as it has been changed', async () => {
    const bigAt = (channel_key: string) => ({ name: 'Big', position: 0, channels: [{ channel_key, rank: 1 }] })
    const path = (act: string, ref: string) => `/merchants/txn-router/${paying.merchant.key}/${act}/${ref}`
    const rule = await over.post<RoutingRule>('/merchants/txn-router/create', {
      ...bigAt('B'),
      chaipay_key: paying.merchant.key,
      conditions: { amount: [{ currency: 'SGD', min: 100, max: 100 }] },
    })
    const channelOf = async () => (await details((await paying.start(await link(), wallet)).orderRef)).attempts[0]
    const put = (act: string, ref: string, body: object) =>
      paying.testApp.call(paying.session, 'PUT', path(act, ref), body)
    expect(await channelOf()).toMatchObject({ channel_key: 'B', rule_name: 'Big', rule_version: 1 })
    expect((await put('update', rule.routing_ref, { ...bigAt('C'), revision: 1 })).status).toBe(200)
    expect(await channelOf()).toMatchObject({ channel_key: 'C', rule_name: 'Big', rule_version: 2 })
    expect((await put('delete', rule.routing_ref, { revision: 2 })).status).toBe(200)
    expect(await channelOf()).toMatchObject({ channel_key: 'A', rule_name: 'In order', rule_version: 1 })
  })
})
