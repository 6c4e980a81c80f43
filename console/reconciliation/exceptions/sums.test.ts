import { describe, expect, it } from 'vitest'
import { sumsOf } from './sums.ts'

const row = { amount: '10', net: null, currency: 'SGD', net_currency: '', amount_mismatch: '0', fee_mismatch: '0', tax_mismatch: '0' } // prettier-ignore

describe('what chosen exceptions come to', () => {
  it('stays apart by currency, exact to the last decimal', () => {
    const rows = [{ ...row, amount: '0.1' }, { ...row, amount: '0.2', amount_mismatch: '-0.30000001' }, { ...row, currency: 'JPY', amount: '1500' }] // prettier-ignore
    expect(sumsOf(rows)).toEqual([
      { currency: 'JPY', count: 1, amount: '1500', difference: '0' },
      { currency: 'SGD', count: 2, amount: '0.3', difference: '-0.30000001' },
    ])
  })
  it('has differences of fees in the currency in which they were charged', () => {
    expect(sumsOf([{ ...row, net_currency: 'USD', fee_mismatch: '0.5', tax_mismatch: '0.1' }])).toEqual([
      { currency: 'SGD', count: 1, amount: '10', difference: '0' },
      { currency: 'USD', count: 0, amount: '0', difference: '0.6' },
    ])
  })
  it('takes the net of a line that states no gross', () => {
    const sums = sumsOf([{ ...row, amount: null, currency: '', net: '9.7', net_currency: 'EUR' }])
    expect(sums).toEqual([{ currency: 'EUR', count: 1, amount: '9.7', difference: '0' }])
  })
})
