import { find, textAt, type Element } from '#server/bank-statements/elements.ts'
import { detailOf, meaningful } from '#server/bank-statements/entries.ts'
import { BankRows, oneLine, type BankLine, type BankSection } from './bank-rows.ts'
import { exactOf, exactText, type Exact } from './exact.ts'
import { most, refused } from './refusals.ts'
import type { SourceRow } from './source-rows.ts'
import { xmlRows, type XmlEvents } from './xml-stream.ts'

/** The rows of a camt.052, camt.053 or camt.054 of any version, with the titles of `bankTitles`. */
export async function* camtSource(text: AsyncIterable<string>): AsyncGenerator<SourceRow[]> {
  const reading = new Statements()
  yield* xmlRows(text, reading, () => reading.rows.taken())
  if (!reading.isFound) throw refused('no_statement')
}
const statementNames: Readonly<Record<string, string>> = {
  BkToCstmrStmt: 'Stmt',
  BkToCstmrDbtCdtNtfctn: 'Ntfctn',
  BkToCstmrAcctRpt: 'Rpt',
}
const sections: Readonly<Record<string, BankSection>> = {
  OPBD: 'opening',
  CLBD: 'closing',
  OPAV: 'opening_available',
  CLAV: 'available',
  FWAV: 'forward',
}

/** Keeps what is open of a statement, and of a movement its first payment alone: one may have a hundred thousand. */
class Statements implements XmlEvents {
  readonly rows = new BankRows()
  isFound = false
  private readonly names: string[] = []
  private readonly open: Element[] = []
  private balances: Element[] = []
  private first: BankLine | null = null
  private details = 0
  /** What the payments of a movement add up to; null where one does not say it in its currency. */
  private sum: Exact | null = 0n

  begin(name: string, tag: Parameters<XmlEvents['begin']>[1]): void {
    const isStatement = this.open.length === 0 && statementNames[this.names.at(-1) ?? ''] === name
    this.names.push(name)
    if (isStatement) this.isFound = true
    else if (this.open.length === 0) return
    this.open.push({ name, text: '', currency: tag.attributes['Ccy']?.value ?? '', below: [] })
  }
  text(piece: string): void {
    const top = this.open.at(-1)
    // The blanks between a hundred thousand movements are no text of their statement.
    if (!top || piece.trim() === '') return
    top.text += piece
    if (top.text.length > most.cellCharacters) throw refused('packed_too_tight')
  }
  end(): void {
    this.names.pop()
    const closed = this.open.pop()
    if (!closed) return
    closed.text = closed.text.trim()
    const above = this.open.at(-1)
    if (closed.name === 'TxDtls' && above?.name === 'NtryDtls') this.detail(closed)
    else if (this.open.length === 1 && closed.name === 'Bal') this.balances.push(closed)
    else if (this.open.length === 1 && closed.name === 'Ntry') this.entry(closed)
    else if (above) above.below.push(closed)
    else this.flush(closed)
  }

  /** The balances of a statement, which stand before its movements. */
  private flush(statement: Element): void {
    const codes = this.balances.map(codeOf)
    for (const [at, balance] of this.balances.entries()) {
      const code = codes[at] ?? ''
      const section = sections[code === 'PRCD' && !codes.includes('OPBD') ? 'OPBD' : code] ?? 'other_balance'
      const isPage = textAt(balance, 'Tp/SubTp/Cd') === 'INTM' && (section === 'opening' || section === 'closing')
      const { amount: stated, currency } = amountOf(balance, directionOf(balance))
      this.rows.add({
        section: isPage ? (section === 'opening' ? 'page_opening' : 'page_closing') : section,
        ...commonOf(statement),
        balance: stated,
        currency,
        booked_on: dateOf(balance, 'Dt'),
        code,
      })
    }
    this.balances = []
  }

  private detail(from: Element): void {
    const [statement, entry] = this.open
    if (!statement || !entry) return
    this.details += 1
    const line = lineOf(from, statement, entry)
    const exact = line.currency === find(entry, 'Amt')?.currency ? exactOf(line.amount ?? '') : null
    this.sum = this.sum === null || exact === null ? null : this.sum + exact
    if (this.details === 1) this.first = line
    else {
      if (this.first) {
        this.flush(statement)
        this.rows.add(this.first)
        this.first = null
      }
      this.rows.add(line)
    }
  }

