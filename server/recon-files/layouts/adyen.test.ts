import { describe, expect, it } from 'vitest'
import { digestOf, timesOf } from '../read/digest.ts'
import { WrongHeaders } from '../read/find-titles.ts'
import type { Reading } from '../layout.ts'
import { hasRealFiles, realFile } from '#test/real-files.ts'
import { amount, countsOf, readBy, sumOf, told } from './reading-fixtures.ts'

const detail = 'ADYEN_SETTLEMENT_DETAIL'
const real = (path: string, changed: Partial<Reading> = {}) => readBy(detail, { path: realFile(path) }, changed)
const batch380 = 'oca_adyen/bank_statement_import_adyen__settlement_detail_report_batch_380.csv'

const titles =
  'Company Account,Merchant Account,Psp Reference,Merchant Reference,Payment Method,Creation Date,TimeZone,Type,Modification Reference,Gross Currency,Gross Debit (GC),Gross Credit (GC),Exchange Rate,Net Currency,Net Debit (NC),Net Credit (NC),Commission (NC),Markup (NC),Scheme Fees (NC),Interchange (NC),Batch Number'
const small = [
  titles,
  'Shop,ShopEU,P1,order-1,visa,2026-03-01 10:00:00,CET,Settled,M1,EUR,,20,1,EUR,,19.6,,0.2,0.1,0.1,7',
  'Shop,ShopEU,P2,order-2,jcb,2026-03-01 11:00:00,CET,Settled,M2,JPY,,1000,0.006733333,EUR,,6.5,0.23,,,,7',
  'Shop,ShopEU,P1,order-1,visa,2026-03-01 12:00:00,CET,Refunded,M3,EUR,5,,1,EUR,5,,,,,,7',
  'Shop,ShopEU,,,,2026-03-02 01:00:00,CET,Fee,Transaction fees,,,,,EUR,1.1,,,,,,7',
  'Shop,ShopEU,,,,2026-03-02 01:00:00,CET,MerchantPayout,TX1,,,,,EUR,20,,,,,,7',
].join('\n')

describe("Adyen's settlement detail", () => {
  it('has signs from the side of the merchant, costs passed on apart, and a payout that its lines make', async () => {
    const { records, summary } = await readBy(detail, { text: small })
    expect(
      records.map(({ type, gross, fee, passedOn, net }) => [
        type,
        amount(gross),
        amount(fee),
        amount(passedOn),
        amount(net),
      ]),
    ).toEqual([
      ['payment', '20', '0.2', '0.2', '19.6'],
      ['payment', '1000', '0.23', '0', '6.5'],
      ['refund', '-5', '0', '0', '-5'],
      ['fee', '', '0', '0', '-1.1'],
      ['payout', '', '0', '0', '-20'],
    ])
    expect(records[0]).toMatchObject({
      merchantRef: 'order-1',
      providerRef: 'P1',
      at: '2026-03-01T09:00:00.000Z',
      zone: 'CET',
      bookedOn: '2026-03-01',
    })
    expect(summary.proofs.map(told)).toEqual(['payout 7 EUR proven 20'])
    expect(records.flatMap(({ marks }) => marks)).toEqual([])
  })

  it.each([
    ['the amounts of a line', '19.6', '19.7', 'contradicts_itself', '-0.1', 'payout 7 EUR unproven 20 by 0.1'],
    ['a fee', ',0.2,0.1,0.1,7', ',0.3,0.1,0.1,7', 'contradicts_itself', '-0.1', 'payout 7 EUR proven 20'],
    ['a rate beyond a minor unit', '0.006733333', '0.0069', 'contradicts_itself', '0.17', 'payout 7 EUR proven 20'],
  ])('shows a line that contradicts itself by %s', async (_, was, is, mark, off, proof) => {
    const { records, summary } = await readBy(detail, { text: small.replace(was, is) })
    const marked = records.filter(({ marks }) => marks.length > 0)
    expect(marked.map((one) => [one.marks, amount(one.off)])).toEqual([[[mark], off]])
    expect(summary.proofs.map(told)).toEqual([proof])
  })
})

