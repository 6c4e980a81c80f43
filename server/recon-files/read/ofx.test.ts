import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ofxSource } from './ofx.ts'
import { refusalOf, rowsOf } from './source-fixtures.ts'

const sgml = `OFXHEADER:100
DATA:OFXSGML

<OFX><BANKMSGSRSV1><STMTTRNRS><TRNUID>0<STMTRS><CURDEF>USD<BANKACCTFROM><BANKID>1<ACCTID>22 33<ACCTTYPE>CHECKING</BANKACCTFROM>
<BANKTRANLIST><DTSTART>20260101<DTEND>20260131
<STMTTRN><TRNTYPE>POS<DTPOSTED>20260124080000.000[-8:PST]<TRNAMT>-80,5<FITID>7<NAME>A &amp; B<MEMO>Note</STMTTRN>
<STMTTRN><TRNTYPE>CREDIT<DTPOSTED>20260125<TRNAMT>+3<FITID>8<BANKACCTTO><BANKID>9<ACCTID>44</BANKACCTTO><CURRENCY><CURRATE>1.1<CURSYM>EUR</CURRENCY></STMTTRN>
</BANKTRANLIST><LEDGERBAL><BALAMT>12.50<DTASOF>20260131165153[5.5:IST]</LEDGERBAL></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>
`
const xml = sgml
  .slice(sgml.indexOf('<OFX>'))
  .replaceAll(/<([A-Z]+)>([^<]+)(?=<)/g, (whole, tag: string, value: string) =>
    value.trim() === '' ? whole : `<${tag}>${value.trim()}</${tag}>`,
  )

it('a statement of SGML and the same of XML have the same rows, however the text is cut', async () => {
  const common = { statement: '1', account: '2233', period_end: '2026-01-31' }
  const rows = [
    {
      section: 'entry', ...common, currency: 'USD', amount: '-80.5', booked_on: '2026-01-24T08:00:00-08:00', reference: '7',
      counterparty: 'A & B', code: 'POS', text: 'Note',
    },
    { section: 'entry', ...common, currency: 'EUR', amount: '3', booked_on: '2026-01-25', reference: '8', counterparty_account: '44', code: 'CREDIT' },
    { section: 'closing', ...common, currency: 'USD', balance: '12.50', booked_on: '2026-01-31T16:51:53+05:30' },
  ] // prettier-ignore
  for (const size of [1, 7, 99_999]) {
    expect(await rowsOf(ofxSource, sgml, { size })).toEqual(rows)
    expect(await rowsOf(ofxSource, `<?xml version="1.0"?>\n<?OFX OFXHEADER="200"?>\n${xml}`, { size })).toEqual(rows)
  }
})

it('what has no statement, is cut off or declares a document type is refused', async () => {
  expect(await refusalOf(ofxSource, '<OFX></OFX>')).toBe('no_statement')
  expect(await refusalOf(ofxSource, 'hello')).toBe('no_statement')
  expect(await refusalOf(ofxSource, sgml.slice(0, 400))).toBe('damaged_file')
  expect(await refusalOf(ofxSource, `<!DOCTYPE a>${xml}`)).toBe('declares_document_type')
  expect(await refusalOf(ofxSource, `<OFX><STMTRS><CURDEF>${'x'.repeat(2_000_000)}`, {})).toBe('record_too_long')
})

const folder = join(import.meta.dirname, '../../../../shared/data/settlement/oca_bank')
describe.skipIf(!existsSync(folder))('statements of real banks', () => {
  it('have their movements and closing balances', async () => {
    for (const [name, account] of [
      ['test_ofx', '223456-X'],
      ['test_ofx_iban', '22345678901'],
    ] as const) {
      const rows = await rowsOf(
        ofxSource,
        readFileSync(join(folder, `statement_import_ofx_by_acctid__${name}.ofx`), 'utf8'),
      )
      expect(rows.filter(({ section }) => section === 'entry').map(({ amount }) => amount)).toEqual([
        '-80',
        '-90',
        '-100',
        '-90',
      ])
      expect(
        rows.flatMap(({ section, balance, statement }) => (section === 'closing' ? [`${statement} ${balance}`] : [])),
      ).toEqual(['1 2156.56', '2 -562.00'])
      expect(rows[0]).toMatchObject({ account, booked_on: '2013-08-24T08:00:00' })
    }
  })
})
