import { describe, expect, it } from 'vitest'
import { hasRealFiles, realFile } from '#test/real-files.ts'
import { amount, countsOf, readBy, rejectedOf, sumOf, told } from './reading-fixtures.ts'

const real = (key: string, path: string) => readBy(key, { path: realFile(path) })

const columns =
  'CH,Transaction ID,Invoice ID,PayPal Reference ID,PayPal Reference ID Type,Transaction Event Code,Transaction Initiation Date,Transaction Completion Date,Transaction Debit or Credit,Gross Transaction Amount,Gross Transaction Currency,Fee Debit or Credit,Fee Amount,Fee Currency'
const at = '2026/01/06 03:12:28 -0800,2026/01/06 03:12:28 -0800'
const small = [
  'SH,2026/01/06 00:00:00 -0800,2026/01/06 23:59:59 -0800,SHOP',
  columns,
  `SB,A1,order-1,,TXN,T0006,${at},CR,10400,HKD,DR,556,HKD`,
  `SB,A2,order-2,,TXN,T0000,${at},DR,2000,HKD,,,`,
  `SB,A3,order-1,A1,TXN,T1107,${at},DR,1000,HKD,CR,50,HKD`,
  'SF,HKD,10400,3000,50,556,CR,100000,CR,106894,CR,1000,CR,7894,CR,0,CR,0',
  'SC,3',
  'RF,HKD,10400,3000,50,556,CR,100000,CR,106894,CR,1000,CR,7894,CR,0,CR,0',
  'RC,3',
  'FF,3',
].join('\n')

describe("PayPal's settlement report", () => {
  it('is in hundredths with its direction apart; a payment that is a debit is money sent; a fee given back is negative', async () => {
    const { records, summary } = await readBy('PAYPAL_STL', { text: small })
    expect(records.map(({ type, gross, fee }) => [type, amount(gross), amount(fee)])).toEqual([
      ['payment', '104', '5.56'],
      ['transfer', '-20', '0'],
      ['refund', '-10', '-0.5'],
    ])
    expect(summary.ignored).toEqual({ section_header: 1, titles: 1, stated: 5 })
    expect(summary.proofs.map(told)).toEqual([
      'balance total HKD proven 1068.94',
      'balance available HKD proven 78.94',
      'footer credits HKD proven 104',
      'footer debits HKD proven 30',
      'footer fee_credits HKD proven 0.5',
      'footer fee_debits HKD proven 5.56',
      'footer count  proven 3',
    ])
  })

  it.each([
    ['a line that is missing', `SB,A2,order-2,,TXN,T0000,${at},DR,2000,HKD,,,\n`, '', 'footer count  unproven 3 by -1'],
    ['an amount that is another', 'CR,10400,HKD', 'CR,10401,HKD', 'footer credits HKD unproven 104 by 0.01'],
    ['a closing balance that is another', 'CR,7894', 'CR,7895', 'balance available HKD unproven 78.95 by -0.01'],
  ])('is unproven with %s', async (_, was, is, proof) => {
    const { summary } = await readBy('PAYPAL_STL', { text: small.replaceAll(was, is) })
    expect(summary.proofs.map(told)).toContain(proof)
  })

  it('rejects an event, a direction and a kind of line that it does not know, and names them', async () => {
    const odd = small.replace('T1107', 'T8807').replace(',DR,2000', ',??,2000').replace('SC,3', 'XX,3')
    const { rows } = await readBy('PAYPAL_STL', { text: odd })
    expect(rejectedOf(rows).map(({ no, faults }) => [no, faults.map(({ reason, value }) => [reason, value])])).toEqual([
      [4, [['unknown_direction', '??']]],
      [5, [['unknown_type', 'T8807']]],
      [7, [['unknown_section', 'XX']]],
    ])
  })
})

