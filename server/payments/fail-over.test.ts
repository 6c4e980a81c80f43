import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { PageData } from '#checkout/data.ts'
import type { ScriptedChannels } from '#server/routing/fixtures.ts'
import { ownTransaction } from '#server/kit/db/own-transaction.ts'
import { keys, openFailingOver, wallet, type FailingOver } from './failover-fixtures.ts'
import type { Paying } from './fixtures.ts'
import { paymentBody } from './publish-webhook.ts'

/** Payments over three channels that do as a script says; jobs are run by hand. */
let over: FailingOver
let paying: Paying
let channels: ScriptedChannels
beforeAll(async () => {
  over = await openFailingOver()
  ;({ paying, channels } = over)
})
afterAll(() => paying.close())
beforeEach(() => over.reset())

const link = () => over.link()
const details = (orderRef: string) => over.details(orderRef)
const settleAll = (first: string) => over.settleAll(first)
/** The channel for which the shopper's page takes a card. */
async function cardChannelOf(order: string): Promise<string | undefined> {
  const { body } = await paying.testApp.app.inject({ url: `/pay/${order}` })
  const [, json = ''] = /id="page-data">(.*?)<\/script>/s.exec(body) ?? []
  return (JSON.parse(json) as PageData).card?.settings['channel']
}

describe('a payment that fails by the provider’s fault', () => {
  it('is followed by another at the next rank, which the shopper’s page follows, until one takes the money', async () => {
    channels.act('A', 'unavailable')
    channels.act('B', 'unavailable')
    const order = await link()
    const { orderRef } = await paying.start(order, wallet)
    const [first = '', second = '', third = ''] = await settleAll(orderRef)
    expect(await paying.attempt(order, first)).toMatchObject({
      state: 'declined',
      reason: 'PAYMENT_CHANNEL_UNAVAILABLE',
      next: second,
    })
    expect(await paying.attempt(order, third)).toMatchObject({ state: 'paid', next: '' })
    const { attempts, rules } = await details(third)
    expect(attempts).toMatchObject([
      {
        channel_key: 'A',
        rank: 1,
        why_chosen: 'rank',
        why_left: 'provider_fault',
        failover_from: '',
        failover_next: second,
      },
      { channel_key: 'B', rank: 2, why_left: 'provider_fault', failover_from: first, failover_next: third },
      { channel_key: 'C', rank: 3, why_left: '', failover_from: second, failover_next: '', status: 'Success' },
    ])
    expect(attempts[2]?.skipped).toEqual([
      { channel_key: 'A', why: 'left' },
      { channel_key: 'B', why: 'left' },
    ])
    expect(rules).toMatchObject([{ name: 'In order', version: 1 }])
    expect(channels.taken.get(third)).toBe('C')
    expect(await paying.linkState(order)).toBe('success')
    expect(await paying.read(third)).toMatchObject({ status: 'Success', routing_enabled: true })
    expect(await paying.findings()).toEqual([])
  })

  it('ends with the last channel that works; nothing begins at one that was left', async () => {
    for (const key of keys) channels.act(key, 'unavailable')
    const order = await link()
    const all = await settleAll((await paying.start(order, wallet)).orderRef)
    expect(all).toHaveLength(3)
    expect(await paying.attempt(order, all[2] ?? '')).toMatchObject({ state: 'declined', next: '' })
    // The shopper may try again, and no channel is closed to them for good.
    expect((await paying.start(order, wallet)).status).toBe(200)
  })

  it('is not followed by itself when the shopper has waited for longer than 20 seconds', async () => {
    channels.act('A', 'unavailable')
    const order = await link()
    const { orderRef } = await paying.start(order, wallet)
    paying.clock.now = new Date(Date.now() + 21_000)
    expect(await settleAll(orderRef)).toEqual([orderRef])
    paying.clock.now = null
    expect((await details((await paying.start(order, wallet)).orderRef)).attempts.at(-1)).toMatchObject({
      channel_key: 'B',
      failover_from: orderRef,
    })
  })

  it('is not followed while its outcome is unknown, and never after a decline', async () => {
    const order = await link()
    channels.act('A', 'silence after taking')
    const { orderRef } = await paying.start(order, wallet)
    await paying.settle(orderRef)
    expect((await details(orderRef)).attempts).toHaveLength(1)
    expect((await paying.start(order, wallet)).reason).toBe('TRANSACTION_UNDER_REVIEW')
    await paying.settle(orderRef)
    expect(await paying.attempt(order, orderRef)).toMatchObject({ state: 'paid' })

    const declined = await link()
    channels.act('A', 'decline')
    const { orderRef: first } = await paying.start(declined, wallet)
    expect(await settleAll(first)).toEqual([first])
    const again = await paying.start(declined, wallet)
    expect((await details(again.orderRef)).attempts.map(({ channel_key: key }) => key)).toEqual(['A', 'A'])
  })

  it('is followed by the shopper’s own next attempt for cards, at the channel for which the page comes anew', async () => {
    channels.act('A', 'unavailable')
    const order = await link()
    const card = { token: 'tok', channel: 'A' }
    expect(await cardChannelOf(order)).toBe('A')
    const { orderRef } = await paying.start(order, card)
    expect(await settleAll(orderRef)).toEqual([orderRef])
    expect(await paying.attempt(order, orderRef)).toMatchObject({ reason: 'PAYMENT_CHANNEL_UNAVAILABLE', next: '' })
    expect(await cardChannelOf(order)).toBe('B')
    const spent = await paying.start(order, card)
    expect([spent.status, spent.reason]).toEqual([409, 'PAYMENT_CHANNEL_CHANGED'])
    const next = await paying.start(order, { ...card, channel: 'B' })
    await paying.settle(next.orderRef)
    expect((await details(orderRef)).attempts).toMatchObject([
      { channel_key: 'A', failover_next: next.orderRef },
      { channel_key: 'B', failover_from: orderRef, status: 'Success' },
    ])
  })
})

