import { describe, expect, it } from 'vitest'
import { parsePain } from './parse-pain.ts'

interface Shape {
  version?: string
  count?: string
  sum?: string
  method?: string
  before?: string
}
const transfer = (
  id: string,
  amount: string,
  more = '',
) => `<CdtTrfTxInf><PmtId><InstrId>i</InstrId><EndToEndId>${id}</EndToEndId></PmtId>
  <Amt><InstdAmt Ccy="EUR">${amount}</InstdAmt></Amt><CdtrAgt><FinInstnId><BICFI>DEUTDEFF</BICFI></FinInstnId></CdtrAgt>
  <Cdtr><Nm>Müller &amp; Söhne</Nm></Cdtr><CdtrAcct><Id><IBAN>DE89370400440532013000</IBAN></Id></CdtrAcct>${more}</CdtTrfTxInf>`
const message = (
  transfers: string,
  { version = '09', count = '2', sum = '3.75', method = 'TRF', before = '' }: Shape = {},
) =>
  Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>${before}
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.${version}"><CstmrCdtTrfInitn>
<GrpHdr><MsgId>m</MsgId><NbOfTxs>${count}</NbOfTxs><CtrlSum>${sum}</CtrlSum></GrpHdr>
<PmtInf><PmtInfId>p</PmtInfId><PmtMtd>${method}</PmtMtd><ReqdExctnDt>${version === '03' ? '2036-01-02' : '<Dt>2036-01-02</Dt>'}</ReqdExctnDt>
<DbtrAcct><Id><Othr><Id>VA-1</Id></Othr></Id></DbtrAcct><ChrgBr>DEBT</ChrgBr>${transfers}</PmtInf></CstmrCdtTrfInitn></Document>`)
const two = transfer('E-1', '1.25') + transfer('NOTPROVIDED', '2.5', '<RmtInf><Ustrd>Invoice 7</Ustrd></RmtInf>')

describe('a pain.001', () => {
  it.each(['03', '09'])('of version %s is a sheet of its payments', (version) => {
    const head = ['Reference', 'VirtualAccount', 'BeneficiaryName', 'AccountNumber', 'BankCode', 'Country', 'Currency', 'Amount', 'Remark', 'Email', 'Phone', 'FeePayer', 'ScheduledTime', 'Purpose'] // prettier-ignore
    const row = (reference: string, amount: string, remark: string) => [reference, 'VA-1', 'Müller & Söhne', 'DE89370400440532013000', 'DEUTDEFF', 'DE', 'EUR', amount, remark, '', '', 'SENDER', '2036-01-02', ''] // prettier-ignore
    expect(parsePain(message(two, { version }), 10)).toEqual({
      format: `pain.001.001.${version}`,
      encoding: 'utf-8',
      rows: [head, row('E-1', '1.25', ''), row('', '2.5', 'Invoice 7')],
    })
  })

  it.each([
    ['declares_document_type', { before: '<!DOCTYPE Document [<!ENTITY a "b">]>' }],
    ['declares_document_type', { before: '<!DOCTYPE Document SYSTEM "file:///etc/passwd">' }],
    ['not_pain', { version: '11' }],
    ['not_transfers', { method: 'CHK' }],
    ['payments_miscounted', { count: '3' }],
    ['sum_differs', { sum: '3.76' }],
  ] as const)('is refused as a whole: %s', (reason, shape) => {
    expect(parsePain(message(two, shape), 10)).toBe(reason)
  })

  it('is refused with more payments than may be, or more text than a payment has', () => {
    expect(parsePain(message(two), 1)).toBe('too_many_rows')
    expect(parsePain(message(transfer('x'.repeat(3_000), '1')), 10)).toBe('packed_too_tight')
    const deep = `${'<a>'.repeat(40)}${'</a>'.repeat(40)}`
    expect(parsePain(message(two + deep), 10)).toBe('packed_too_tight')
  })

  it('that is no XML, or uses an entity that nothing declares, is refused', () => {
    expect(() => parsePain(Buffer.from('a,b\n1,2'), 10)).toThrow('root node')
    expect(() => parsePain(message(transfer('&a;', '3.75')), 10)).toThrow('entity')
  })
})
