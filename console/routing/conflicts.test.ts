import { describe, expect, it } from 'vitest'
import type { CatalogueChannel } from '#contract/channel-shapes.ts'
import type { PayChannel } from '#contract/channels.ts'
import type { RoutingRule } from '#contract/routing-shapes.ts'
import { channelConflict, takenBefore } from './conflicts.ts'

const way = {
  type: 'WALLET' as const,
  sub_type: 'GRABPAY',
  display_name: 'GrabPay',
  countries: ['SG', 'MY'],
  currencies: ['SGD' as const, 'MYR' as const],
  refunds: { kind: 'none' as const, days: null, most: null },
  limits: [{ currency: 'SGD' as const, minimum: 1, maximum: 500 }],
  authorises: false,
}
const entry = { key: 'GRAB', name: 'Grab', type: 'Gateway', currencies: [], ways: [way] } as unknown as CatalogueChannel
const own = (key: string, more: Partial<PayChannel> = {}) =>
  ({ key, catalogue_key: 'GRAB', type: 'Gateway', country: 'GLOBAL', is_enabled: true, ...more }) as PayChannel

describe('a channel of a rule', () => {
  const found = (conditions: RoutingRule['conditions'], more: Partial<PayChannel> = {}, method_key: 'CARD' | '' = '') =>
    channelConflict({ channel_key: 'GRAB', method_key }, conditions, { own: [own('GRAB', more)], catalogue: [entry] })

  it('is told that can take none of the payments of the rule', () => {
    expect(found({})).toBeNull()
    expect(found({ currencies: ['USD'] })).toBe('unfit')
    expect(found({ countries: ['TH'] })).toBe('unfit')
    expect(found({ methods: [{ type: 'CARD', sub_type: '' }] })).toBe('unfit')
    expect(found({}, {}, 'CARD')).toBe('unfit')
    expect(found({ amount: [{ currency: 'SGD', min: 500.01, max: null }] })).toBe('unfit')
    expect(found({ amount: [{ currency: 'SGD', min: 500, max: null }] })).toBeNull()
    expect(found({ countries: ['MY'] }, { country: 'SG' })).toBe('unfit')
    expect(found({ countries: ['SG'] }, { country: 'SG' })).toBeNull()
  })

  it('is told that is disabled, only reconciles or is not there', () => {
    expect(found({}, { is_enabled: false })).toBe('disabled')
    expect(found({}, { type: 'External' })).toBe('external')
    expect(channelConflict({ channel_key: 'X', method_key: '' }, {}, { own: [], catalogue: [entry] })).toBe('gone')
  })
})

describe('a rule', () => {
  const rule = (routing_ref: string, conditions: RoutingRule['conditions'], more = {}) =>
    ({ routing_ref, conditions, is_enabled: true, is_default: false, ...more }) as RoutingRule

  it('names the rules in the list that take all of it', () => {
    const [sgd, off, myr, both, any] = [
      rule('1', { currencies: ['SGD'] }),
      rule('2', {}, { is_enabled: false }),
      rule('3', { currencies: ['MYR'] }),
      rule('4', { currencies: ['SGD', 'MYR'] }),
      rule('5', {}, { is_default: true }),
    ] as const
    const all = [sgd, off, myr, both, any]
    expect(all.map((one) => takenBefore(all, one))).toEqual([null, null, null, [0, 2], null])
    expect(takenBefore([both, sgd], sgd)).toEqual([0])
  })

  it('says that no payment can meet its conditions', () => {
    const none = rule('1', { currencies: ['SGD'], amount: [{ currency: 'MYR', min: null, max: null }] })
    expect(takenBefore([none], none)).toEqual([])
    const byDefault = { ...none, is_default: true }
    expect(takenBefore([byDefault], byDefault)).toEqual([])
  })
})
