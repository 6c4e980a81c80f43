import { describe, expect, it } from 'vitest'
import { limits } from '#contract/limits.ts'
import { unset } from '#server/channels/methods.ts'
import type { Rule } from '#server/routing/rules.ts'
import type { Able } from './channel-plans.ts'
import { planCopy, shownPlan } from './difference.ts'
import type { Setting, Side } from './sides.ts'

type Row = Side['channels'][number]
const row = (key: string, set: Partial<Row> = {}): Row => ({
  channel_key: key, catalogue_key: key.replace(/_\d$/, ''), provider: key.toLowerCase(), name: key, country: 'GLOBAL', pay_type: 'PAYIN',
  is_va_flow: false, is_enabled: true, is_lent: false, creds_sealed: Buffer.alloc(0), credentials_state: 'working', credentials_version: 1,
  checked_at: null, provider_word: {}, callback_address: '', callback_version: 0, created_at: new Date(0), by_partner: false,
  removed_at: null, forget_at: null, is_forgotten: false, ...set,
}) // prettier-ignore
const paynow = (channel_key: string, is_default: boolean): Setting => ({
  channel_key,
  type: 'QR_CODE',
  sub_type: 'PAYNOW',
  ...unset,
  is_enabled: true,
  is_default,
})
const rule = (ref: string, channels: string[], set: Partial<Rule> = {}): Rule => ({
  routing_ref: ref, version: 1, name: ref, conditions: {}, is_enabled: true, is_default: false, position: 0,
  channels: channels.map((channel_key) => ({ channel_key, method_key: '', rank: 1, weight: 1, is_enabled: true })),
  created_at: new Date(0), updated_at: new Date(0), ...set,
}) // prettier-ignore
const side = (channels: Row[], more: Partial<Side> = {}): Side => ({
  channels,
  removed: [],
  settings: [],
  rules: [],
  ...more,
})
const real: Able = { supports: () => true, simulates: (provider) => provider === 'simulator' }
const planOf = (sandbox: Side, live: Side, able = real) => shownPlan(planCopy({ sandbox, live }, able))
const channelsOf = (...of: Parameters<typeof planOf>) =>
  planOf(...of).channels.map(({ channel_key, state, why }) => [channel_key, state, why].filter(Boolean).join(' '))

describe('a channel', () => {
  it('cannot be copied from the simulator, a lender, to the place of another, or without an adapter', () => {
    expect(channelsOf(side([row('SIMULATOR')]), side([]))).toEqual(['SIMULATOR blocked simulated'])
    expect(channelsOf(side([row('SIMULATOR')]), side([]), { ...real, simulates: () => false })).toEqual([
      'SIMULATOR make',
    ])
    expect(channelsOf(side([row('STRIPE')]), side([]), { ...real, supports: () => false })).toEqual([
      'STRIPE blocked not_supported',
    ])
    expect(channelsOf(side([row('ADYEN', { provider: '' })]), side([]), { ...real, supports: () => false })).toEqual([
      'ADYEN make',
    ])
    expect(channelsOf(side([row('STRIPE', { is_lent: true })]), side([]))).toEqual(['STRIPE blocked lent'])
    expect(channelsOf(side([row('STRIPE')]), side([row('STRIPE', { is_lent: true })]))).toEqual(['STRIPE blocked lent'])
    const payouts = row('XENDIT', { pay_type: 'PAYOUT' })
    expect(channelsOf(side([row('XENDIT')]), side([payouts]))).toEqual(['XENDIT blocked key_taken'])
    expect(channelsOf(side([payouts]), side([]))).toEqual([])
  })

  it('has no name twice in live mode, however names move', () => {
    const sandbox = side([row('STRIPE', { name: 'A' }), row('PAYPAL', { name: 'B' })])
    const swapped = side([row('STRIPE', { name: 'B' }), row('PAYPAL', { name: 'A' })])
    expect(channelsOf(sandbox, swapped)).toEqual(['STRIPE change', 'PAYPAL change'])
    expect(channelsOf(sandbox, side([row('XENDIT', { name: 'a' })]))).toEqual([
      'STRIPE blocked name_taken', 'PAYPAL make', 'XENDIT left',
    ]) // prettier-ignore
    // What keeps its name takes it from the next.
    const chain = side([row('XENDIT', { name: 'A' }), row('STRIPE', { name: 'B' })])
    expect(channelsOf(sandbox, chain)).toEqual([
      'STRIPE blocked name_taken',
      'PAYPAL blocked name_taken',
      'XENDIT left',
    ])
  })

  it('is one of as many as live mode can have', () => {
    const full = Array.from({ length: limits.channels - 1 }, (_, at) => row(`ADYEN_${at}`))
    expect(channelsOf(side([row('STRIPE'), row('PAYPAL')]), side(full)).slice(0, 2)).toEqual([
      'STRIPE make', 'PAYPAL blocked no_place',
    ]) // prettier-ignore
  })
})

