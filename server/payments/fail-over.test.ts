import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { PageData } from '#checkout/data.ts'
import type { RoutedAttempt, RoutingRule } from '#contract/routing.ts'
import { inFlightStates } from '#contract/payment-states.ts'
import { addScriptedChannels, type Act, type ScriptedChannels } from '#server/routing/fixtures.ts'
import { ownTransaction } from '#server/kit/db/own-transaction.ts'
import { openPaying, type Paying } from './fixtures.ts'
import { paymentBody } from './publish-webhook.ts'

/** Payments over three channels that do as a script says; jobs are run by hand. */
let paying: Paying
let channels: ScriptedChannels
const keys = ['A', 'B', 'C'] as const
beforeAll(async () => {
  paying = await openPaying()
  channels = await addScriptedChannels(paying, keys)
  await paying.sql(
    `update payment_channels set is_enabled = false where merchant_id = $1 and channel_key = 'SIMULATOR'`,
  )
  await post('/merchants/txn-router/create', {
    chaipay_key: paying.merchant.key,
    name: 'In order',
    position: 9,
    channels: keys.map((channel_key, at) => ({ channel_key, rank: at + 1 })),
  })
})
afterAll(() => paying.close())
beforeEach(async () => {
  paying.clock.now = null
  for (const key of keys) channels.act(key, 'take')
  await paying.sql('delete from channel_rests where merchant_id = $1')
})

async function post<T>(path: string, body: object): Promise<T> {
  const answer = await paying.call('POST', path, body)
  expect(answer.status, answer.text).toBe(200)
  return answer.body.content as unknown as T
}
const wallet = { method: 'WALLET', sub_type: 'GRABPAY' }
const link = () => paying.link({ country: 'SG' })
const details = async (orderRef: string) => {
  const path = `/merchants/txn-router/failover/${paying.merchant.key}/get-txn-details/${orderRef}`
  const answer = await paying.call('GET', path)
  expect(answer.status, answer.text).toBe(200)
  return answer.body.content as unknown as { attempts: RoutedAttempt[]; rules: { version: number; name: string }[] }
}
/** The channel for which the shopper's page takes a card. */
async function cardChannelOf(order: string): Promise<string | undefined> {
  const { body } = await paying.testApp.app.inject({ url: `/pay/${order}` })
  const [, json = ''] = /id="page-data">(.*?)<\/script>/s.exec(body) ?? []
  return (JSON.parse(json) as PageData).card?.settings['channel']
}
/** Settles an attempt, and those that follow it by themselves. Returns all of them. */
async function settleAll(first: string): Promise<string[]> {
  const all = [first]
  for (let at = 0; at < all.length; at++) {
    await paying.settle(all[at] ?? '')
    const next = (await details(first)).attempts.find(({ failover_from }) => failover_from === all[at])
    if (next) all.push(next.order_ref)
  }
  return all
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

it('is told to whoever asks for the ways to pay of an amount', async () => {
  const path = `/merchants/${paying.merchant.key}/paymethodsbyKey?country_code=SG&currency=SGD`
  const rule = await post<RoutingRule>('/merchants/txn-router/create', {
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
    const rule = await post<RoutingRule>('/merchants/txn-router/create', {
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

it('whatever the providers do, no order is taken twice, and none is left while a channel takes it', async () => {
  const act = fc.constantFrom<Act>(
    'take',
    'wait',
    'decline',
    'unavailable',
    'unavailable',
    'silence after taking',
    'silence before taking',
    'silence, then taking',
  )
  // For each channel what it does with the payments that it is asked for, one after the other.
  const script = fc.record({
    A: fc.array(act, { minLength: 1, maxLength: 4 }),
    B: fc.array(act, { minLength: 1, maxLength: 4 }),
    C: fc.array(act, { maxLength: 3 }),
  })
  const wish = fc.constantFrom('start', 'settle', 'settle', 'pay', 'cancel')
  const property = fc.asyncProperty(script, fc.array(wish, { maxLength: 12 }), async (acts, wishes) => {
    await paying.sql('delete from channel_rests where merchant_id = $1')
    for (const key of keys) {
      const left = [...acts[key]]
      channels.act(key, () => left.shift() ?? 'take')
    }
    const order = await link()
    const rows = () =>
      paying.sql<{ order_ref: string; status: string; failover_from: string; status_reason: string }>(
        `select order_ref, status, failover_from, status_reason from payments
         where merchant_id = $1 and payable_ref = '${order}' order by created_at, order_ref`,
      )
    const underWay = async () =>
      (await rows()).filter(({ status }) => (inFlightStates as readonly string[]).includes(status))
    const doAll = async (what: (orderRef: string) => Promise<unknown> | void) => {
      for (const { order_ref: ref } of await underWay()) await what(ref)
    }
    await paying.start(order, wallet)
    for (const one of wishes) {
      if (one === 'start') await paying.start(order, wallet)
      if (one === 'settle') await doAll(paying.settle)
      if (one === 'pay') await doAll(channels.pay)
      if (one === 'cancel') await doAll((ref) => paying.cancel(order, ref))
      expect((await underWay()).length).toBeLessThanOrEqual(1)
    }
    for (let n = 0; n < 30 && (await underWay()).length > 0; n++) {
      await doAll(channels.pay)
      await doAll(paying.settle)
    }
    const ended = await rows()
    expect(await underWay()).toEqual([])
    const taken = ended.filter(({ order_ref: ref }) => channels.taken.has(ref))
    expect(taken.length).toBeLessThanOrEqual(1)
    expect(ended.filter(({ status }) => status === 'Success').map(({ order_ref: ref }) => ref)).toEqual(
      taken.map(({ order_ref: ref }) => ref),
    )
    expect(await paying.linkState(order)).toBe(taken.length === 1 ? 'success' : 'processing')
    for (const { failover_from: from } of ended.filter((row) => row.failover_from !== ''))
      expect(ended.find((row) => row.order_ref === from)).toMatchObject({
        status: 'Failed',
        status_reason: 'PAYMENT_CHANNEL_UNAVAILABLE',
      })
    // A fault is left alone only when every channel has failed so, or the shopper ended it.
    const last = ended.at(-1)
    if (last?.status_reason === 'PAYMENT_CHANNEL_UNAVAILABLE')
      expect(
        new Set(
          channels.asked.filter(({ key }) => ended.some((row) => row.order_ref === key)).map((one) => one.channelKey),
        ).size,
      ).toBe(3)
  })
  await fc.assert(property, { numRuns: 40 })
  expect(await paying.findings()).toEqual([])
}, 120_000)
