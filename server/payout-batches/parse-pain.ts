import { buffer } from 'node:stream/consumers'
import { SaxesParser } from 'saxes'
import type { PayoutSheetColumn } from '#contract/payout-sheet.ts'
import { decodeText } from '#server/kit/files/decode-text.ts'
import type { SheetEncoding } from '#server/kit/files/read-sheet.ts'

/** The payments of a pain.001 as a sheet: the titles are those of the sheets of payouts. */
export interface PainSheet {
  rows: string[][]
  encoding: SheetEncoding
  format: string
}
/** Why such a file is refused as a whole. */
export type PainRefusal =
  | 'declares_document_type'
  | 'not_pain'
  | 'not_transfers'
  | 'payments_miscounted'
  | 'sum_differs'
  | 'too_many_rows'
  | 'packed_too_tight'

class Refused extends Error {
  readonly why: PainRefusal
  constructor(why: PainRefusal) {
    super(why)
    this.why = why
  }
}

const columns = [
  'Reference', 'VirtualAccount', 'BeneficiaryName', 'AccountNumber', 'BankCode', 'Country', 'Currency', 'Amount', 'Remark', 'Email',
  'Phone', 'FeePayer', 'ScheduledTime', 'Purpose',
] as const satisfies readonly PayoutSheetColumn[] // prettier-ignore
type Payment = Partial<Record<(typeof columns)[number], string>>

/** What an element below a payment says, the surer one first; the rest of a message is passed over. */
const ofPayment: Readonly<Record<string, keyof Payment>> = {
  'PmtId/EndToEndId': 'Reference',
  'Amt/InstdAmt': 'Amount',
  'CdtrAgt/FinInstnId/BICFI': 'BankCode',
  'CdtrAgt/FinInstnId/BIC': 'BankCode',
  'CdtrAgt/FinInstnId/ClrSysMmbId/MmbId': 'BankCode',
  'Cdtr/Nm': 'BeneficiaryName',
  'Cdtr/PstlAdr/Ctry': 'Country',
  'CdtrAgt/FinInstnId/PstlAdr/Ctry': 'Country',
  'Cdtr/CtctDtls/EmailAdr': 'Email',
  'Cdtr/CtctDtls/MobNb': 'Phone',
  'CdtrAcct/Id/IBAN': 'AccountNumber',
  'CdtrAcct/Id/Othr/Id': 'AccountNumber',
  'RmtInf/Ustrd': 'Remark',
  'Purp/Cd': 'Purpose',
  'Purp/Prtry': 'Purpose',
  ChrgBr: 'FeePayer',
}
/** What an element of a group says of all its payments. */
const ofGroup: Readonly<Record<string, keyof Payment>> = {
  ReqdExctnDt: 'ScheduledTime',
  'ReqdExctnDt/Dt': 'ScheduledTime',
  'ReqdExctnDt/DtTm': 'ScheduledTime',
  'DbtrAcct/Id/IBAN': 'VirtualAccount',
  'DbtrAcct/Id/Othr/Id': 'VirtualAccount',
  ChrgBr: 'FeePayer',
}
const feePayers: Readonly<Record<string, string>> = { DEBT: 'SENDER', CRED: 'RECEIVER' }

/** Reads one message and writes its payments, or why it is refused, as JSON. Throws where it is no XML. */
export function parsePain(file: Buffer, rowsMost: number): PainSheet | PainRefusal {
  const { text, encoding } = decodeText(file, true)
  const reading = new PainReading(rowsMost)
  try {
    return { rows: reading.read(text), encoding, format: reading.format }
  } catch (error) {
    if (error instanceof Refused) return error.why
    throw error
  }
}

const depthMost = 24
const textMost = 2_000
const formats: Readonly<Record<string, string>> = {
  'urn:iso:std:iso:20022:tech:xsd:pain.001.001.03': 'pain.001.001.03',
  'urn:iso:std:iso:20022:tech:xsd:pain.001.001.09': 'pain.001.001.09',
}
const message = 'Document/CstmrCdtTrfInitn/'
const groupPath = `${message}PmtInf/`
const paymentPath = `${groupPath}CdtTrfTxInf/`

class PainReading {
  format = ''
  private readonly rowsMost: number
  private readonly path: string[] = []
  private readonly payments: Payment[] = []
  private text = ''
  private currency = ''
  private group: Payment = {}
  private payment: Payment = {}
  private groupFrom = 0
  /** What the message and its groups state of the payments that they hold. */
  private readonly stated: { from: number; to: number | null; count?: string; sum?: string }[] = [{ from: 0, to: null }]

  constructor(rowsMost: number) {
    this.rowsMost = rowsMost
  }

