import { describe, expect, it } from 'vitest'
import { hasRealFiles, realFile } from '#test/real-files.ts'
import { amount, readBy, sumOf } from './reading-fixtures.ts'

const refund = { id: 'r1', orderId: 'order-1', createdAt: '2026-03-02T10:00:00.000000Z', status: 'SETTLED', amount: { value: '5.00', currencyCode: 'USD' }, disbursementDetails: { date: '2026-03-03', exchangeRate: '1', amount: { value: '-5.00', currencyCode: 'USD' } }, refundedTransaction: { id: 't1' } } // prettier-ignore
const sale = { ...refund, id: 't1', disbursementDetails: { date: '2026-03-03', exchangeRate: '1', amount: { value: '5.00', currencyCode: 'USD' } }, refundedTransaction: null } // prettier-ignore
const dispute = (status: string) => ({ id: `d${status}`, type: 'CHARGEBACK', createdAt: '2026-03-04T10:00:00.000000Z', receivedDate: '2026-03-04', status, transaction: { id: 't1', orderId: 'order-1' }, amountDisputed: { value: '5.00', currencyCode: 'USD' } }) // prettier-ignore
const all = [sale, refund, ...['LOST', 'WON', 'OPEN'].map(dispute)]

describe("Braintree's objects", () => {
  it.each([
    ['a list', JSON.stringify(all)],
    ['one a line', all.map((one) => JSON.stringify(one)).join('\n')],
  ])('as %s: sales, refunds and disputes that are decided', async (_, text) => {
    const { records, summary } = await readBy('BRAINTREE_JSON', { text })
    expect(records.map(({ type, gross, net, merchantRef }) => [type, amount(gross), amount(net), merchantRef])).toEqual(
      [
        ['payment', '5', '5', 'order-1'],
        ['refund', '-5', '-5', 'order-1'],
        ['chargeback', '-5', '', 'order-1'],
        ['chargeback_reversal', '5', '', 'order-1'],
      ],
    )
    expect(summary.ignored).toEqual({ not_decided: 1 })
  })
})

describe.runIf(hasRealFiles)('Braintree, of real files', () => {
  it('the sheet has what is settled before the fee', async () => {
    const { records } = await readBy('BRAINTREE_SETTLEMENT', {
      path: realFile('oca_braintree/bank_statement_import_online_braintree__pull_report.csv'),
    })
    expect(
      records.map(({ type, gross, currency, fee, net, netCurrency, off }) => [
        type,
        amount(gross),
        currency,
        amount(fee),
        amount(net),
        netCurrency,
        off,
      ]),
    ).toEqual([
      ['payment', '1085', 'USD', '29.1', '964.43', 'EUR', null],
      ['payment', '2448', 'USD', '65.3', '2176.33', 'EUR', null],
    ])
  })

  it.each([
    ['braintree/raw_batch_report_refund.json', ['refund', 'refund'], '-62.4', 0],
    ['braintree/raw_batch_report_gravy_refund.json', ['refund'], '-1.03', 0],
    ['braintree/raw_batch_report_dispute_single_nd_json.json', ['chargeback'], '-5.35', 0],
    [
      'braintree/raw_batch_report_dispute.json',
      ['chargeback', 'chargeback_reversal', 'chargeback', 'chargeback'],
      '-54',
      3,
    ],
    [
      'e2e_wmf_audit/Braintree/raw_batch__raw_disbursement_report_consolidated_2026-01-15_2026-01-15.json',
      ['payment', 'chargeback'],
      '24.75',
      0,
    ],
  ])('%s', async (path, types, sum, ignored) => {
    const { records, summary } = await readBy('BRAINTREE_JSON', { path: realFile(path) })
    expect(records.map(({ type }) => type)).toEqual(types)
    expect(sumOf(records.map(({ gross }) => gross))).toBe(sum)
    expect(summary.ignored['not_decided'] ?? 0).toBe(ignored)
  })
})
