import { describe, expect, it } from 'vitest'
import { hasRealFiles, realFile } from '#test/real-files.ts'
import { amount, readBy, told } from './reading-fixtures.ts'

const real = async (key: string, path: string) => readBy(key, { path: realFile(path) })

const small = `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"><BkToCstmrStmt><GrpHdr><MsgId>M1</MsgId><CreDtTm>2026-03-02T01:00:00+00:00</CreDtTm></GrpHdr>
<Stmt><Id>S1</Id><CreDtTm>2026-03-02T01:00:00+00:00</CreDtTm><Acct><Id><IBAN>NL26VAYB8060476890</IBAN></Id><Ccy>EUR</Ccy></Acct>
<Bal><Tp><CdOrPrtry><Cd>OPBD</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">10.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>2026-03-01</Dt></Dt></Bal>
<Bal><Tp><CdOrPrtry><Cd>CLBD</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">12.50</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>2026-03-01</Dt></Dt></Bal>
<Ntry><Amt Ccy="EUR">5.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>2026-03-01</Dt></BookgDt><ValDt><Dt>2026-03-01</Dt></ValDt><AcctSvcrRef>B1</AcctSvcrRef><NtryDtls><TxDtls><Refs><EndToEndId>po_1</EndToEndId></Refs></TxDtls></NtryDtls></Ntry>
<Ntry><Amt Ccy="EUR">2.50</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>2026-03-01</Dt></BookgDt><ValDt><Dt>2026-03-01</Dt></ValDt><AcctSvcrRef>B2</AcctSvcrRef></Ntry>
</Stmt></BkToCstmrStmt></Document>`

describe('a bank statement', () => {
  it('has signed movements, and balances that they prove', async () => {
    const { records, summary } = await readBy('CAMT_053', { text: small })
    expect(records.map(({ type, gross, bookedOn, batch }) => [type, amount(gross), bookedOn, batch])).toEqual([
      ['transfer', '5', '2026-03-01', 'S1'],
      ['transfer', '-2.5', '2026-03-01', 'S1'],
    ])
    expect(records[0]).toMatchObject({ providerRef: 'B1', merchantRef: 'po_1', account: 'NL26VAYB8060476890' })
    expect(summary.proofs.map(told)).toEqual(['balance S1 EUR proven 12.5'])
    expect(summary.proofs[0]?.parts.map(({ what, count, amount: sum }) => [what, count, amount(sum)])).toEqual([
      ['opening', 1, '10'],
      ['transfer', 2, '2.5'],
    ])
  })
})

describe.runIf(hasRealFiles)('bank statements, of real files', () => {
  it.each([
    [
      'CAMT_053',
      'camt/camt053.v2.multi.statement.xml',
      ['balance 253EURNL26VAYB8060476890 EUR proven 27', 'balance 254EURNL26VAYB8060476890 EUR proven 20'],
    ],
    ['CAMT_053', 'camt/camt053.v2.five.decimals.xml', ['balance 253EURNL26VAYB8060476890 EUR unproven 27.05 by -0.05']],
    [
      'MT940',
      'oca_bank/bank_statement_import_mt940_base__test-ing.940',
      ['balance P140220000000001 00000 EUR proven 564.35'],
    ],
    [
      'MT940',
      'oca_bank/bank_statement_import_mt940_ro_brd__test-brd.940',
      ['balance 6450374100 00138 EUR proven 3671.88'],
    ],
    [
      'MT940',
      'oca_bank/bank_statement_import_mt940_base__test-sns.940',
      [
        'balance 0000000000 361 EUR proven 2264.52',
        'balance 0000000000 362 EUR proven 2253.57',
        'balance 0000000000 363 EUR not_stated -942.29',
      ],
    ],
  ])('%s: %s', async (key, path, proofs) => {
    const { summary } = await real(key, path)
    expect(summary.proofs.map(told)).toEqual(proofs)
    expect(summary.rejected).toBe(0)
  })

  it('a camt.053 without a statement is refused', async () => {
    await expect(real('CAMT_053', 'camt/camt053.v2.wrong.xml')).rejects.toMatchObject({ reason: 'no_statement' })
  })

  it('a camt.054 has the movement; the payments that it consists of are ignored by that rule', async () => {
    const { records, summary } = await real('CAMT_054', 'camt/camt054.v8.xml')
    expect(records.map(({ gross, currency }) => [amount(gross), currency])).toEqual([['-200000', 'SEK']])
    expect(summary.ignored).toEqual({ part_of_a_batch: 3 })
  })

  it('an OFX has a ledger balance and nothing that it would follow from', async () => {
    const { records, summary } = await real('OFX', 'oca_bank/statement_import_ofx_by_acctid__test_ofx.ofx')
    expect(records.map(({ gross }) => amount(gross))).toEqual(['-80', '-90', '-100', '-90'])
    expect(summary.proofs.map(({ state }) => state)).toEqual(['not_stated', 'not_stated'])
  })
})
