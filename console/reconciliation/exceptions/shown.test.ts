import { describe, expect, it } from 'vitest'
import { settlementOf, shownOf } from './shown.ts'

const record = { side: 'a', key: 'k', status: 'amount_mismatch', amount: '10', currency: 'SGD', amount_off: '0', fee_off: '0', tax_off: '0' } // prettier-ignore
const decision = { status: 'amount_mismatch', amount_off: '-1', fee_off: '0.2', tax_off: '0', currency: 'SGD', records: [record] } // prettier-ignore

describe('the numbers of a proposal', () => {
  it('are the difference of a match, or all that a record alone is of', () => {
    expect(shownOf({ shown: decision, currency: 'SGD' })).toMatchObject({
      difference: '-0.8',
      status: 'amount_mismatch',
    })
    const alone = { ...decision, status: 'missing_in_settlement', amount_off: '0', fee_off: '0' }
    expect(shownOf({ shown: alone, currency: 'SGD' })).toMatchObject({ difference: '10' })
  })
  it('are the proof of a settlement', () => {
    const shown = { batch: 'B1', computed: '97', payout: '96.5', proof: '0.5' }
    expect(shownOf({ shown, currency: 'SGD' })).toMatchObject({ difference: '0.5', records: [] })
    expect(settlementOf({ shown, currency: 'SGD' })).toEqual(shown)
    expect(settlementOf({ shown: decision, currency: 'SGD' })).toBeUndefined()
  })
})