it('tells receivers of webhooks which attempt came before and which follows', async () => {
  channels.act('A', 'unavailable')
  const order = await link()
  const [first = '', second = ''] = await settleAll((await paying.start(order, wallet)).orderRef)
  const owner = { merchantId: paying.merchant.merchantId, environment: 'sandbox' as const }
  const bodyOf = (orderRef: string) =>
    ownTransaction(paying.testApp.serveParts, owner, { requestId: 'test' }, (ctx) => paymentBody(ctx, orderRef))
  expect(await bodyOf(first)).toMatchObject({
    channel_key: 'A',
    status_code: '4080',
    failover_from: '',
    failover_next: second,
  })
  expect(await bodyOf(second)).toMatchObject({ channel_key: 'B', failover_from: first, failover_next: '' })
})

describe('a channel that fails', () => {
  /** The first attempt of another order; all of them have the same time. */
  const firstAttempt = async () => {
    const { orderRef } = await paying.start(await link(), wallet)
    await settleAll(orderRef)
    return (await details(orderRef)).attempts.find(({ order_ref: ref }) => ref === orderRef)
  }
  const rests = () =>
    paying.sql<{ channel_key: string; times: number; seconds: number }>(
      `select channel_key, times, extract(epoch from until - began_at)::int as seconds from channel_rests where merchant_id = $1`,
    )

  it('rests after half of ten tries, for longer each time, and is tried by one payment at a time', async () => {
    // The tries of other tests are older than five minutes.
    const start = Date.now() + 3_600_000
    paying.clock.now = new Date(start)
    channels.act('A', 'unavailable')
    for (let n = 0; n < 9; n++) expect((await firstAttempt())?.channel_key, String(n)).toBe('A')
    expect(await rests()).toEqual([])
    await firstAttempt()
    expect(await rests()).toEqual([{ channel_key: 'A', times: 1, seconds: 60 }])
    const resting = await firstAttempt()
    expect(resting).toMatchObject({ channel_key: 'B', skipped: [{ channel_key: 'A', why: 'resting' }] })
    const told = await paying.sql<{ kind: string }>(
      `select kind from notices where merchant_id = $1 and kind = 'channel_resting'`,
    )
    expect(told).toHaveLength(1)

    paying.clock.now = new Date(start + 61_000)
    const tries = await Promise.all([0, 1, 2].map(async () => paying.start(await link(), wallet)))
    const first = await Promise.all(
      tries.map(async ({ orderRef }) => (await details(orderRef)).attempts[0]?.channel_key),
    )
    expect(first.map(String).toSorted()).toEqual(['A', 'B', 'B'])
    for (const { orderRef } of tries) await settleAll(orderRef)
    expect(await rests()).toEqual([{ channel_key: 'A', times: 2, seconds: 120 }])

    paying.clock.now = new Date(start + 190_000)
    channels.act('A', 'decline')
    expect((await firstAttempt())?.channel_key).toBe('A')
    expect(await rests()).toEqual([])
    expect((await firstAttempt())?.channel_key).toBe('A')
  })
})