describe.runIf(hasRealFiles)("Adyen's settlement detail, of real files", () => {
  it('batch 380: 228 rows, 220 payments, 6 refunds, payout 55,308.07 proven to 0.00', async () => {
    const { records, summary } = await real(batch380)
    expect(summary).toMatchObject({ rows: 228, records: 228, rejected: 0, ignored: {}, digitsLost: [] })
    expect(countsOf(records.map(({ type }) => type))).toEqual({ payment: 220, refund: 6, fee: 1, payout: 1 })
    expect(summary.proofs.map(told)).toEqual(['payout 380 USD proven 55308.07'])
    expect(summary.proofs[0]).toMatchObject({ difference: 0n, remainder: 0n, lines: 227 })
    expect(records.flatMap(({ marks }) => marks)).toEqual([])
    const payments = records.filter(({ type }) => type === 'payment')
    expect(sumOf(payments.map(({ net }) => net))).toBe('56438.52')
    expect([sumOf(payments.map(({ fee }) => fee)), sumOf(payments.map(({ passedOn }) => passedOn))]).toEqual([
      '257.88',
      '131.35',
    ])
    expect(sumOf(records.filter(({ type }) => type === 'refund').map(({ net }) => net))).toBe('-1092.35')
    expect(sumOf(records.filter(({ type }) => type === 'fee').map(({ net }) => net))).toBe('-38.1')
  })

  it('has the same records and digest in another encoding, with other marks, and as a workbook', async () => {
    const digests = await Promise.all(
      [
        real(batch380),
        real('derived_encodings/b380_utf8bom_crlf.csv'),
        real('derived_encodings/b380_sheet2_header_row5.xlsx'),
        real('derived_encodings/b380_semicolon_decimalcomma_latin1.csv', {
          encoding: 'windows-1252',
          decimal: ',',
          group: '.',
        }),
      ].map(async (read) => {
        const { records, summary } = await read
        return [records.length, digestOf(timesOf(records)), summary.proofs.map(told)]
      }),
    )
    for (const digest of digests) expect(digest).toEqual(digests[0])
  })

  it('batch 1128: both payouts proven; exactly lines 2, 3 and 12 contradict themselves', async () => {
    const { rows, records, summary } = await real(
      'e2e_wmf_audit/Adyen/batch_1__settlement_detail_report_batch_1128.csv',
    )
    expect(summary.proofs.map(told)).toEqual(['payout 1128 USD proven 59.75', 'payout 1128 CAD proven 9.54'])
    const marked = rows.flatMap(({ no, outcome }) =>
      'record' in outcome && outcome.record.marks.length > 0
        ? [[no, outcome.record.marks, amount(outcome.record.off)]]
        : [],
    )
    expect(marked).toEqual([
      [2, ['contradicts_itself'], '-0.1'],
      [3, ['contradicts_itself'], '19.24'],
      [12, ['both_sides_filled'], ''],
    ])
    expect(amount(records.find(({ marks }) => marks.includes('both_sides_filled'))?.gross ?? null)).toBe('-1')
    expect(countsOf(records.map(({ type }) => type))).toEqual({
      payment: 9,
      chargeback: 1,
      refund: 1,
      fee: 2,
      payout: 2,
    })
  })

  it('a batch whose lines do not make its payout is unproven', async () => {
    const { summary } = await real('e2e_wmf_audit/Adyen/chargeback__settlement_detail_report_batch_3.csv')
    expect(summary.proofs.map(told)).toEqual(['payout 3 USD unproven -4.03 by -0.77'])
  })

  it('a workbook with its header in row 4 and an empty first column: 23,006.27, and references whose digits are lost', async () => {
    const { records, summary } = await real('oca_adyen/bank_statement_import_adyen__adyen_test.xlsx')
    expect(summary.proofs.map(told)).toEqual(['payout 48 USD proven 23006.27'])
    expect(summary.digitsLost).toEqual(['Psp Reference'])
    const payments = records.filter(({ type }) => type === 'payment')
    expect(payments).toHaveLength(19)
    expect(payments.every(({ marks }) => marks.includes('digits_lost'))).toBe(true)
    expect(new Set(payments.map(({ identity }) => identity)).size).toBe(19)
  })

  it('a workbook of other headers is refused, and the four that it lacks are named', async () => {
    const refused = real('oca_adyen/bank_statement_import_adyen__adyen_test_invalid.xls')
    await expect(refused).rejects.toBeInstanceOf(WrongHeaders)
    const missing = await refused.catch((error: WrongHeaders) => error.missing.map(({ header }) => header))
    expect(missing).toEqual(['Company Account', 'Merchant Account', 'Psp Reference', 'Merchant Reference'])
  })

  it.each([['adyen/settlement_detail_report_donation.csv', 'adyen/settlement_detail_report_donation_reordered.csv']])(
    '%s is the same with its columns in another order',
    async (one, other) => {
      const [first, second] = [await real(one), await real(other)]
      expect(digestOf(timesOf(second.records))).toBe(digestOf(timesOf(first.records)))
    },
  )
})

describe.runIf(hasRealFiles)("Adyen's payments accounting, of real files", () => {
  const accounting = (path: string) => readBy('ADYEN_PAYMENTS_ACCOUNTING', { path: realFile(path) })

  it('takes what is settled, and ignores what was only received, authorised or sent', async () => {
    const { records, summary } = await accounting('adyen/payments_accounting_report_nyce.csv')
    expect(summary).toMatchObject({ rows: 4, records: 1, ignored: { not_settled: 3 } })
    expect(records[0]).toMatchObject({
      type: 'payment',
      gross: 1_040_000_000n,
      net: 1_002_000_000n,
      passedOn: 36_000_000n,
      fee: 2_000_000n,
      off: null,
    })
  })

  it('a payment of the current report and a chargeback with its fee', async () => {
    const paid = await accounting('e2e_wmf_audit/Adyen/payment_file__payments_accounting_report_2025_11_16-test.csv')
    expect(paid.records).toMatchObject([
      {
        type: 'payment',
        currency: 'EUR',
        gross: 285_000_000n,
        net: 269_000_000n,
        batch: '1138',
        country: 'GR',
        off: null,
      },
    ])
    const back = await accounting('adyen/payments_accounting_report_gravy_chargeback.csv')
    expect(back.records).toMatchObject([
      { type: 'chargeback', gross: -175_000_000n, fee: 799_000_000n, net: -974_000_000n, off: null },
    ])
  })
})
