import { Fault } from '#contract/faults.ts'
import { decimalText, type Currency } from '#contract/kit/money.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { accountOf } from './queries.ts'
import { edgesOf, rowsOf } from './statement.ts'

const mostRows = 10_000

/** The statement of a stretch as a bank writes it, ISO 20022 camt.053.001.08. Throws `notFound`, or `tooMany` beyond 10,000 rows. */
export async function camt053(
  ctx: Ctx,
  accountNo: string,
  stretch: { from?: Date | undefined; to?: Date | undefined },
): Promise<{ name: string; xml: string }> {
  const account = await accountOf(ctx, accountNo)
  const edges = await edgesOf(ctx, accountNo, stretch)
  const { opening, closing } = edges
  const rows = await rowsOf(ctx, accountNo, stretch, edges, mostRows + 1)
  if (rows.length > mostRows) throw new Fault('tooMany')
  const { currency } = account
  const from = stretch.from ?? rows[0]?.at ?? account.start_date
  const to = stretch.to ?? ctx.now
  const balance = (code: string, minor: bigint, at: Date) =>
    `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp>${amount(minor, currency)}${side(minor)}<Dt><Dt>${day(at)}</Dt></Dt></Bal>`
  const entries = rows.map(
    ({ number, amount_minor: minor, at, actual_at: actual, kind, txn_ref: ref, channel_ref: channel }) =>
      `<Ntry><NtryRef>${number}</NtryRef>${amount(minor, currency)}${side(minor)}<Sts><Cd>BOOK</Cd></Sts>` +
      `<BookgDt><DtTm>${at.toISOString()}</DtTm></BookgDt><ValDt><DtTm>${actual.toISOString()}</DtTm></ValDt>` +
      (channel ? `<AcctSvcrRef>${escaped(channel.slice(0, 35))}</AcctSvcrRef>` : '') +
      `<BkTxCd><Prtry><Cd>${kind}</Cd></Prtry></BkTxCd>` +
      `<NtryDtls><TxDtls><Refs><EndToEndId>${escaped(ref.slice(0, 35))}</EndToEndId></Refs>${amount(minor, currency)}${side(minor)}</TxDtls></NtryDtls></Ntry>`,
  )
  const id = `${accountNo}-${day(to)}`.slice(0, 35)
  const xml = `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt>
<GrpHdr><MsgId>${escaped(id)}</MsgId><CreDtTm>${ctx.now.toISOString()}</CreDtTm></GrpHdr>
<Stmt><Id>${escaped(id)}</Id><CreDtTm>${ctx.now.toISOString()}</CreDtTm><FrToDt><FrDtTm>${from.toISOString()}</FrDtTm><ToDtTm>${to.toISOString()}</ToDtTm></FrToDt>
<Acct><Id><Othr><Id>${escaped(accountNo.slice(0, 34))}</Id></Othr></Id><Ccy>${currency}</Ccy><Nm>${escaped(account.account_name.slice(0, 70))}</Nm>${servicer(account)}</Acct>
${balance('OPBD', opening, from)}
${balance('CLBD', closing, to)}
${entries.join('\n')}
</Stmt></BkToCstmrStmt></Document>
`
  return { name: `statement-${accountNo}-${day(to)}.xml`, xml }
}

/** The bank that keeps the account; readers of statements ask for it. */
const servicer = ({ bank_code: code, bank_name: name }: { bank_code: string; bank_name: string }): string =>
  `<Svcr><FinInstnId>${name ? `<Nm>${escaped(name.slice(0, 140))}</Nm>` : ''}<Othr><Id>${escaped((code || 'NOTPROVIDED').slice(0, 35))}</Id></Othr></FinInstnId></Svcr>`

const amount = (minor: bigint, currency: Currency): string =>
  `<Amt Ccy="${currency}">${decimalText(minor < 0n ? -minor : minor, currency)}</Amt>`
const side = (minor: bigint): string => `<CdtDbtInd>${minor < 0n ? 'DBIT' : 'CRDT'}</CdtDbtInd>`
const day = (at: Date): string => at.toISOString().slice(0, 10)
/** A text of XML. Characters that XML cannot hold are left out. */
const escaped = (text: string): string =>
  text
    .replaceAll(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '')
    .replaceAll(/[&<>"']/g, (one) => `&#${one.charCodeAt(0)};`)