describe.runIf(hasRealFiles)("PayPal's reports, of real files", () => {
  it("STL-20260106: USD 18.01 less 0.52, footer proven; HKD's available balance proven, its first one not", async () => {
    const { records, summary } = await real('PAYPAL_STL', 'e2e_wmf_audit/Paypal/STL-20260106.01.009.csv')
    expect(summary).toMatchObject({ rows: 14, records: 5, rejected: 0 })
    const proofs = summary.proofs.map(told)
    expect(proofs).toContain('footer credits USD proven 18.01')
    expect(proofs).toContain('footer fee_debits USD proven 0.52')
    expect(proofs).toContain('balance total USD proven 10017.49')
    expect(proofs).toContain('balance available HKD proven 431.33')
    expect(proofs).toContain('balance total HKD unproven 431.33 by 9667.11')
    expect(proofs).toContain('footer count  proven 5')
    // Reais were exchanged at once and have no footer.
    expect(proofs).toContain('balance BRL not_stated 0')
    expect(countsOf(records.map(({ type }) => type))).toEqual({ payment: 3, conversion: 2 })
  })

  it('a report whose amounts were exchanged proves what they became', async () => {
    const { summary } = await real('PAYPAL_STL', 'e2e_wmf_audit/Paypal/stl_file__STL-BRL-convert.csv')
    expect(summary.proofs.map(told).slice(0, 3)).toEqual([
      'balance total USD proven 11.75',
      'balance available USD proven 11.75',
      'footer credits USD proven 11.75',
    ])
  })

  it('15000 JPY of a TRR is 150 yen; lines that are no data are ignored', async () => {
    const { records, summary } = await real('PAYPAL_TRR', 'paypal/trr_express_with_non_data_rows.csv')
    expect(records).toMatchObject([{ type: 'payment', currency: 'JPY', gross: 15_000_000_000n, fee: 4_300_000_000n }])
    expect(summary.rows).toBe(10)
    expect(summary.ignored).toMatchObject({ report_header: 1, file_header: 1, section_header: 1 })
  })

  it.each([
    ['paypal/trr_dr_payment.csv', 'transfer', '-150', '4.99'],
    ['paypal/trr_express_checkout_recurring_refund.csv', 'refund', '-150', '-43'],
    ['paypal/trr_grant.csv', 'payment', '500', '0'],
  ])('%s has one line: %s of %s with a fee of %s', async (path, type, gross, fee) => {
    const { records } = await real('PAYPAL_TRR', path)
    expect(records.map((one) => [one.type, amount(one.gross), amount(one.fee)])).toEqual([[type, gross, fee]])
  })

  it('activity_en: 76 rows, and three running balances that are unbroken', async () => {
    const { records, summary } = await real('PAYPAL_ACTIVITY', 'oca_paypal/statement_import_paypal__activity_en.csv')
    expect(summary).toMatchObject({ rows: 76, records: 76, rejected: 0 })
    expect(summary.proofs.map(told)).toEqual([
      'running USD proven 1.9',
      'running EUR proven 43.34',
      'running AUD proven 0',
    ])
    const usd = records.filter(({ currency }) => currency === 'USD')
    expect([sumOf(usd.map(({ net }) => net)), sumOf(usd.map(({ fee }) => fee))]).toEqual(['1.9', '2925.88'])
    expect(records[0]).toMatchObject({ at: '2015-12-29T15:45:51.000Z', zone: 'PST', bookedOn: '2015-12-29', off: null })
  })

  it('a running balance with a line left out breaks there', async () => {
    const { readFile } = await import('node:fs/promises')
    const lines = (await readFile(realFile('oca_paypal/statement_import_paypal__activity_en.csv'), 'utf8')).split('\n')
    const { summary } = await readBy('PAYPAL_ACTIVITY', { text: lines.toSpliced(8, 1).join('\n') })
    expect(summary.proofs.find(({ currency }) => currency === 'USD')).toMatchObject({ state: 'unproven', brokenAt: 9 })
  })

  it('a statement of the other layout has its balances unbroken', async () => {
    const { summary } = await real('PAYPAL_STATEMENT', 'oca_paypal/statement_import_paypal__statement_en.csv')
    expect(summary.proofs.map(told)).toEqual(['running EUR proven 0.75', 'running USD proven 281.19'])
  })
})
