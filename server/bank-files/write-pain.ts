import { decimalText, type Currency } from '#contract/kit/money.ts'
import type { OwnAccount, PayoutDestination, PayoutRequest } from '#server/providers/payouts.ts'
import { latin } from './latin.ts'

/** A payment of a file. */
export interface FilePayment extends Omit<PayoutRequest, 'key' | 'accountNo' | 'callbackUrl'> {
  /** The payout's `txn_ref`, by which the bank's answers name it. */
  endToEndId: string
  /** On which the bank is to execute it, `YYYY-MM-DD`. */
  day: string
}
export interface FileGroup {
  groupId: string
  day: string
  currency: Currency
  payments: FilePayment[]
}

/** The groups of a message: one for each day and currency, in the order of the payments. */
export function groupsOf(msgId: string, payments: readonly FilePayment[]): FileGroup[] {
  const groups = [...Map.groupBy(payments, ({ day, currency }) => JSON.stringify([day, currency])).values()]
  return groups.map((of, index) => {
    const { day, currency } = of[0] as FilePayment
    return { groupId: `${msgId}-${index + 1}`, day, currency, payments: of }
  })
}

/** Writes a pain.001.001.09, in letters that need no escape. Number and sum are stated for the message and for each group. */
export function writePain(
  { msgId, madeAt, from }: { msgId: string; madeAt: Date; from: OwnAccount },
  groups: readonly FileGroup[],
): string {
  const all = groups.flatMap(({ payments }) => payments)
  const id = from.companyId ? `<Id><OrgId><Othr><Id>${latin(from.companyId, 35)}</Id></Othr></OrgId></Id>` : ''
  const lines = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.09"><CstmrCdtTrfInitn>',
    `<GrpHdr><MsgId>${msgId}</MsgId><CreDtTm>${madeAt.toISOString().slice(0, 19)}Z</CreDtTm>${statedOf(all)}<InitgPty>${named(from.holder)}${id}</InitgPty></GrpHdr>`,
    ...groups.flatMap((group) => [
      `<PmtInf><PmtInfId>${group.groupId}</PmtInfId><PmtMtd>TRF</PmtMtd><BtchBookg>false</BtchBookg>${statedOf(group.payments)}`,
      `<ReqdExctnDt><Dt>${group.day}</Dt></ReqdExctnDt><Dbtr>${named(from.holder)}</Dbtr>`,
      `<DbtrAcct>${numbered(from.number, from.isIban)}<Ccy>${from.currency}</Ccy></DbtrAcct>`,
      `<DbtrAgt><FinInstnId><BICFI>${from.bic}</BICFI></FinInstnId></DbtrAgt>`,
      ...group.payments.map(paymentXml),
      '</PmtInf>',
    ]),
    '</CstmrCdtTrfInitn></Document>',
  ]
  return `${lines.join('\n')}\n`
}

function paymentXml({ endToEndId, amountMinor, currency, to, feePayer, purpose, remarks }: FilePayment): string {
  const [why, text] = [latin(purpose, 35), latin(remarks, 140)]
  return [
    `<CdtTrfTxInf><PmtId><EndToEndId>${endToEndId}</EndToEndId></PmtId>`,
    `<Amt><InstdAmt Ccy="${currency}">${decimalText(amountMinor, currency)}</InstdAmt></Amt>`,
    `<ChrgBr>${feePayer === 'SENDER' ? 'DEBT' : 'CRED'}</ChrgBr>`,
    bankOf(to),
    `<Cdtr>${named(to.fields['name_latin'] || to.holder)}<PstlAdr><Ctry>${to.country}</Ctry></PstlAdr></Cdtr>`,
    `<CdtrAcct>${numbered(to.number, isIban(to))}</CdtrAcct>`,
    why && `<Purp><Prtry>${why}</Prtry></Purp>`,
    text && `<RmtInf><Ustrd>${text}</Ustrd></RmtInf>`,
    '</CdtTrfTxInf>',
  ].join('')
}

/** How many payments there are, and their sum. All are in the currency of the account that they leave. */
function statedOf(payments: readonly FilePayment[]): string {
  const currency = payments[0]?.currency
  const sum = payments.reduce((total, { amountMinor }) => total + amountMinor, 0n)
  return `<NbOfTxs>${payments.length}</NbOfTxs>${currency ? `<CtrlSum>${decimalText(sum, currency)}</CtrlSum>` : ''}`
}

const named = (name: string): string => `<Nm>${latin(name, 140) || 'NOT PROVIDED'}</Nm>`
const numbered = (number: string, iban: boolean): string =>
  iban ? `<Id><IBAN>${number}</IBAN></Id>` : `<Id><Othr><Id>${latin(number, 34)}</Id></Othr></Id>`
const isIban = ({ number, country }: PayoutDestination): boolean =>
  number.startsWith(country) && /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(number)

/** The beneficiary's bank: by its BIC, else by what its country calls it; nothing where the IBAN says it. */
function bankOf({ fields, bankCode, country }: PayoutDestination): string {
  const bic = fields['swift'] ?? ''
  if (bic) return `<CdtrAgt><FinInstnId><BICFI>${bic}</BICFI></FinInstnId></CdtrAgt>`
  const [system, member] = memberOf(fields, bankCode, country)
  if (!member) return ''
  const named = system ? `<ClrSysId><Cd>${system}</Cd></ClrSysId>` : ''
  return `<CdtrAgt><FinInstnId><ClrSysMmbId>${named}<MmbId>${latin(member, 35)}</MmbId></ClrSysMmbId></FinInstnId></CdtrAgt>`
}

/** The clearing system of ISO 20022's external code list, and the bank's number there. */
function memberOf(fields: PayoutDestination['fields'], bankCode: string, country: string): [string, string] {
  const branch = fields['branch'] ?? ''
  if (fields['sort_code']) return ['GBDSC', fields['sort_code']]
  if (fields['routing_number']) return ['USABA', fields['routing_number']]
  if (fields['ifsc']) return ['INFSC', fields['ifsc']]
  if (fields['bsb_code']) return ['AUBSB', fields['bsb_code']]
  if (fields['transit_code']) return ['CACPA', `0${bankCode}${fields['transit_code']}`]
  return [systems[country] ?? '', bankCode + branch]
}
const systems: Readonly<Record<string, string>> = {
  HK: 'HKNCC',
  JP: 'JPZGN',
  KR: 'KRBOK',
  SG: 'SGIBG',
  TH: 'THCBC',
  TW: 'TWNCC',
  ZA: 'ZANCC',
}