  private entry(from: Element): void {
    const [statement] = this.open
    if (!statement) return
    this.flush(statement)
    const only: Partial<BankLine> = this.first ?? {}
    const reference = meaningful(textAt(from, 'AcctSvcrRef')) || only.reference || meaningful(textAt(from, 'NtryRef'))
    const text = oneLine(textAt(from, 'AddtlNtryInf'))
    this.rows.add({
      ...only,
      section: isBooked(from) ? (this.details > 1 ? 'batch' : 'entry') : 'pending',
      ...commonOf(statement),
      ...amountOf(from, directionOf(from)),
      booked_on: dateOf(from, 'BookgDt') || dateOf(from, 'ValDt'),
      value_date: dateOf(from, 'ValDt'),
      reference,
      code: kindOf(from) || only.code || '',
      text: only.text || text,
      ...(this.details > 1 && this.sum !== null ? { details_sum: exactText(this.sum) } : {}),
    })
    this.first = null
    this.details = 0
    this.sum = 0n
  }
}

function lineOf(from: Element, statement: Element, entry: Element): BankLine {
  const found = detailOf(from)
  const direction = directionOf(from) || directionOf(entry)
  const party = direction === 'CRDT' ? 'Dbtr' : 'Cdtr'
  const account = textAt(from, `RltdPties/${party}Acct/Id/IBAN`, `RltdPties/${party}Acct/Id/Othr/Id`)
  return {
    section: isBooked(entry) ? 'detail' : 'pending',
    ...commonOf(statement),
    ...amountOf(from, direction),
    booked_on: dateOf(entry, 'BookgDt') || dateOf(entry, 'ValDt'),
    value_date: dateOf(entry, 'ValDt'),
    reference: found.bankRef,
    own_reference: meaningful(textAt(from, 'Refs/InstrId', 'Refs/PmtInfId', 'Refs/MsgId')),
    end_to_end_id: found.endToEndId,
    counterparty: direction === 'CRDT' ? found.debtor : found.creditor,
    counterparty_account: account,
    code: kindOf(from) || kindOf(entry),
    text: oneLine(found.text),
    return_reason: found.returned ?? '',
  }
}
const commonOf = (statement: Element) => ({
  statement: textAt(statement, 'Id'),
  account: textAt(statement, 'Acct/Id/IBAN', 'Acct/Id/Othr/Id').replaceAll(/\s/g, ''),
  period_end: textAt(statement, 'FrToDt/ToDtTm'),
})
/** A text in older versions, a code in newer ones. */
const isBooked = (entry: Element): boolean => ['BOOK', ''].includes(textAt(entry, 'Sts/Cd', 'Sts/Prtry', 'Sts'))
const codeOf = (balance: Element): string => textAt(balance, 'Tp/CdOrPrtry/Cd', 'Tp/CdOrPrtry/Prtry')
/** Without a direction nothing says which way an amount went: it is left out. */
const directionOf = (from: Element): string => textAt(from, 'CdtDbtInd')
function amountOf(from: Element, direction: string): { amount: string; currency: string } {
  const paths = from.name === 'TxDtls' ? ['Amt', 'AmtDtls/TxAmt/Amt', 'AmtDtls/InstdAmt/Amt'] : ['Amt']
  const found = paths.flatMap((path) => find(from, path) ?? [])[0]
  const text = found?.text ?? ''
  const isKnown = direction === 'CRDT' || direction === 'DBIT'
  const sign = direction === 'DBIT' && /[1-9]/.test(text) ? '-' : ''
  return { amount: isKnown && text !== '' ? sign + text : '', currency: found?.currency ?? '' }
}
/** A day, or a time with the offset that the bank states. A day of a zone is that day. */
function dateOf(from: Element, path: string): string {
  const text = textAt(from, `${path}/DtTm`, `${path}/Dt`)
  return /^\d{4}-\d\d-\d\d(?!T)/.test(text) ? text.slice(0, 10) : text
}
/** `PMNT-ICDT-DMCT`, or the bank's own code. */
const kindOf = (from: Element): string => {
  const domain = ['Cd', 'Fmly/Cd', 'Fmly/SubFmlyCd'].map((path) => textAt(from, `BkTxCd/Domn/${path}`))
  return domain.filter((code) => code !== '').join('-') || textAt(from, 'BkTxCd/Prtry/Cd')
}
