import { describe, expect, it } from 'vitest'
import { exactText } from '#server/recon-files/read/exact.ts'
import { checkFee, toleranceOf, type Charged } from './check.ts'
import { chargedOf, exact, factor, planOf } from './fixtures.ts'
import { overlaps, plansFor, type Plan } from './plan.ts'

const two = planOf({ percent: factor('2') })
const outcome = (said: Partial<Charged>, tolerance = '0', plans: readonly Plan[] = [two]) => {
  const found = checkFee(chargedOf(said), plans, tolerance)
  return found && `${found.outcome} ${exactText(found.difference, 2)}`
}

describe('a charged fee against what was agreed', () => {
  it('is a mismatch beyond the tolerance, and not at it', () => {
    expect(outcome({ fee: exact('2') })).toBe('exact 0.00')
    expect(outcome({ fee: exact('2.01') })).toBe('mismatch 0.01')
    expect(outcome({ fee: exact('2.05') }, '0.05')).toBe('within 0.05')
    expect(outcome({ fee: exact('2.06') }, '0.05')).toBe('mismatch 0.06')
    expect(outcome({ fee: exact('1.95') }, '0.05')).toBe('within -0.05')
    expect(outcome({ fee: exact('2.00000001') })).toBe('mismatch 0.00000001')
  })

  it('has a tolerance of whole minor units, rounded down', () => {
    expect([toleranceOf('0.059', 'EUR'), toleranceOf('0.9', 'JPY'), toleranceOf('1', 'JPY')]).toEqual([
      exact('0.05'),
      0n,
      exact('1'),
    ])
  })

  it('notices a tax that makes up for the fee, unless the file states no tax', () => {
    const taxed = [planOf({ percent: factor('2'), tax: factor('50') })]
    expect(outcome({ fee: exact('2'), tax: exact('1') }, '0', taxed)).toBe('exact 0.00')
    expect(outcome({ fee: exact('1'), tax: exact('2') }, '0', taxed)).toBe('mismatch 0.00')
    expect(outcome({ fee: exact('3') }, '0', taxed)).toBe('exact 0.00')
  })

  it('leaves costs passed on alone', () => {
    expect(outcome({ fee: exact('2'), passedOn: exact('9') })).toBe('exact 0.00')
  })

  it('is given back with a reversal, by the plan of what is reversed', () => {
    const plans = [planOf({ type: 'refund', flat: exact('0.20'), currency: 'SGD' })]
    expect(outcome({ type: 'refund', gross: exact('-100'), fee: exact('0.20') }, '0', plans)).toBe('exact 0.00')
    expect(outcome({ type: 'refund_reversal', fee: exact('-0.20') }, '0', plans)).toBe('exact 0.00')
    expect(outcome({ type: 'refund_reversal', fee: exact('0.20') }, '0', plans)).toBe('mismatch 0.40')
  })

  it('is not checked without a plan of its type and time, and is no mismatch then', () => {
    expect(outcome({ type: 'chargeback', fee: exact('15') })).toBe('no_plan 0.00')
    expect(outcome({ type: 'payout' })).toBeNull()
    const later = [planOf({ percent: factor('2'), validFrom: new Date('2026-10-01T00:00:01Z') })]
    expect(outcome({ fee: exact('5') }, '0', later)).toBe('no_plan 0.00')
    expect(outcome({ gross: null, fee: exact('5') })).toBe('no_base 0.00')
  })
})

describe('of several plans', () => {
  const chosen = (plans: readonly Plan[], said: Partial<Charged> = {}) => checkFee(chargedOf(said), plans, '0')?.planId

  it('the most specific holds', () => {
    const plans = [
      planOf({ planId: 'any' }),
      planOf({ planId: 'card', method: 'CARD' }),
      planOf({ planId: 'visa', method: 'CARD', subType: 'VISA' }),
      planOf({ planId: 'large', method: 'visa', currency: 'SGD', amountFrom: exact('100'), amountTo: exact('500') }),
    ]
    expect(chosen(plans)).toBe('large')
    expect(chosen(plans, { gross: exact('99.99') })).toBe('visa')
    expect(chosen(plans, { gross: exact('500') })).toBe('visa')
    expect(chosen(plans, { method: 'mastercard' })).toBe('card')
    expect(chosen(plans, { method: 'ideal' })).toBe('any')
  })

  it('the one in the currency of the gross holds before one as specific in that of the settlement', () => {
    const plans = [planOf({ planId: 'net', currency: 'EUR' }), planOf({ planId: 'gross', currency: 'SGD' })]
    expect(chosen(plans, { netCurrency: 'EUR', rate: '0.68' })).toBe('gross')
  })

  it('two overlap only if they are as specific and could fit one transaction at one time', () => {
    const day = (date: string) => new Date(`2026-${date}T00:00:00Z`)
    const card = planOf({ method: 'CARD' })
    expect(overlaps(card, planOf({ method: 'card' }))).toBe(true)
    expect(overlaps(card, planOf({ currency: 'SGD' }))).toBe(true)
    expect(overlaps(card, planOf({ method: 'CARD', currency: 'SGD' }))).toBe(false)
    expect(overlaps(card, planOf({ method: 'ideal' }))).toBe(false)
    expect(overlaps(card, planOf({ method: 'CARD', type: 'refund' }))).toBe(false)
    expect(overlaps(card, planOf({ method: 'CARD', enabled: false }))).toBe(false)
    const first = planOf({ method: 'CARD', validTo: day('06-01') })
    expect(overlaps(first, planOf({ method: 'CARD', validFrom: day('06-01') }))).toBe(false)
    expect(overlaps(first, planOf({ method: 'CARD', validFrom: day('05-31') }))).toBe(true)
    const small = planOf({ currency: 'SGD', amountTo: exact('100') })
    expect(overlaps(small, planOf({ currency: 'SGD', amountFrom: exact('100') }))).toBe(false)
    expect(overlaps(small, planOf({ currency: 'SGD', amountFrom: exact('99.99') }))).toBe(true)
    expect(plansFor([card, small], { ...transaction, gross: exact('99.99') })).toHaveLength(2)
  })
})
const transaction = { type: 'payment', method: 'CARD', subType: '', gross: 0n, currency: 'SGD', netCurrency: 'SGD', settled: 0n, country: '', months: null, at: new Date(0) } as const // prettier-ignore
