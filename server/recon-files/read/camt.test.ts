import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { statementsOf } from './bank-fixtures.ts'
import { camtSource } from './camt.ts'
import { refusalOf, rowsOf } from './source-fixtures.ts'

const kinds = {
  '052': ['BkToCstmrAcctRpt', 'Rpt'],
  '053': ['BkToCstmrStmt', 'Stmt'],
  '054': ['BkToCstmrDbtCdtNtfctn', 'Ntfctn'],
} as const
const camt = (inside: string, kind: keyof typeof kinds = '053', version = '08') => {
  const [root, part] = kinds[kind]
  return `<?xml version="1.0"?><d:Document xmlns:d="urn:iso:std:iso:20022:tech:xsd:camt.${kind}.001.${version}"><d:${root}><d:${part}>${inside.replaceAll(/<(\/?)(?=\w)/g, '<$1d:')}</d:${part}></d:${root}></d:Document>`
}
const balance = (code: string, amount: string, direction = 'CRDT', more = '') =>
  `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry>${more}</Tp><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>${direction}</CdtDbtInd><Dt><Dt>2026-03-02+01:00</Dt></Dt></Bal>`
const detail = (amount: string, id: string) =>
  `<TxDtls><Refs><EndToEndId>${id}</EndToEndId></Refs><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>DBIT</CdtDbtInd><RltdPties><Cdtr><Pty><Nm>Ada</Nm></Pty></Cdtr><CdtrAcct><Id><IBAN>DE1</IBAN></Id></CdtrAcct></RltdPties></TxDtls>`
const head = '<Id>S</Id><Acct><Id><IBAN>DE89 3704</IBAN></Id></Acct>'
const booked = '<Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>2026-03-02</Dt></BookgDt>'
const entry = (amount: string, direction: string, more = booked) =>
  `<Ntry><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>${direction}</CdtDbtInd>${more}</Ntry>`

it('balances, movements and their payments are rows in each version, however the text is cut', async () => {
  const inside = `${head}${balance('OPBD', '10.00')}${balance('CLBD', '2.5', 'DBIT')}${balance('CLAV', '0.00', 'DBIT')}
    ${entry('12.50', 'DBIT', `${booked}<NtryDtls>${detail('5.5', 'E-1')}${detail('7', 'E-2')}</NtryDtls>`)}`
  const common = { statement: 'S', account: 'DE893704', currency: 'EUR', booked_on: '2026-03-02' }
  const ada = { counterparty: 'Ada', counterparty_account: 'DE1' }
  for (const [size, kind, version] of [[1, '053', '02'], [9, '052', '13'], [9_999, '054', '01']] as const)
    expect(await rowsOf(camtSource, camt(inside, kind, version), { size })).toEqual([
      { section: 'opening', ...common, balance: '10.00', code: 'OPBD' },
      { section: 'closing', ...common, balance: '-2.5', code: 'CLBD' },
      { section: 'available', ...common, balance: '0.00', code: 'CLAV' },
      { section: 'detail', ...common, ...ada, amount: '-5.5', end_to_end_id: 'E-1' },
      { section: 'detail', ...common, ...ada, amount: '-7', end_to_end_id: 'E-2' },
      { section: 'batch', ...common, amount: '-12.50', details_sum: '-12.5' },
    ]) // prettier-ignore
})

it('a movement of one payment has its references, one that is not booked is pending, one without direction has no amount', async () => {
  const one = entry(
    '5.5',
    'DBIT',
    `${booked}<AcctSvcrRef>B-1</AcctSvcrRef><NtryDtls>${detail('5.5', 'E-1')}</NtryDtls>`,
  )
  const found = await rowsOf(camtSource, camt(`${head}${one}${entry('1', 'CRDT', '<Sts>PDNG</Sts>')}${entry('1', '')}`))
  expect(found).toMatchObject([
    { section: 'entry', amount: '-5.5', end_to_end_id: 'E-1', reference: 'B-1', counterparty: 'Ada' },
    { section: 'pending', amount: '1' },
    { section: 'entry' },
  ])
  expect(found[2]).not.toHaveProperty('amount')
})

it('the balance of the day before is the opening one where there is no other, and those of pages are of pages', async () => {
  const sections = async (...balances: string[]) =>
    (await rowsOf(camtSource, camt(head + balances.join('')))).map(({ section }) => section)
  expect(await sections(balance('PRCD', '1'), balance('CLBD', '1'))).toEqual(['opening', 'closing'])
  expect(await sections(balance('PRCD', '1'), balance('OPBD', '1'))).toEqual(['other_balance', 'opening'])
  expect(await sections(balance('OPBD', '1', 'CRDT', '<SubTp><Cd>INTM</Cd></SubTp>'))).toEqual(['page_opening'])
})

it('a message without a statement, with a document type or cut off is refused', async () => {
  expect(await refusalOf(camtSource, '<Document><BkToCstmrStmt><GrpHdr/></BkToCstmrStmt></Document>')).toBe(
    'no_statement',
  )
  expect(await refusalOf(camtSource, `<!DOCTYPE d [<!ENTITY a "b">]>${camt(head).slice(21)}`)).toBe(
    'declares_document_type',
  )
  expect(await refusalOf(camtSource, camt(head).slice(0, -9))).toBe('damaged_file')
  expect(await refusalOf(camtSource, camt(`<Id>${'x'.repeat(40_000)}</Id>`))).toBe('packed_too_tight')
})

const folder = join(import.meta.dirname, '../../../../shared/data/settlement/camt')
describe.skipIf(!existsSync(folder))('messages of real banks', () => {
  const read = (name: string) => rowsOf(camtSource, readFileSync(join(folder, name), 'utf8'))
  it('both statements of one are proven, one with five decimals is short by 0.05, a wrong one is refused', async () => {
    expect(statementsOf(await read('camt053.v2.multi.statement.xml'))).toEqual([
      '18.15 + 1 = 27 proven',
      '27 + 1 = 20 proven',
    ])
    expect(statementsOf(await read('camt053.v2.five.decimals.xml'))).toEqual(['18.15 + 1 = 27.05 short by 0.05'])
    await expect(read('camt053.v2.wrong.xml')).rejects.toMatchObject({ reason: 'no_statement' })
  })
  it('a notification has its movement and the payments of it, in their currencies', async () => {
    const rows = await read('camt054.v8.xml')
    expect(rows.map(({ section, amount, currency }) => [section, amount, currency])).toEqual([
      ['detail', '3.1', 'CHF'], ['detail', '3.2', 'CHF'], ['detail', '3.2', 'CHF'], ['batch', '-200000', 'SEK'],
    ]) // prettier-ignore
    expect(rows[0]).toMatchObject({ end_to_end_id: 'UXC06170000006PI00001EE00001', code: 'PMNT-ICDT-DMCT' })
    expect(rows[3]).toMatchObject({ reference: 'ACSR160617103200001' })
    expect(rows[3]).not.toHaveProperty('details_sum')
  })
})
