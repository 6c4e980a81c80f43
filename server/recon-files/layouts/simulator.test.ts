import { expect, it } from 'vitest'
import { amount, readBy, told } from './reading-fixtures.ts'

const titles =
  'line_id,type,payment_reference,merchant_reference,occurred_at,booked_on,currency,gross,fee,tax,passed_on,net,net_currency,rate,batch,method,country'
const small = [
  titles,
  'ln_1,payment,pay_1,order-1,2026-03-01T10:00:00.000Z,2026-03-01,USD,100.00,-2.90,-0.29,-0.20,96.61,USD,1,1-USD,CARD,US',
  'ln_2,refund,pay_1,order-1,2026-03-01T12:00:00.000Z,2026-03-01,USD,-10.00,-0.10,-0.01,0.00,-10.11,USD,1,1-USD,CARD,US',
  'ln_po_1-USD,payout,po_1-USD,,2026-03-02T00:00:00.000Z,2026-03-01,USD,-86.50,0.00,0.00,0.00,-86.50,USD,1,1-USD,,',
].join('\n')

it("the simulator's file has all amounts from the merchant's side; what was taken is negative, and its payout is proven", async () => {
  const { records, summary } = await readBy('SIMULATOR', { text: small })
  expect(
    records.map(({ type, gross, fee, tax, passedOn, net }) => [type, ...[gross, fee, tax, passedOn, net].map(amount)]),
  ).toEqual([
    ['payment', '100', '2.9', '0.29', '0.2', '96.61'],
    ['refund', '-10', '0.1', '0.01', '0', '-10.11'],
    ['payout', '-86.5', '0', '0', '0', '-86.5'],
  ])
  expect(records.flatMap(({ marks }) => marks)).toEqual([])
  expect(summary.proofs.map(told)).toEqual(['payout 1-USD USD proven 86.5'])
})
