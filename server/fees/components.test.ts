import { afterAll, beforeAll, expect, it } from 'vitest'
import type { FeePlan } from '#contract/fee-shapes.ts'
import { openCheckingFees, told, type CheckingFees } from './checking-fixtures.ts'

let fees: CheckingFees
beforeAll(async () => {
  fees = await openCheckingFees()
})
afterAll(() => fees.recon.close())

it('fees of components are held against the order, the delivery and the discount of each line, to the cent', async () => {
  const components = [
    { name: 'Commission', base: 'order', percent_fee: '15', tax_percentage: '10' },
    { name: 'Delivery', base: 'delivery', percent_fee: '5', flat_fee: '0.50' },
    { name: 'Marketing', base: 'net_of_discount', percent_fee: '1' },
  ]
  const { merchant, ask, dataOf, saveMapping, loadHere, records } = fees.recon
  const path = `/merchants/${merchant.key}/paychannel/SIMULATOR/update-foodtech-fee-config-record`
  dataOf<FeePlan>(await ask('POST', path, { record: { currency: 'SGD', components } }))
  const input_header = { date: 'Date', amount: 'Order', txn_ref: 'Reference', delivery: 'Delivery', discount: 'Discount', fee: 'Fee', tax: 'Tax' } // prettier-ignore
  await saveMapping({
    file_prefix: 'food*',
    display_name: 'Food',
    input_header,
    reading: { type: 'payment', types: {} },
  })
  const lines = [
    'Date,Reference,Order,Delivery,Discount,Fee,Tax',
    '2026-10-01 10:00:00,F1,40.00,4.00,5.00,7.05,0.60',
    // 4.9995, 0.1625 and 0.3111 are each rounded, then added.
    '2026-10-01 10:00:00,F2,33.33,3.25,2.22,5.97,0.50',
    '2026-10-01 10:00:00,F3,40.00,4.00,-5.00,7.05,0.60',
    '2026-10-01 10:00:00,F4,40.00,4.00,5.00,7.06,0.60',
    '2026-10-01 10:00:00,F5,40.00,,5.00,7.05,0.60',
  ]
  const { recon_id } = await loadHere(Buffer.from(lines.join('\n')), 'food.csv')
  await fees.check()
  const read = await records(recon_id)
  expect(read.map(({ delivery, discount }) => [delivery, discount])).toEqual([
    ['4', '5'],
    ['3.25', '2.22'],
    ['4', '-5'],
    ['4', '5'],
    [null, '5'],
  ])
  const found = await fees.mismatches()
  expect(told(found)).toEqual(['F4 7.06 7.05 0.01'])
  expect(found[0]?.formula?.components.map(({ name, base, fee, tax }) => [name, base, fee, tax])).toEqual([
    ['Commission', '40', '6', '0.6'],
    ['Delivery', '4', '0.7', '0'],
    ['Marketing', '35', '0.35', '0'],
  ])
  expect(told(await fees.mismatches({ outcome: 'exact' }))).toEqual([
    'F1 7.05 7.05 0',
    'F2 5.97 5.97 0',
    'F3 7.05 7.05 0',
  ])
  expect((await fees.mismatches({ outcome: 'no_base' })).map(({ txn_ref }) => txn_ref)).toEqual(['F5'])
})
