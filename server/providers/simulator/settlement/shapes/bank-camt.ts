import type { Batch, Closing } from '../closings.ts'
import { dayOf, major } from './amounts.ts'
import { escaped } from './workbook.ts'

/** The merchant's bank account as its bank states it, ISO 20022 camt.053.001.08: a statement for each currency, with the payouts that came. */
export function bankCamt(closing: Closing, { footerWrong }: { footerWrong: boolean }): Buffer {
  const { number, account, at } = closing
  const made = at.toISOString()
  const statements = closing.batches.map((batch) => statementOf(closing, batch, footerWrong ? 1n : 0n))
  return Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt>
<GrpHdr><MsgId>${escaped(`SIMB${number}${account}`.slice(0, 35))}</MsgId><CreDtTm>${made}</CreDtTm></GrpHdr>
${statements.join('\n')}
</BkToCstmrStmt></Document>
`)
}

function statementOf({ number, account, at }: Closing, batch: Batch, wrongBy: bigint): string {
  const { currency, openingMinor, bankedMinor } = batch
  const amount = (minor: bigint) =>
    `<Amt Ccy="${currency}">${major(minor < 0n ? -minor : minor, currency)}</Amt><CdtDbtInd>${minor < 0n ? 'DBIT' : 'CRDT'}</CdtDbtInd>`
  const balance = (code: string, minor: bigint) =>
    `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp>${amount(minor)}<Dt><Dt>${dayOf(at)}</Dt></Dt></Bal>`
  const id = `${number}-${currency}`
  const entry =
    `<Ntry><NtryRef>1</NtryRef>${amount(bankedMinor)}<Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>${dayOf(at)}</Dt></BookgDt>` +
    `<ValDt><Dt>${dayOf(at)}</Dt></ValDt><AcctSvcrRef>po_${id}</AcctSvcrRef><BkTxCd><Prtry><Cd>PAYOUT</Cd></Prtry></BkTxCd>` +
    `<NtryDtls><TxDtls><Refs><EndToEndId>${id}</EndToEndId></Refs>${amount(bankedMinor)}` +
    `<RmtInf><Ustrd>Settlement ${id}</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>`
  return `<Stmt><Id>${id}</Id><CreDtTm>${at.toISOString()}</CreDtTm>
<Acct><Id><Othr><Id>${escaped(`SIMB-${account}`.slice(0, 34))}</Id></Othr></Id><Ccy>${currency}</Ccy><Svcr><FinInstnId><Nm>Simulator Bank</Nm></FinInstnId></Svcr></Acct>
${balance('OPBD', openingMinor)}
${balance('CLBD', openingMinor + bankedMinor + wrongBy)}
${bankedMinor === 0n ? '' : entry}
</Stmt>`
}
