import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { minorOf } from './elements.ts'
import { parseStatement } from './parse-statement.ts'
import type { BankMessage, PaymentReport, Statement, StatementRefusal } from './statement.ts'

const parse = (text: string, most = 100): BankMessage | StatementRefusal => parseStatement(Buffer.from(text), most)
const statements = (read: BankMessage | StatementRefusal): Statement[] => {
  if (typeof read === 'string' || read.format === 'pain.002') throw new Error(JSON.stringify(read))
  return read.statements
}
const camt = (inside: string, { version = '08', kind = '053', root = 'BkToCstmrStmt', part = 'Stmt' } = {}) =>
  `<?xml version="1.0"?><d:Document xmlns:d="urn:iso:std:iso:20022:tech:xsd:camt.${kind}.001.${version}"><d:${root}><d:${part}>${inside.replaceAll(/<(\/?)(?=\w)/g, '<$1d:')}</d:${part}></d:${root}></d:Document>`
const head = '<Id>S</Id><Acct><Id><IBAN>DE89 3704 0044 0532 0130 00</IBAN></Id></Acct>'

describe('a statement', () => {
  it('is read in each version from .02 to .13 by its local names', () => {
    for (const version of ['02', '04', '06', '08', '13']) {
      const status = version === '02' ? '<Sts>BOOK</Sts>' : '<Sts><Cd>BOOK</Cd></Sts>'
      const party = version === '02' ? '<Dbtr><Nm>Ada</Nm></Dbtr>' : '<Dbtr><Pty><Nm>Ada</Nm></Pty></Dbtr>'
      const [read] = statements(
        parse(
          camt(
            `${head}<Bal><Tp><CdOrPrtry><Cd>CLBD</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">18.150</Amt><CdtDbtInd>DBIT</CdtDbtInd><Dt><Dt>2026-03-02</Dt></Dt></Bal>
             <Ntry><NtryRef>1</NtryRef><Amt Ccy="EUR">5.00</Amt><CdtDbtInd>CRDT</CdtDbtInd>${status}<AcctSvcrRef>NONREF</AcctSvcrRef>
             <NtryDtls><TxDtls><Refs><EndToEndId>E-1</EndToEndId></Refs><RltdPties>${party}</RltdPties>
             <RmtInf><Ustrd>Invoice</Ustrd><Ustrd>7</Ustrd></RmtInf><RtrInf><Rsn><Cd>AC04</Cd></Rsn></RtrInf></TxDtls></NtryDtls></Ntry>`,
            { version },
          ),
        ),
      )
      expect(read).toMatchObject({
        id: 'S',
        account: 'DE89370400440532013000',
        balances: [{ code: 'CLBD', minor: '-1815', currency: 'EUR', day: '2026-03-02' }],
        entries: [
          {
            entryRef: '1',
            bankRef: '',
            minor: '500',
            direction: 'CRDT',
            isBooked: true,
            details: [{ endToEndId: 'E-1', debtor: 'Ada', text: 'Invoice 7', returned: 'AC04' }],
          },
        ],
      })
    }
    expect(parse(camt(head, { version: '01' }))).toBe('version_unknown')
    expect(parse(camt(head, { version: '14' }))).toBe('version_unknown')
  })

  it('is refused where it is none, declares a document type, has no statement or says too much', () => {
    const mixed = { kind: '054' }
    expect(parse(camt(head, mixed))).toBe('not_a_bank_answer')
    expect(parse(`<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.09"/>`)).toBe('not_a_bank_answer')
    expect(parse(`<!DOCTYPE d [<!ENTITY a "b">]>${camt(head).replace('<?xml version="1.0"?>', '')}`)).toBe(
      'declares_document_type',
    )
    const none = `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"><BkToCstmrStmt><GrpHdr/></BkToCstmrStmt></Document>`
    expect(parse(none)).toBe('no_statement')
    expect(parse(camt(head + '<Ntry/>'.repeat(9)), 4)).toBe('too_many_lines')
    expect(parse(camt('<a>'.repeat(40) + '</a>'.repeat(40)))).toBe('packed_too_tight')
    expect(parse(camt(`<Id>${'x'.repeat(5_000)}</Id>`))).toBe('packed_too_tight')
    expect(() => parse(camt(head).slice(0, -9))).toThrow()
    expect(() => parse(camt('<Id>&amp;&undeclared;</Id>'))).toThrow()
  })
})

it('an amount is exact: zeros beyond the currency count for nothing, other digits make it none', () => {
  expect(['18.150', '18.15', '18.', '0', '18.151', '-1', '1e3', '1,5', ''].map((text) => minorOf(text, 'EUR'))).toEqual([
    '1815', '1815', '1800', '0', null, null, null, null, null,
  ]) // prettier-ignore
  expect([minorOf('18.000', 'JPY'), minorOf('18.1', 'JPY'), minorOf('1', 'XYZ')]).toEqual(['18', null, null])
})

it('a report is read with the status of the file, its groups and its payments', () => {
  const read = parse(
    `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.002.001.03"><CstmrPmtStsRpt><GrpHdr><MsgId>R</MsgId></GrpHdr>
     <OrgnlGrpInfAndSts><OrgnlMsgId>M</OrgnlMsgId><GrpSts>PART</GrpSts></OrgnlGrpInfAndSts>
     <OrgnlPmtInfAndSts><OrgnlPmtInfId>M-1</OrgnlPmtInfId><PmtInfSts>PART</PmtInfSts><TxInfAndSts><OrgnlEndToEndId>E</OrgnlEndToEndId><TxSts>RJCT</TxSts>
     <StsRsnInf><Rsn><Cd>AC01</Cd></Rsn><AddtlInf>none</AddtlInf></StsRsnInf><OrgnlTxRef><Amt><InstdAmt Ccy="EUR">1.5</InstdAmt></Amt></OrgnlTxRef></TxInfAndSts>
     </OrgnlPmtInfAndSts></CstmrPmtStsRpt></Document>`,
  ) as PaymentReport
  expect(read).toMatchObject({
    format: 'pain.002',
    messageId: 'M',
    status: { code: 'PART' },
    groups: [{ groupId: 'M-1', status: { code: 'PART' } }],
    payments: [
      {
        groupId: 'M-1',
        endToEndId: 'E',
        status: { code: 'RJCT', reason: 'AC01', text: 'none' },
        amount: { minor: '150', currency: 'EUR' },
      },
    ],
  })
})

const folder = join(import.meta.dirname, '../../../shared/data/settlement/camt')
describe.skipIf(!existsSync(folder))('statements of real banks', () => {
  const file = (name: string) => parseStatement(readFileSync(join(folder, name)), 1_000)
  it('without a statement is refused, the others are read', () => {
    expect(file('camt053.v2.wrong.xml')).toBe('no_statement')
    expect(statements(file('camt053.v2.multi.statement.xml'))).toHaveLength(2)
    const [five] = statements(file('camt053.v2.five.decimals.xml'))
    expect(five?.balances.map(({ code, minor }) => [code, minor])).toEqual([
      ['OPBD', '1815'],
      ['CLBD', '2705'],
    ])
    expect(statements(file('camt053.v2.minimal.ultimate.xml'))[0]?.entries).toHaveLength(1)
    // It is in a currency that is not ours.
    const [notified] = statements(file('camt054.v8.xml'))
    expect(notified?.entries.map(({ bankRef, minor, details }) => [bankRef, minor, details.length])).toEqual([
      ['ACSR160617103200001', null, 3],
    ])
  })
})
