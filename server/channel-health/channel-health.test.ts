import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ChannelHealth, RestEvent } from '#contract/channel-health.ts'
import type { WireOutput } from '#contract/kit/call.ts'
import { timestampText } from '#contract/kit/wire.ts'
import type { readMonitoring } from '#contract/monitoring.ts'
import type { PayChannel } from '#contract/channels.ts'
import { openPaying, type Paying } from '#server/payments/fixtures.ts'
import { addScriptedChannels, type ScriptedChannels } from '#server/routing/fixtures.ts'
import type { Answer } from '#test/test-app.ts'
import { summed } from './tries.ts'

/** The health of two channels that do as a script says, and their rests by hand, through the front door. */
let paying: Paying
let channels: ScriptedChannels
const start = Date.now()
const minutesLater = (minutes: number) => (paying.clock.now = new Date(start + minutes * 60_000))
beforeAll(async () => {
  paying = await openPaying()
  channels = await addScriptedChannels(paying, ['A', 'B'])
  await paying.sql(
    `update payment_channels set is_enabled = false where merchant_id = $1 and channel_key = 'SIMULATOR'`,
  )
  await paying.sql(
    `update payment_channels set created_at = now() - interval '1 day' where merchant_id = $1 and channel_key = 'A'`,
  )
})
afterAll(() => paying.close())
beforeEach(async () => {
  minutesLater(0)
  for (const key of ['A', 'B']) channels.act(key, 'take')
  await paying.sql(`update payment_channels set credentials_state = 'working' where merchant_id = $1`)
  await paying.sql('delete from channel_rests where merchant_id = $1')
  await paying.sql('delete from channel_rest_events where merchant_id = $1')
})

interface Health {
  channels: ChannelHealth[]
  events: RestEvent[]
}
const contentOf = <T>(answer: Answer): T => {
  expect(answer.status, answer.text).toBe(200)
  return answer.body.content as unknown as T
}
const read = async () => contentOf<Health>(await paying.call('GET', `/api/channels/${paying.merchant.key}/health`))
const channel = async (key: string) => (await read()).channels.find((one) => one.key === key)
const ofWallet = ({ ways }: ChannelHealth) => ways.find(({ sub_type }) => sub_type === 'GRABPAY')
const act = (key: string, what: 'rest' | 'end-rest', body: object = {}) =>
  paying.call('POST', `/api/channels/${paying.merchant.key}/${key}/${what}`, { reason: 'announced', ...body })
const wallet = { method: 'WALLET', sub_type: 'GRABPAY' }
/** The channel's last 24 hours as the monitoring has them. */
async function dayOf(key: string) {
  const answer = await paying.call('GET', `/api/analytics/${paying.merchant.key}/monitoring`)
  const { channels: all } = contentOf<WireOutput<typeof readMonitoring>>(answer)
  return all.find(({ channel_key }) => channel_key === key)?.day ?? []
}
const textAfter = (minutes: number) => timestampText(new Date(start + minutes * 60_000))
/** The channel to which another order goes. */
async function taker(): Promise<string> {
  const { orderRef } = await paying.start(await paying.link({ country: 'SG' }), wallet)
  await paying.settle(orderRef)
  return (await paying.read(orderRef)).channel_key
}

