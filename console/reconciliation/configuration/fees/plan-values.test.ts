import { expect, it } from 'vitest'
import { emptyPart, emptyPlan, startOf, termsBody } from './plan-values.ts'

it('what was emptied in the form is no longer a condition, and what was typed in Arabic digits is sent in ours', () => {
  const body = termsBody({ ...emptyPlan, percent_fee: '٢٫٩', flat_fee: '1,000.5', currency: 'SGD', months: '3' }, true)
  expect(body).toMatchObject({
    txn_type: 'payment', payment_method: '', amount_from: null, amount_to: null, valid_from: null, months: 3, percent_fee: '2.9',
    flat_fee: '1000.5', minimum_fee: '0', tax_percentage: '0',
  }) // prettier-ignore
  expect(body).not.toHaveProperty('settlement_days')
  expect(termsBody({ ...emptyPlan }, true)).not.toHaveProperty('percent_fee')
})

it('a plan of components sends these alone, and a plan that is there keeps its type', () => {
  const body = termsBody({ ...emptyPlan, percent_fee: '2', components: [{ ...emptyPart, name: 'Commission', percent_fee: '20' }] }, false) // prettier-ignore
  expect(body).not.toHaveProperty('txn_type')
  expect(body).not.toHaveProperty('percent_fee')
  expect(body).toMatchObject({
    components: [{ name: 'Commission', base: 'order', percent_fee: '20', flat_fee: '0', tax_percentage: '0' }],
  })
})

it('a plan that is there fills the form, and the form makes the same plan again', () => {
  const plan = {
    uuid: 'a', payment_channel_key: 'X', txn_type: 'payment', payment_method: 'CARD', payment_sub_type: '', currency: 'SGD', country: 'SG',
    amount_from: '0', amount_to: '100', months: 3, percent_fee: '2.9', minimum_fee: '0.5', flat_fee: '0', tax_percentage: '8',
    tax_included: true, settlement_days: 2, rounding: 'half_up', enabled: true, valid_from: '2026-01-01 00:00:00', valid_to: null,
    components: [], specificity: 5, parent_uuid: null, used: true, lent: false, created_by: '', created_at: '2026-01-01 00:00:00',
  } as const // prettier-ignore
  const { uuid, isNew: _, used, ...values } = startOf({ ...plan, components: [] })
  expect([uuid, used]).toEqual(['a', true])
  expect(termsBody({ ...emptyPlan, ...values }, false)).toEqual({
    payment_method: 'CARD', payment_sub_type: '', currency: 'SGD', country: 'SG', amount_from: '0', amount_to: '100', months: 3,
    percent_fee: '2.9', minimum_fee: '0.5', flat_fee: '0', tax_percentage: '8', tax_included: true, settlement_days: 2,
    rounding: 'half_up', enabled: true, valid_from: '2026-01-01 00:00:00', valid_to: null,
  }) // prettier-ignore
})
