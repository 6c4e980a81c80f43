import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { refundParts, type Sums } from './refund-parts.ts'

const sums = (changes: Partial<Sums> = {}): Sums => ({
  currency: 'SGD',
  captured: 16.2,
  refunded: 5.4,
  refunding: 0,
  ...changes,
})

describe('the parts of a payment in the form of a refund', () => {
  it('takes no more than is left, with the decimals of the currency', () => {
    expect(refundParts(sums(), 99_999)).toEqual({ now: 10.8, left: 0 })
    expect(refundParts(sums(), 10.7)).toEqual({ now: 10.7, left: 0.1 })
  })
  it('takes nothing while no amount is entered', () => {
    expect(refundParts(sums(), Number.NaN)).toEqual({ now: 0, left: 10.8 })
    expect(refundParts(sums(), -1)).toEqual({ now: 0, left: 10.8 })
  })
  it('has an exact sum for every amount', () => {
    const cents = fc.integer({ min: 0, max: 99_999_999 })
    fc.assert(
      fc.property(cents, cents, cents, (refunded, refunding, rest) => {
        const captured = (refunded + refunding + rest) / 100
        const parts = refundParts(sums({ captured, refunded: refunded / 100, refunding: refunding / 100 }), captured)
        expect(parts).toEqual({ now: rest / 100, left: 0 })
      }),
    )
  })
})
