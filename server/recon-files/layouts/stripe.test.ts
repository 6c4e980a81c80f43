import { describe, expect, it } from 'vitest'
import { hasRealFiles, realFile } from '#test/real-files.ts'
import { amount, countsOf, readBy, told } from './reading-fixtures.ts'

const titles =
  'balance_transaction_id,payment_metadata[order_id],source_id,created,available_on,automatic_payout_effective_at,currency,gross,fee,net,reporting_category,automatic_payout_id'
const line = (id: string, order: string, gross: string, fee: string, net: string, category: string, payout: string) =>
  `${id},${order},,2026-01-30 10:11:12,2026-01-31 00:00:00,2026-01-31 00:00:00,usd,${gross},${fee},${net},${category},${payout}`
const small = [
  titles,
  line('txn_1', 'order-1', '25', '0.95', '24.05', 'charge', 'po_1'),
  line('txn_2', 'order-2', '-10', '0', '-10', 'refund', 'po_1'),
  line('txn_3', '', '-0.125', '0', '-0.125', 'fee', 'po_1'),
  line('txn_4', 'order-3', '3.35', '0', '3.35', 'dispute_reversal', ''),
  line('txn_5', '', '14.88', '0', '13.92', 'payout', 'po_1'),
].join('\n')

describe("Stripe's payout reconciliation", () => {
  it('sums lines exactly and rounds once, half to even; what names no payout belongs to none', async () => {
    const { records, summary } = await readBy('STRIPE_PAYOUT_RECONCILIATION', { text: small })
    expect(summary.proofs.map(told)).toEqual(['payout po_1 USD proven 13.92', 'payout USD not_stated 3.35'])
    expect(amount(summary.proofs[0]?.remainder ?? null)).toBe('0.005')
    expect(records.map(({ merchantRef }) => merchantRef)).toEqual(['order-1', 'order-2', '', 'order-3', ''])
    expect(records.at(-1)).toMatchObject({ type: 'payout', net: -1_392_000_000n, marks: [] })
  })
})

describe.runIf(hasRealFiles)("Stripe's reports, of real files", () => {
  it('settlement_report: payout 23.05 proven, 3.35 in none', async () => {
    const { records, summary } = await readBy('STRIPE_PAYOUT_RECONCILIATION', {
      path: realFile('stripe/settlement_report.csv'),
    })
    expect(summary.proofs.map(told)).toEqual(['payout po_test123 USD proven 23.05', 'payout USD not_stated 3.35'])
    expect(countsOf(records.map(({ type }) => type))).toEqual({
      payment: 2,
      refund: 1,
      fee: 2,
      chargeback_reversal: 1,
      payout: 1,
    })
    // The merchant's reference stands in one of three columns.
    expect(records.slice(0, 3).map(({ merchantRef }) => merchantRef)).toEqual(['24315.1', '24316.1', '24317.1'])
    expect(records.flatMap(({ marks }) => marks)).toEqual([])
  })

  it('payments_activity: a charge and a dispute with its fee, in payouts that the file does not state', async () => {
    const { records, summary } = await readBy('STRIPE_BALANCE', { path: realFile('stripe/payments_activity.csv') })
    expect(records.map(({ type, gross, fee, net }) => [type, ...[gross, fee, net].map(amount)])).toEqual([
      ['payment', '30', '1.2', '28.8'],
      ['chargeback', '-30', '15', '-45'],
    ])
    expect(summary.proofs.map(told)).toEqual(['balance USD not_stated -16.2'])
  })
})
