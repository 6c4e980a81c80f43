import { describe, expect, it } from 'vitest'
import { updateRoute } from '#contract/routing.ts'
import { schemaErrors } from '#console/kit/form/schema-errors.ts'
import { bodyOf, contentOf, emptyRule, fieldOf, ruleErrors, valuesOf, type RuleContent } from './rule-values.ts'

const rule: RuleContent = {
  name: 'Large cards',
  is_enabled: true,
  conditions: {
    currencies: ['SGD', 'JPY'],
    countries: ['SG'],
    methods: [{ type: 'WALLET', sub_type: 'GRABPAY' }, { type: 'CARD', sub_type: '' }],
    sources: ['payment_link'],
    weekdays: [1, 5],
    from_hour: 0,
    to_hour: 24,
    amount: [{ currency: 'SGD', min: 10.5, max: null }, { currency: 'JPY', min: null, max: 5000 }],
  },
  channels: [
    { channel_key: 'STRIPE', method_key: '', rank: 1, weight: 3, is_enabled: true },
    { channel_key: 'XENDIT', method_key: 'WALLET', rank: 2, weight: 0, is_enabled: false },
  ],
} // prettier-ignore

describe('the form of a rule', () => {
  it('sends the rule that it was filled in from, unchanged', () => {
    expect(bodyOf(valuesOf(rule))).toEqual(rule)
    expect(contentOf(valuesOf(rule))).toEqual(rule)
    const plain = { ...rule, conditions: {} }
    expect(bodyOf(valuesOf(plain))).toEqual(plain)
  })

  it('is refused at the fields that are wrong', () => {
    const fields = (values: Partial<typeof emptyRule>) => {
      const whole = { ...valuesOf(rule), ...values }
      const body = { ...bodyOf(whole), revision: 1 }
      return [...schemaErrors(updateRoute.body, body), ...ruleErrors(whole)].map(({ path }) => fieldOf(path))
    }
    expect(fields({})).toEqual([])
    expect(fields({ name: ' ' })).toEqual(['name'])
    expect(fields({ channels: [] })).toEqual(['channels'])
    const [first] = valuesOf(rule).channels
    if (first) expect(fields({ channels: [{ ...first, weight: '' }] })).toEqual(['channels.0.weight'])
    if (first) expect(fields({ channels: [{ ...first, weight: '1001' }] })).toEqual(['channels.0.weight'])
    expect(fields({ amount: [{ currency: 'JPY', min: '0.5', max: '' }] })).toEqual(['amount.0.min'])
    expect(fields({ amount: [{ currency: 'SGD', min: '5', max: '4' }] })).toEqual(['amount.0.max'])
    expect(fields({ amount: [{ currency: 'SGD', min: 'x', max: '' }] })).toEqual(['amount.0.min'])
    expect(fields({ from_hour: '8', to_hour: '8' })).toEqual(['to_hour'])
    expect(fieldOf('conditions.methods.1.sub_type')).toBe('ways')
    expect(fieldOf('conditions.currencies.0')).toBe('currencies')
  })
})
