import { expect, it } from 'vitest'
import { limitsBody, limitsErrors, ownLimits } from './limits-form.ts'

it('shows what the merchant has set, and not what the provider allows anyway', () => {
  const provider = [{ currency: 'SGD' as const, minimum: 1, maximum: 10_000 }]
  const set = [
    { currency: 'SGD' as const, minimum: 5, maximum: 10_000 },
    { currency: 'JPY' as const, minimum: null, maximum: 90_000 },
  ]
  expect(ownLimits({ limits: set, channel_limits: provider })).toEqual([
    { currency: 'SGD', minimum: '5.00', maximum: '' },
    { currency: 'JPY', minimum: '', maximum: '90000' },
  ])
  expect(ownLimits({ limits: provider, channel_limits: provider })).toEqual([])
})

it('sends typed amounts as numbers, and nothing for an empty field', () => {
  expect(limitsBody([{ currency: 'SGD', minimum: '1,234.50', maximum: '' }])).toEqual([
    { currency: 'SGD', minimum: 1_234.5, maximum: null },
  ])
})

it('refuses a largest amount below the smallest one', () => {
  const reasons = (minimum: string, maximum: string) =>
    limitsErrors([{ currency: 'SGD', minimum, maximum }]).map(({ path, reason }) => `${path} ${reason}`)
  expect(reasons('10', '9.99')).toEqual(['limits.0.maximum below_minimum'])
  expect(reasons('10', '10')).toEqual([])
  expect(reasons('', '1')).toEqual([])
})
