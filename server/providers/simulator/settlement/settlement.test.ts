import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { unzipped } from '#test/unzip.ts'
import { openSettlement, twoDays, type TestSettlement } from './fixtures.ts'

/** Each shape of two known days: its figures, and that each batch makes its payout to 0.00. */
let settled: TestSettlement
beforeAll(async () => {
  settled = await openSettlement(twoDays)
})
afterAll(() => settled.close())

const rowsOf = (file: Buffer): string[][] =>
  file
    .toString()
    .replace(/^\uFEFF/, '')
    .trimEnd()
    .split('\r\n')
    .map((row) => row.split(','))
/** Hundredths of a decimal text. */
const cents = (text = ''): number => Math.round(Number(text) * 100)

describe('a day', () => {
  it('has four files, there when it is over and not before', async () => {
    expect(await settled.paths()).toEqual([
      '/adyen/settlement_detail_report_batch_2026111701.xlsx',
      '/bank/camt053_2026111701.xml',
      '/paypal/STL-20261117.01.009.csv',
      '/settlement/settlement_acme_20261117_01.csv',
      '/adyen/settlement_detail_report_batch_2026111801.xlsx',
      '/bank/camt053_2026111801.xml',
      '/paypal/STL-20261118.01.009.csv',
      '/settlement/settlement_acme_20261118_01.csv',
    ])
    settled.setNow('2026-11-18T23:59:59.999Z')
    expect((await settled.paths()).length).toBe(4)
    settled.setNow('2026-11-20T12:00:00Z')
  })

  it('is settled by the tariff to the minor unit', async () => {
    const [, ...rows] = rowsOf(await settled.file('/settlement/settlement_acme_20261117_01.csv'))
    expect(
      rows.map(([, type, , reference, , , currency, ...amounts]) =>
        [type, reference, currency, ...amounts.slice(0, 7)].join(' '),
      ),
    ).toEqual([
      'payment o1 SGD 100.00 -3.20 -0.26 -0.30 96.24 SGD 1',
      'payment o2 SGD 59.95 -2.04 -0.16 -0.12 57.63 SGD 1',
      'refund r1 SGD -40.00 -0.10 -0.01 0.00 -40.11 SGD 1',
      'payout  SGD -113.76 0.00 0.00 0.00 -113.76 SGD 1',
      'payment o3 USD 25.00 -1.02 -0.08 -0.29 23.61 USD 1',
      'payment o4 KES 1234.56 -0.58 -0.05 -0.02 8.86 USD 0.0077',
      'payout  USD -32.47 0.00 0.00 0.00 -32.47 USD 1',
    ])
  })

  it.each(['20261117', '20261118'])('of its own csv, the lines of each batch of %s make its payout', async (day) => {
    const [titles = [], ...rows] = rowsOf(await settled.file(`/settlement/settlement_acme_${day}_01.csv`))
    const of = (row: string[], title: string) => row[titles.indexOf(title)]
    const batches = Map.groupBy(rows, (row) => of(row, 'batch'))
    for (const lines of batches.values()) {
      expect(lines.reduce((sum, row) => sum + cents(of(row, 'net')), 0)).toBe(0)
      expect(of(lines.at(-1) ?? [], 'type')).toBe('payout')
      for (const row of lines.filter((line) => of(line, 'rate') === '1')) {
        const parts = ['gross', 'fee', 'tax', 'passed_on'].map((title) => cents(of(row, title)))
        expect(parts.reduce((sum, part) => sum + part, 0)).toBe(cents(of(row, 'net')))
      }
    }
  })

  it("of the sheet like Adyen's, credits less debits make the payout of each currency", async () => {
    const parts = unzipped(await settled.file('/adyen/settlement_detail_report_batch_2026111701.xlsx'))
    const texts = [...(parts.get('xl/sharedStrings.xml') ?? '').matchAll(/<t [^>]*>([^<]*)</g)].map(
      ([, text]) => text ?? '',
    )
    const sheet = parts.get('xl/worksheets/sheet1.xml') ?? ''
    const rows = [...sheet.matchAll(/<row [^>]*>(.*?)<\/row>/g)].map(([, cells = '']) =>
      Object.fromEntries(
        [...cells.matchAll(/<c r="([A-Z]+)\d+"( t="s")?><v>([^<]*)</g)].map(([, at = '', isText, value = '']) => [
          at,
          isText ? (texts[Number(value)] ?? '') : value,
        ]),
      ),
    )
    expect(rows[0]).toMatchObject({ C: 'Psp Reference', N: 'Net Currency', AD: 'Reserved10' })
    expect(rows[1]).toMatchObject({ C: 'pay_o1', H: 'Settled', P: '96.239999999999995', Q: '3.46' })
    for (const currency of ['SGD', 'USD']) {
      const lines = rows.slice(1).filter(({ N }) => N === currency)
      expect(lines.at(-1)).toMatchObject({ H: 'MerchantPayout' })
      expect(lines.reduce((sum, { O, P }) => sum + cents(P) - cents(O), 0)).toBe(0)
    }
  })

  it("of the report like PayPal's, footers state what is there, and balances are what the lines make", async () => {
    const rows = rowsOf(await settled.file('/paypal/STL-20261117.01.009.csv'))
    const body = rows.filter(([section]) => section === 'SB')
    const signed = (side: string | undefined, amount: string | undefined) =>
      (side === 'DR' ? -1 : 1) * Number(amount ?? 0)
    const footers = rows.filter(([section]) => section === 'SF')
    expect(footers.map(([, currency]) => currency)).toEqual(['KES', 'SGD', 'USD'])
    for (const [, currency, credits, debits, feeCredits, feeDebits, , opening, side, closing, ...rest] of footers) {
      const own = body.filter((row) => row[10] === currency)
      const gross = own.map((row) => signed(row[8], row[9]))
      const fees = own.map((row) => signed(row[11], row[12]))
      const sum = (numbers: number[]) => numbers.reduce((total, each) => total + each, 0)
      expect(Number(credits)).toBe(sum(gross.filter((each) => each > 0)))
      expect(Number(debits)).toBe(-sum(gross.filter((each) => each < 0)))
      expect(Number(feeCredits) - Number(feeDebits)).toBe(sum(fees))
      expect(Number(opening) + sum(gross) + sum(fees)).toBe(signed(side, closing))
      expect(Number(rest[8])).toBe(own.length)
    }
    expect(rows.map(([section]) => section).filter((section) => section !== 'SB')).toEqual(
      ['RH', 'FH', 'SH', 'CH', 'SF', 'SF', 'SF', 'SC', 'RF', 'RF', 'RF', 'RC', 'FF'],
    ) // prettier-ignore
    // 1,500 yen are 150000 hundredths.
    expect((await settled.file('/paypal/STL-20261118.01.009.csv')).toString()).toContain(',CR,150000,JPY,DR,6600,JPY')
  })

  it('of the bank, opening and payouts make the closing, which opens the next day', async () => {
    const read = async (number: string) => {
      const xml = (await settled.file(`/bank/camt053_${number}.xml`)).toString()
      return [...xml.matchAll(/<Stmt>.*?<\/Stmt>/gs)].map(([statement]) =>
        [...statement.matchAll(/<Amt Ccy="(\w+)">([\d.]+)</g)].map(([, currency, amount]) => `${currency} ${amount}`),
      )
    }
    expect(await read('2026111701')).toEqual([
      ['SGD 0.00', 'SGD 113.76', 'SGD 113.76', 'SGD 113.76'],
      ['USD 0.00', 'USD 32.47', 'USD 32.47', 'USD 32.47'],
    ])
    expect(await read('2026111801')).toEqual([
      ['JPY 0', 'JPY 1434', 'JPY 1434', 'JPY 1434'],
      ['SGD 113.76', 'SGD 188.61', 'SGD 74.85', 'SGD 74.85'],
    ])
  })

  it('is settled the same after a restart, and by another seed passes on something else', async () => {
    const paths = await settled.paths()
    const files = async (of: TestSettlement) =>
      Promise.all(paths.map(async (path) => (await of.file(path)).toString('hex')))
    const before = await files(settled)
    await settled.restart()
    expect(await files(settled)).toEqual(before)
    const other = await openSettlement(twoDays, { seed: 'another' })
    expect(await files(other)).not.toEqual(before)
    await other.close()
  })
})

describe('the end of a day on demand', () => {
  it('settles what came before it at once, and the rest of the day on its own', async () => {
    const [today, ...more] = ['2026-11-17T12:00:00Z', '2026-11-17T13:00:00Z'] as const
    const other = await openSettlement(twoDays, { now: today })
    expect(await other.paths()).toEqual([])
    expect((await other.post('/v1/control/settlement/close')).status).toBe(200)
    other.setNow(more[0] as string)
    expect(await other.paths()).toContain('/settlement/settlement_acme_20261117_01.csv')
    expect((await other.file('/settlement/settlement_acme_20261117_01.csv')).toString()).not.toContain(',r1,')
    other.setNow('2026-11-18T00:00:00Z')
    const rest = (await other.file('/settlement/settlement_acme_20261117_02.csv')).toString()
    expect(rest).toContain(',r1,')
    // Nothing but a refund: the bank gives it back.
    expect(rest).toContain('payout,po_2026111702-SGD,,2026-11-18T00:00:00.000Z,2026-11-18,SGD,40.11')
    expect((await other.file('/bank/camt053_2026111702.xml')).toString()).toContain('>40.11</Amt><CdtDbtInd>DBIT')
    await other.close()
  })
})
