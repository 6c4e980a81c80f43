import { describe, expect, it } from 'vitest'
import { hasRealFiles, realFile } from '#test/real-files.ts'
import { amount, readBy, sumOf, told } from './reading-fixtures.ts'

const titles =
  'entity_id,type,debit,credit,amount,currency,fee,tax,created_at,settled_at,settlement_id,payment_id,order_receipt'
const small = [
  titles,
  'pay_1,payment,0,97640,100000,INR,2360,360,1567692556,1568176960,setl_1,,receipt-1',
  'rfnd_1,refund,25000,0,25000,INR,0,0,1567692556,1568176960,setl_1,pay_1,',
  'adj_1,adjustment,0,1012,1012,INR,0,0,1567692556,1568176960,setl_1,,',
].join('\n')

describe("Razorpay's settlement recon", () => {
  it('is in paise and of unix seconds; the tax stands inside the fee, and a record has them apart', async () => {
    const { records } = await readBy('RAZORPAY_SETTLEMENT', { text: small })
    expect(
      records.map(({ type, gross, fee, tax, net, off }) => [type, ...[gross, fee, tax, net].map(amount), off]),
    ).toEqual([
      ['payment', '1000', '20', '3.6', '976.4', null],
      ['refund', '-250', '0', '0', '-250', null],
      ['adjustment', '10.12', '0', '0', '10.12', null],
    ])
    expect(records[0]).toMatchObject({
      at: '2019-09-05T14:09:16.000Z',
      bookedOn: '2019-09-11',
      batch: 'setl_1',
      merchantRef: 'receipt-1',
    })
  })
})

describe.runIf(hasRealFiles)("Razorpay's settlement recon, of its documentation", () => {
  it('981.12 in, 3,427.96 out, 31.96 of fees with 0.46 of tax inside', async () => {
    const { records, summary } = await readBy('RAZORPAY_SETTLEMENT', {
      path: realFile('razorpay/settlement_recon_documented.csv'),
    })
    const nets = records.map(({ net }) => net ?? 0n)
    expect(sumOf(nets.filter((net) => net > 0n))).toBe('981.12')
    expect(sumOf(nets.filter((net) => net < 0n))).toBe('-3427.96')
    expect(sumOf(records.map(({ fee, tax }) => fee + tax))).toBe('31.96')
    expect(sumOf(records.map(({ tax }) => tax))).toBe('0.46')
    expect(records.map(({ type }) => type)).toEqual(['payment', 'refund', 'transfer', 'adjustment'])
    expect(records.flatMap(({ marks }) => marks)).toEqual([])
    expect(summary.proofs.map(told)).toEqual(['balance INR not_stated -2446.84'])
  })
})