describe('a rest by hand', () => {
  it('moves new payments to other channels until it is over; then one payment tries the channel', async () => {
    expect(await taker()).toBe('A')
    const { health, ways } = contentOf<ChannelHealth>(await act('A', 'rest', { minutes: 30 }))
    expect([health, ways.map((way) => way.health)]).toEqual(['resting', ['resting', 'resting']])
    expect(await taker()).toBe('B')
    minutesLater(31)
    expect((await channel('A'))?.health).toBe('trying')
    expect(await taker()).toBe('A')
    expect(ofWallet((await channel('A')) as ChannelHealth)).toMatchObject({ health: 'working', rest: null })
    const { events } = await read()
    expect(events.map(({ event, cause, actor, sub_type }) => [event, cause, actor !== '', sub_type])).toEqual([
      ['ended', 'try', false, 'GRABPAY'],
      ['begun', 'person', true, expect.any(String)],
      ['begun', 'person', true, expect.any(String)],
    ])
    expect((await dayOf('A')).filter(({ state }) => state !== 'none')).toMatchObject([
      { state: 'working', to: textAfter(0) },
      { state: 'resting', from: textAfter(0), to: textAfter(30) },
      { state: 'trying', from: textAfter(30), to: textAfter(31) },
    ])
    minutesLater(90)
    // Its other way to pay has had no try.
    expect((await dayOf('A')).at(-1)).toMatchObject({ state: (await channel('A'))?.health, from: textAfter(30) })
    await act('A', 'end-rest')
    minutesLater(26 * 60)
    expect(await dayOf('A')).toEqual([{ state: 'working', from: textAfter(2 * 60), to: textAfter(26 * 60) }])
  })

  it('is of one way to pay, says who wanted it and why, and is ended by hand', async () => {
    await act('A', 'rest', { minutes: 60, type: 'WALLET', sub_type: 'GRABPAY' })
    const resting = (await channel('A')) as ChannelHealth
    expect(resting.ways.map((way) => way.health).toSorted()).toEqual(['resting', 'working'])
    expect(ofWallet(resting)?.rest).toMatchObject({
      cause: 'person',
      reason: 'announced',
      actor: expect.stringMatching(/./),
    })
    expect(contentOf<ChannelHealth>(await act('A', 'end-rest', { reason: 'repaired' })).health).toBe('working')
    expect(await taker()).toBe('A')
    expect((await act('A', 'end-rest')).body['status_reason']).toBe('INVALID_STATUS_TYPE')
    const [ended] = (await read()).events
    expect(ended).toMatchObject({ event: 'ended', cause: 'person', reason: 'repaired', until: null })
  })

  it('replaces the rest that a channel has, and is not ended by a try that was under way', async () => {
    await act('A', 'rest', { minutes: 10 })
    minutesLater(11)
    channels.act('A', 'wait')
    const { orderRef } = await paying.start(await paying.link({ country: 'SG' }), wallet)
    await act('A', 'rest', { minutes: 60 })
    await paying.settle(orderRef)
    expect((await paying.read(orderRef)).channel_key).toBe('A')
    expect((await channel('A'))?.health).toBe('resting')
    expect(await taker()).toBe('B')
  })

  it.each([
    ['A', { minutes: 0 }, 400],
    ['A', { minutes: 1_441 }, 400],
    ['A', { minutes: 5, reason: ' ' }, 400],
    ['A', { minutes: 5, reason: 'x'.repeat(201) }, 400],
    ['A', { minutes: 5, type: 'WALLET', sub_type: 'NOPE' }, 400],
    ['A', { minutes: 5, until: 'tomorrow' }, 400],
    ['NOBODY', { minutes: 5 }, 404],
  ])('of %s is refused for %j', async (key, body, status) => {
    expect((await act(key, 'rest', body)).status).toBe(status)
    expect((await read()).events).toEqual([])
  })

  it('is in the audit log with its ways, minutes and reason', async () => {
    await act('A', 'rest', { minutes: 15, type: 'WALLET', sub_type: 'GRABPAY' })
    await act('A', 'end-rest', { type: 'WALLET', sub_type: 'GRABPAY' })
    const rows = await paying.sql<{ action: string; object_ref: string; changes: Record<string, { after: string }> }>(
      `select action, object_ref, changes from audit_events where merchant_id = $1 and action like 'channel.%rest' order by seq desc limit 2`,
    )
    expect(rows.map(({ action, object_ref }) => [action, object_ref])).toEqual([
      ['channel.end-rest', 'A'],
      ['channel.rest', 'A'],
    ])
    expect(rows[1]?.changes).toMatchObject({
      ways: { after: 'WALLET.GRABPAY' },
      minutes: { after: '15' },
      reason: { after: 'announced' },
    })
  })
})

describe('a channel that fails', () => {
  it('rests by itself with its reason; after a person ended the rest, it takes ten new tries to rest again', async () => {
    minutesLater(600)
    channels.act('A', 'unavailable')
    for (let n = 0; n < 10; n++) await taker()
    const resting = (await channel('A')) as ChannelHealth
    expect(ofWallet(resting)).toMatchObject({
      health: 'resting',
      rest: { cause: 'faults', actor: '', reason: '' },
      five_minutes: { tries: 10, failed: 10 },
      hour: { tries: 10, failed: 10 },
    })
    expect((await read()).events).toMatchObject([{ event: 'begun', cause: 'faults', tries: 10, failed: 10 }])
    expect((await ownChannel('A'))?.health).toBe('resting')
    minutesLater(600.5)
    await act('A', 'end-rest')
    minutesLater(601)
    for (let n = 0; n < 9; n++) await taker()
    expect((await channel('A'))?.health).toBe('working')
    await taker()
    expect((await channel('A'))?.health).toBe('resting')
  })

  it('of which the provider refuses the credentials takes a payment only when no other channel can', async () => {
    await paying.sql(
      `update payment_channels set credentials_state = 'refused' where merchant_id = $1 and channel_key = 'A'`,
    )
    expect(await taker()).toBe('B')
    expect((await channel('A'))?.health).toBe('refused')
    expect((await ownChannel('A'))?.health).toBe('refused')
    await paying.sql(`update payment_channels set is_enabled = false where merchant_id = $1 and channel_key = 'B'`)
    expect(await taker()).toBe('A')
    await paying.sql(`update payment_channels set is_enabled = true where merchant_id = $1 and channel_key = 'B'`)
  })
})

const ownChannel = async (key: string) =>
  contentOf<PayChannel[]>(await paying.call('GET', `/merchants/${paying.merchant.key}/paychannels`)).find(
    (one) => one.key === key,
  )

it('tries are summed by hour, the oldest first', () => {
  const group = { channel_key: 'A', type: 'CARD', sub_type: '', newest_tries: 0, newest_failed: 0 }
  const { fiveMinutes, hour, day, hours } = summed([
    { ...group, hours_ago: 23, tries: 4, failed: 1 },
    { ...group, hours_ago: 0, tries: 3, failed: 2, newest_tries: 2, newest_failed: 1 },
  ])
  expect([fiveMinutes, hour, day]).toEqual([
    { tries: 2, failed: 1 },
    { tries: 3, failed: 2 },
    { tries: 7, failed: 3 },
  ])
  expect([hours.length, hours[0], hours[1], hours[23]]).toEqual([
    24,
    { tries: 4, failed: 1 },
    { tries: 0, failed: 0 },
    { tries: 3, failed: 2 },
  ])
  expect(summed([]).hours).toEqual([])
})
