import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accountNo, camt, openBankFiles, type BankFiles } from './fixtures.ts'

/** A bank's reports about files through the merchant's calls. */
let on: BankFiles
beforeAll(async () => {
  on = await openBankFiles(1_000)
})
afterAll(() => on.out.close())

const available = async () => (await on.out.balances(accountNo)).available
const report = (of: { msgId: string; group?: string; payments?: string }) =>
  `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.002.001.10"><CstmrPmtStsRpt><GrpHdr><MsgId>${crypto.randomUUID()}</MsgId></GrpHdr>
   <OrgnlGrpInfAndSts><OrgnlMsgId>${of.msgId}</OrgnlMsgId>${of.group ?? ''}</OrgnlGrpInfAndSts>
   <OrgnlPmtInfAndSts><OrgnlPmtInfId>${of.msgId}-1</OrgnlPmtInfId>${of.payments ?? ''}</OrgnlPmtInfAndSts></CstmrPmtStsRpt></Document>`
const status = (ref: string, code: string, more = '') =>
  `<TxInfAndSts><OrgnlEndToEndId>${ref}</OrgnlEndToEndId><TxSts>${code}</TxSts>${more}</TxInfAndSts>`

describe('a report about a file', () => {
  it('fails what the bank refused, pays what it has settled, and says nothing of what it has only accepted', async () => {
    const { refs, file } = await on.inFile(11, 12, 13)
    const [refused = '', settled = '', accepted = ''] = refs
    const before = await available()
    const why = '<StsRsnInf><Rsn><Cd>AC01</Cd></Rsn><AddtlInf>No such account</AddtlInf></StsRsnInf>'
    const payments =
      status(refused, 'RJCT', why) + status(settled, 'ACSC') + status(accepted, 'ACCP') + status('stranger', 'RJCT')
    const xml = report({ msgId: file.msg_id, group: '<GrpSts>PART</GrpSts>', payments })
    const answer = await on.took(xml)
    expect(answer.did.slice(0, 2)).toEqual([
      ['failed', refused],
      ['paid', settled],
    ])
    expect(answer.did[2]?.[0]).toBe('unmatched')
    expect(answer).toMatchObject({ format: 'pain.002', pending_count: 1 })
    expect(await on.out.read(refused)).toMatchObject({ status: 'Failed', status_reason: 'INVALID_ACCOUNT' })
    expect([await on.out.state(settled), await on.out.state(accepted)]).toEqual(['Success', 'Processing'])
    expect((await available()) - before).toBe(1_100n)
    expect(await on.took(xml)).toMatchObject({ lines: [], known_count: 3 })
    const statement = [{ ref: 'E-1', amount: '12.00', side: 'DBIT' as const, endToEndId: settled }]
    expect(await on.took(camt(statement, { id: 'S-20' }))).toMatchObject({ lines: [], known_count: 1 })
    expect((await on.bring(report({ msgId: 'another' }))).status).toBe(400)
  })

  it('of the whole file counts for each payment, and another amount is shown to people', async () => {
    const { refs, file } = await on.inFile(14, 15)
    const [whole = '', differs = ''] = refs
    const amount = '<OrgnlTxRef><Amt><InstdAmt Ccy="EUR">15.50</InstdAmt></Amt></OrgnlTxRef>'
    const xml = report({
      msgId: file.msg_id,
      group: '<GrpSts>RJCT</GrpSts><StsRsnInf><Rsn><Cd>AM04</Cd></Rsn></StsRsnInf>',
      payments: status(differs, 'RJCT', amount),
    })
    expect((await on.took(xml)).did).toEqual([
      ['amount_differs', differs],
      ['failed', whole],
    ])
    expect(await on.out.read(whole)).toMatchObject({ status: 'Failed', status_reason: 'PROVIDER_FUNDS' })
    expect(await on.out.state(differs)).toBe('Processing')
    expect(await on.out.findings()).toEqual([])
  })
})