  read(text: string): string[][] {
    const parser = new SaxesParser({ xmlns: true })
    parser.on('error', (error) => {
      throw error
    })
    parser.on('doctype', () => {
      throw new Refused('declares_document_type')
    })
    parser.on('opentag', ({ local, uri, attributes }) => this.open(local, uri, attributes['Ccy']?.value ?? ''))
    parser.on('text', (piece) => this.add(piece))
    parser.on('cdata', (piece) => this.add(piece))
    parser.on('closetag', () => this.close())
    parser.write(text).close()
    for (const one of this.stated) this.compare(one)
    return [[...columns], ...this.payments.map((payment) => columns.map((column) => payment[column] ?? ''))]
  }

  private open(name: string, uri: string, currency: string): void {
    if (this.path.length === 0) this.format = formats[uri] ?? refuse('not_pain')
    if (this.path.length >= depthMost) throw new Refused('packed_too_tight')
    this.path.push(name)
    this.text = ''
    if (currency !== '') this.currency = currency
    const path = this.path.join('/')
    if (path === 'Document/CstmrCdtTrfInitn/PmtInf') {
      this.group = {}
      this.groupFrom = this.payments.length
      this.stated.push({ from: this.groupFrom, to: null })
    }
    if (path === 'Document/CstmrCdtTrfInitn/PmtInf/CdtTrfTxInf') this.payment = {}
  }

  private add(piece: string): void {
    if (this.text.length + piece.length > textMost) throw new Refused('packed_too_tight')
    this.text += piece
  }

  private close(): void {
    const path = this.path.join('/')
    const text = this.text.trim()
    this.path.pop()
    this.text = ''
    if (path === paymentPath.slice(0, -1)) this.keep()
    else if (path === groupPath.slice(0, -1)) (this.stated.at(-1) as { to: number | null }).to = this.payments.length
    else if (text !== '') this.note(path, text)
  }

  private note(path: string, text: string): void {
    const below = path.startsWith(paymentPath) ? path.slice(paymentPath.length) : null
    const inGroup = path.startsWith(groupPath) ? path.slice(groupPath.length) : null
    if (below !== null) {
      const column = ofPayment[below]
      if (column) this.payment[column] ??= column === 'FeePayer' ? (feePayers[text] ?? '') : text
      if (column === 'Amount') this.payment.Currency ??= this.currency
      return
    }
    const statement = this.stated.at(path.startsWith(`${message}GrpHdr/`) ? 0 : -1)
    if (path.endsWith('/NbOfTxs') && statement) statement.count = text
    else if (path.endsWith('/CtrlSum') && statement) statement.sum = text
    else if (inGroup === 'PmtMtd' && text !== 'TRF') throw new Refused('not_transfers')
    else if (inGroup !== null && ofGroup[inGroup]) {
      const column = ofGroup[inGroup]
      this.group[column] ??= column === 'FeePayer' ? (feePayers[text] ?? '') : text
    }
  }

  /** A payment is whole. What its group says comes behind it nowhere, so that it is known. */
  private keep(): void {
    const payment = { ...this.group, ...this.payment }
    if (payment.Reference === 'NOTPROVIDED') payment.Reference = ''
    if (!payment.Country && ibanCountry.test(payment.AccountNumber ?? ''))
      payment.Country = (payment.AccountNumber ?? '').slice(0, 2)
    this.payments.push(payment)
    if (this.payments.length > this.rowsMost) throw new Refused('too_many_rows')
  }

  private compare({ from, to, count, sum }: (typeof this.stated)[number]): void {
    const payments = this.payments.slice(from, to ?? undefined)
    if (count !== undefined && count !== String(payments.length)) throw new Refused('payments_miscounted')
    if (sum === undefined) return
    const made = payments.reduce((total, { Amount = '' }) => total + (scaled(Amount) ?? 0n), 0n)
    if (scaled(sum) !== made) throw new Refused('sum_differs')
  }
}
const ibanCountry = /^[A-Z]{2}\d{2}[A-Z\d]{11,30}$/

/** A decimal in units of 10⁻¹⁸; null where it is none. */
function scaled(text: string): bigint | null {
  const [, whole = '', fraction = ''] = /^(\d{1,18})(?:\.(\d{1,17}))?$/.exec(text) ?? []
  return whole === '' ? null : BigInt(whole + fraction.padEnd(18, '0'))
}

function refuse(why: PainRefusal): never {
  throw new Refused(why)
}

if (import.meta.main) {
  const { rowsMost } = JSON.parse(process.argv[2] ?? '') as { rowsMost: number }
  process.stdout.write(JSON.stringify(parsePain(await buffer(process.stdin), rowsMost)))
}
