import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { feeOf } from '#contract/kit/money.ts'
import { exactOfMinor, exactText, factorOf } from '#server/recon-files/read/exact.ts'
import { expectedFee, type Taken } from './expected.ts'
import { exact, factor, planOf } from './fixtures.ts'
import type { Plan } from './plan.ts'

const of = (gross: string, said: Partial<Taken> = {}): Taken => ({
  gross: exact(gross),
  currency: 'EUR',
  netCurrency: 'EUR',
  rate: null,
  ...said,
})
const told = (plan: Plan, taken: Taken) => {
  const found = expectedFee(plan, taken)
  return found && [exactText(found.fee, 2), exactText(found.tax, 2)]
}

describe('what a plan says that a transaction costs', () => {
  it('is the larger of minimum and percent, and flat on top, with tax on it', () => {
    const plan = planOf({ percent: factor('2.9'), minimum: exact('1'), flat: exact('0.30'), tax: factor('8') })
    expect(told(plan, of('10'))).toEqual(['1.30', '0.10'])
    expect(told(plan, of('200'))).toEqual(['6.10', '0.49'])
  })

  it('is what a payment would be charged at capture, whatever the terms', () => {
    const minor = fc.bigInt({ min: 0n, max: 10n ** 9n })
    const percent = fc.integer({ min: 0, max: 1_000_000 }).map((ten) => (ten / 10_000).toFixed(4))
    fc.assert(
      fc.property(minor, percent, minor, minor, percent, fc.boolean(), fc.boolean(), (gross, rate, least, flat, tax, isIn, isUp) => {
        const terms = { percentFee: rate, minimumFeeMinor: least, flatFeeMinor: flat, taxPercent: tax, taxIncluded: isIn }
        const charged = feeOf(gross, { ...terms, ...(isUp && { rounding: 'half_up' as const }) })
        const [minimum, flatFee] = [exactOfMinor(least, 2), exactOfMinor(flat, 2)]
        const rounding = isUp ? 'half_up' : 'half_even'
        const plan = planOf({ percent: factor(rate), minimum, flat: flatFee, tax: factor(tax), taxIncluded: isIn, rounding })
        const found = expectedFee(plan, of('0', { gross: exactOfMinor(gross, 2) }))
        expect([found?.fee, found?.tax]).toEqual([exactOfMinor(charged.feeMinor, 2), exactOfMinor(charged.taxMinor, 2)])
      }),
    ) // prettier-ignore
  })

  it('rounds halves to the even neighbour, or up where the plan says so', () => {
    expect(told(planOf({ percent: factor('2.5') }), of('1'))).toEqual(['0.02', '0.00'])
    expect(told(planOf({ percent: factor('2.5'), rounding: 'half_up' }), of('1'))).toEqual(['0.03', '0.00'])
  })

  it('takes an included tax out of the fee', () => {
    const plan = planOf({ percent: factor('2.36'), tax: factor('18'), taxIncluded: true })
    expect(told(plan, of('100'))).toEqual(['2.00', '0.36'])
  })

  it('knows the decimals of every currency', () => {
    const plan = planOf({ percent: factor('1.3') })
    expect(told(plan, of('99', { currency: 'JPY', netCurrency: 'JPY' }))).toEqual(['1.00', '0.00'])
    expect(told(plan, of('9.995', { currency: 'KWD', netCurrency: 'KWD' }))).toEqual(['0.13', '0.00'])
    expect(told(plan, of('9.997', { currency: 'KWD', netCurrency: 'KWD' }))).toEqual(['0.13', '0.00'])
  })

  it('exchanges the gross first when the plan is in the settlement currency, else what comes of it', () => {
    const taken = of('100', { currency: 'USD', rate: factorOf('0.925') })
    const terms = { percent: factor('1'), flat: exact('0.25') }
    expect(told(planOf({ ...terms, currency: 'EUR' }), taken)).toEqual(['1.17', '0.00']) // 92.50 × 1 % + 0.25 EUR, 0.925 to 0.92
    expect(told(planOf({ ...terms, currency: 'USD' }), taken)).toEqual(['1.16', '0.00']) // 1.25 USD × 0.925 = 1.15625
    expect(told(planOf({ ...terms, currency: 'USD' }), of('100', { currency: 'USD' }))).toBeNull()
  })

  it('sums the components of a foodtech plan, each of its base and taxed on its own', () => {
    const components = [
      { name: 'Commission', base: 'order', percent_fee: '15', flat_fee: '0', tax_percentage: '10' },
      { name: 'Delivery', base: 'delivery', percent_fee: '5', flat_fee: '0.50', tax_percentage: '0' },
      { name: 'Marketing', base: 'net_of_discount', percent_fee: '1', flat_fee: '0', tax_percentage: '20' },
    ] as const
    const plan = planOf({ components })
    expect(told(plan, of('40', { delivery: exact('4'), discount: exact('10') }))).toEqual(['7.00', '0.66'])
    expect(told(plan, of('40'))).toBeNull()
  })
})