describe('a default', () => {
  const stripe = side([row('STRIPE')], { settings: [paynow('STRIPE', false)] })
  it('of a channel that stays behind takes none away', () => {
    const sandbox = side([row('SIMULATOR'), row('STRIPE')], {
      settings: [paynow('SIMULATOR', true), paynow('STRIPE', false)],
    })
    const live = side([row('STRIPE')], { settings: [paynow('STRIPE', true)] })
    expect(channelsOf(sandbox, live)).toEqual(['SIMULATOR blocked simulated', 'STRIPE same'])
  })

  it('that moves is taken from a channel of live mode alone, and shown there', () => {
    const sandbox = side([row('STRIPE')], { settings: [paynow('STRIPE', true)] })
    const live = side([row('STRIPE'), row('XENDIT')], { settings: [paynow('STRIPE', false), paynow('XENDIT', true)] })
    expect(planOf(sandbox, live).channels.map(({ channel_key, changes }) => [channel_key, changes])).toEqual([
      ['STRIPE', { 'QR_CODE.PAYNOW.is_default': { before: false, after: true } }],
      ['XENDIT', { 'QR_CODE.PAYNOW.is_default': { before: true, after: false } }],
    ])
    expect(channelsOf(stripe, live)).toEqual(['STRIPE same', 'XENDIT left'])
  })

  it('rule that stays behind takes no other its place', () => {
    const sandbox = side([row('SIMULATOR')], { rules: [rule('one', ['SIMULATOR'], { is_default: true })] })
    const live = side([], { rules: [rule('two', [], { is_default: true })] })
    expect(planOf(sandbox, live).rules.map(({ name, state, why, missing }) => [name, state, why, ...missing])).toEqual([
      ['one', 'blocked', 'channel_missing', 'SIMULATOR'],
      ['two', 'left', ''],
    ])
  })
})

it('a rule may name what is copied with it, and is one of as many as there can be', () => {
  const rules = Array.from({ length: limits.routingRules - 1 }, (_, at) => rule(`live-${at}`, []))
  const sandbox = side([row('STRIPE')], { rules: [rule('one', ['STRIPE']), rule('two', ['STRIPE'])] })
  expect(
    planOf(sandbox, side([], { rules }))
      .rules.slice(0, 2)
      .map(({ state, why }) => [state, why]),
  ).toEqual([
    ['make', ''],
    ['blocked', 'no_place'],
  ])
  const external = side([row('ADYEN', { provider: '' })], { rules: [rule('one', ['ADYEN'])] })
  expect(planOf(external, side([])).rules).toMatchObject([{ state: 'blocked', missing: ['ADYEN'] }])
})

it('a digest is another as soon as anything is that is written or shown, and the same for the same', () => {
  const sandbox = (set: Partial<Row>, weight = 1) =>
    side([row('STRIPE', set)], {
      settings: [paynow('STRIPE', false)],
      rules: [
        {
          ...rule('one', ['STRIPE']),
          channels: [{ channel_key: 'STRIPE', method_key: '', rank: 1, weight, is_enabled: true }],
        },
      ],
    })
  const digest = (one: Side, live = side([])) => planOf(one, live).digest
  expect(digest(sandbox({}))).toBe(digest(sandbox({ is_enabled: false, credentials_version: 2 })))
  const others = [
    digest(sandbox({})), digest(sandbox({ name: 'Cards' })), digest(sandbox({ country: 'SG' })), digest(sandbox({}, 2)),
    digest(sandbox({}), side([row('STRIPE')])), digest(sandbox({}), side([row('XENDIT')])),
    digest(sandbox({}), side([], { rules: [rule('one', ['STRIPE'], { name: 'Old' })] })),
  ] // prettier-ignore
  expect(new Set(others).size).toBe(others.length)
})
