import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { runJobs } from '#test/run-jobs.ts'
import { openCharging, type Charging } from './fixtures.ts'

/** What follows from what the provider tells of mandates. */
let on: Charging
beforeAll(async () => {
  on = await openCharging()
})
afterAll(() => on.close())
beforeEach(() => on.begin('2031-01-31T04:00:00Z'))

const boundary = '2031-02-28T04:00:00Z'
const mandateOf = async (ref: string) => {
  const [mandate] = await on.paying.sql<{ key: string; channel: string }>(
    `select provider_key as key, channel_key as channel from mandates where order_ref = '${ref}' and state = 'active'`,
  )
  if (!mandate) throw new Error('no active mandate')
  return mandate
}
/** The call-back arrives, genuine as its adapter has found it. */
const told = (channelKey: string, key: string) =>
  on.inside(async (ctx) => {
    const kind = ctx.services.payables.find((payable) => payable.receiveMandate)
    return kind?.receiveMandate?.(ctx, { channelKey, key })
  })

describe('a mandate that its holder has ended', () => {
  it('is charged no more: the merchant is told, and the next charge asks for another method', async () => {
    const { order_ref: ref } = await on.active()
    const { key, channel } = await mandateOf(ref)
    await on.paying.simulator.hold(key, { act: 'revoke' })
    expect(await told(channel, key)).toBeNull()
    await told(channel, key)
    await runJobs(on.paying.testApp, { names: ['ask-mandate'], until: on.paying.clock.now ?? new Date() })
    expect((await on.read(ref)).mandate).toMatchObject({ state: 'revoked' })
    const notices = await on.paying.sql(`select kind from notices where merchant_id = $1`)
    expect(notices).toEqual([{ kind: 'mandate_revoked' }])
    await on.jump(boundary)
    expect(on.tries()).toEqual([])
    expect(await on.charges(ref)).toEqual(['0 paid', '1 unpaid MANDATE_REVOKED'])
  })

  it('is believed by the provider’s own word and by no call-back', async () => {
    const { order_ref: ref } = await on.active()
    const { key, channel } = await mandateOf(ref)
    await told(channel, key)
    await on.jobs()
    expect((await on.read(ref)).mandate).toMatchObject({ state: 'active' })
    expect(await told('another', key)).not.toBeNull()
    expect(await told(channel, 'no-such-mandate')).not.toBeNull()
  })
})

describe('a card that its bank has replaced', () => {
  it('is charged by its new token from then on, and shown by its new number', async () => {
    const { order_ref: ref } = await on.active({}, '4000000000007056')
    await on.jump(boundary)
    const { key, channel } = await mandateOf(ref)
    await told(channel, key)
    await on.jobs()
    expect((await on.read(ref)).mandate).toMatchObject({ state: 'active', masked: '400000******7063' })
    await on.jump('2031-03-31T04:00:00Z')
    expect(await on.charges(ref)).toEqual(['0 paid', '1 paid', '2 paid'])
  })
})

it('the sums of all this agree with the ledger', async () => {
  expect(await on.findings()).toEqual([])
})
