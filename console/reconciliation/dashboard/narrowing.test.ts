import { expect, it } from 'vitest'
import { filtersOf, flowTypeOf, sharedSearch, sideOf } from './narrowing.ts'

const box = (status: Parameters<typeof filtersOf>[0]['record_filter']['status'], mismatches: Parameters<typeof filtersOf>[0]['record_filter']['mismatches'] = []) =>
  filtersOf({ record_filter: { data_source: 'A', status, mismatches } }) // prettier-ignore

it('the filters of a list say what the records of a box are found by', () => {
  expect(box('')).toEqual({})
  expect(box('unreconciled')).toEqual({ status: 'duplicate,missing_in_settlement,missing_in_transactions,expected' })
  expect(box('SankeyReconOrders', ['mismatch_no'])).toEqual({
    status: 'amount_mismatch,fee_mismatch,tax_mismatch,date_shift,matched',
    mismatches: 'no_mismatch',
  })
  expect(box('SankeyReconOrders', ['mismatch_fee'])).toMatchObject({ mismatches: 'fee' })
  expect(box('SankeyUnmatchedSku')).toMatchObject({ sku: 'spare' })
})

it('a flow is of the side on which it begins, and what matches of ours', () => {
  expect(['sale_transactions', 'sale_settlements', 'reconciled_sale_settlements', 'mismatch_fee'].map((id) => sideOf(id as 'mismatch_fee'))).toEqual(['a', 'b', 'a', 'a']) // prettier-ignore
})

it('an address keeps what chart and lists share, and the type of a list is that of the chart', () => {
  expect(sharedSearch({ tab: 'bank', pair: '2', days: '30', currency: 'USD', status: 'matched', cursor: 'x' })).toEqual({ pair: '2', days: '30', currency: 'USD' }) // prettier-ignore
  expect(flowTypeOf({ record_type: 'refund,refund_reversal' })).toBe('refund')
  expect(flowTypeOf({})).toBe('payment')
})
