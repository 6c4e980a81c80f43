import { describe, expect, it } from 'vitest'
import { hasRealFiles, realFile } from '#test/real-files.ts'
import { amount, readBy } from './reading-fixtures.ts'

const titles =
  'Type;"Creation date";"Settlement date";Reference;Invoice;Country;"Payment Method";"Payment Method Type";"Net Amount (local)";"Amount (USD)";currency;Status;"User Mail";"Transaction Reference";"Transaction Invoice";Fee;IOF'

describe("dLocal's report", () => {
  it('has the amount in its own currency, and in dollars before the fee', async () => {
    const text = `${titles}\nPayment;"2026-06-16 10:29:43";"2026-06-16 12:00:32";543;order-1;BR;MC;"Credit Card";5.00;1.50;BRL;Cleared;;;;0.03;0.02\nPayment;"2026-06-16 10:29:43";;544;order-2;BR;MC;"Credit Card";5.00;;BRL;Rejected;;;;;`
    const { records, summary } = await readBy('DLOCAL', { text })
    expect(records).toMatchObject([
      { type: 'payment', merchantRef: 'order-1', currency: 'BRL', netCurrency: 'USD', country: 'BR' },
    ])
    expect([records[0]?.gross, records[0]?.fee, records[0]?.net].map((one) => amount(one ?? null))).toEqual([
      '5',
      '0.03',
      '1.47',
    ])
    expect(summary.ignored).toEqual({ not_settled: 1 })
  })
})

describe.runIf(hasRealFiles)("dLocal's and AstroPay's reports, of real files", () => {
  it.each([
    ['DLOCAL', 'dlocal/donation.csv', 'payment', '5', '1.47', '266221341.0'],
    ['DLOCAL', 'dlocal/refund.csv', 'refund', '-5', '', '314159265.0'],
    ['DLOCAL', 'dlocal/chargebacks.csv', 'chargeback', '-5', '', '314159265.0'],
    ['ASTROPAY', 'astropay/donation.csv', 'payment', '5', '1.47', '266221341.0'],
    ['DLOCAL', 'e2e_wmf_audit/Dlocal/bt__wikimedia_report_2015-06-17.csv', 'payment', '4', '1.17', '24761.1'],
    ['DLOCAL', 'e2e_wmf_audit/Dlocal/refund__wikimedia_report_2015-06-16.csv', 'refund', '-5', '', '247.1'],
  ])('%s: %s is a %s', async (key, path, type, gross, net, merchantRef) => {
    const { records, summary } = await readBy(key, { path: realFile(path) })
    expect(records.map((one) => [one.type, amount(one.gross), amount(one.net), one.merchantRef])).toEqual([
      [type, gross, net, merchantRef],
    ])
    expect(summary.rejected).toBe(0)
  })
})
