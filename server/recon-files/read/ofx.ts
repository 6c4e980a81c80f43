import { meaningful } from '#server/bank-statements/entries.ts'
import { BankRows, oneLine } from './bank-rows.ts'
import { most, refused } from './refusals.ts'
import type { SourceRow } from './source-rows.ts'
import { plain } from './xml-scanner.ts'

/**
 * The rows of an OFX file, of SGML as of XML, with the titles of `bankTitles`. It states a closing balance and no opening one. The
 * statements of a file are numbered.
 */
export async function* ofxSource(text: AsyncIterable<string>): AsyncGenerator<SourceRow[]> {
  const reading = new Statements()
  let rest = ''
  for await (const piece of text) {
    rest = reading.take(rest + piece)
    if (rest.length > most.lineCharacters) throw refused('record_too_long')
    yield reading.rows.taken()
  }
  reading.end()
  yield reading.rows.taken()
}

class Statements {
  readonly rows = new BankRows()
  private statements = 0
  private isClosed = false
  private isBegun = false
  private account = ''
  private currency = ''
  private periodEnd = ''
  /** What is being collected: a movement, a balance or an account, with its fields by their tags. */
  private within: { tag: string; fields: Map<string, string> } | null = null
  private inner = ''

  /** Reads what is complete, and returns the rest. In SGML a field has no end: it ends where the next tag begins. */
  take(text: string): string {
    let at = text.indexOf('<')
    while (at >= 0) {
      const end = text.indexOf('>', at)
      const next = end < 0 ? -1 : text.indexOf('<', end)
      const tag = end < 0 ? '' : text.slice(at + 1, end)
      if (/^!DOCTYPE/i.test(tag)) throw refused('declares_document_type')
      if (next < 0 && !/^\/OFX$/i.test(tag.trim())) break
      this.tag(tag.trim().toUpperCase(), text.slice(end + 1, next < 0 ? text.length : next))
      at = next
    }
    return at < 0 ? '' : text.slice(at)
  }

  private tag(tag: string, value: string): void {
    if (tag === 'OFX') this.isBegun = true
    else if (tag === '/OFX') this.isClosed = true
    else if (tag === 'STMTRS' || tag === 'CCSTMTRS') {
      this.statements += 1
      this.account = this.currency = this.periodEnd = ''
    } else if (collected.has(tag) && this.within?.tag !== 'STMTTRN') this.within = { tag, fields: new Map() }
    else if (this.within && tag === `/${this.within.tag}`) this.close(this.within)
    else if (tag === 'CURDEF') this.currency = oneLine(value)
    else if (tag === 'DTEND') this.periodEnd = timeOf(value)
    else if (this.within && !tag.startsWith('/')) {
      if (oneLine(value) === '') this.inner = tag
      const name = tag === 'ACCTID' && this.inner.endsWith('ACCTTO') ? 'TO' : tag
      if (!this.within.fields.has(name)) this.within.fields.set(name, plainText(value))
    } else if (this.within && tag === `/${this.inner}`) this.inner = ''
  }

  private close({ tag, fields }: { tag: string; fields: Map<string, string> }): void {
    this.within = null
    this.inner = ''
    const of = (name: string) => fields.get(name) ?? ''
    const common = {
      statement: String(this.statements),
      account: this.account,
      currency: this.currency,
      period_end: this.periodEnd,
    }
    if (tag === 'BANKACCTFROM' || tag === 'CCACCTFROM') this.account = of('ACCTID').replaceAll(/\s/g, '')
    else if (tag === 'LEDGERBAL' || tag === 'AVAILBAL') {
      const section = tag === 'LEDGERBAL' ? 'closing' : 'available'
      this.rows.add({ section, ...common, balance: decimalOf(of('BALAMT')), booked_on: timeOf(of('DTASOF')) })
    } else if (tag === 'STMTTRN')
      this.rows.add({
        section: 'entry',
        ...common,
        // Of ORIGCURRENCY it is the one that was converted from.
        currency: fields.has('CURRENCY') ? of('CURSYM') : this.currency,
        amount: decimalOf(of('TRNAMT')),
        booked_on: timeOf(of('DTPOSTED')),
        value_date: timeOf(of('DTAVAIL')),
        reference: of('FITID'),
        own_reference: meaningful(of('CHECKNUM')),
        end_to_end_id: meaningful(of('REFNUM')),
        counterparty: of('NAME'),
        counterparty_account: of('TO'),
        code: of('TRNTYPE'),
        text: of('MEMO') || of('NAME'),
      })
  }

  end(): void {
    if (!this.isBegun || this.statements === 0) throw refused('no_statement')
    if (!this.isClosed || this.within) throw refused('damaged_file')
  }
}
const collected: ReadonlySet<string> = new Set(['BANKACCTFROM', 'CCACCTFROM', 'STMTTRN', 'LEDGERBAL', 'AVAILBAL'])

/** OFX has the references of XML, and the blank of HTML. */
const plainText = (value: string): string => oneLine(plain(value.replaceAll('&nbsp;', ' ')))
/** The mark of decimals may be a comma, and there are no groups. */
const decimalOf = (text: string): string =>
  (/^[-+]?\d*,\d*$/.test(text) ? text.replace(',', '.') : text).replace(/^\+/, '')
/** `20130831165153.000[-8:PST]` as `2013-08-31T16:51:53-08:00`; what is no time of OFX stays as it is. */
function timeOf(value: string): string {
  const text = oneLine(value)
  const found =
    /^(\d{4})(\d\d)(\d\d)(?:(\d\d)(\d\d)(\d\d)?(?:\.\d{1,9})?)?(?:\[([+-]?\d{1,2})(?:\.(\d{1,2}))?(?::[A-Za-z]{1,8})?\])?$/.exec(
      text,
    )
  if (!found) return text
  const [, year, month, day, hour, minute, second = '00', ahead, part = ''] = found
  if (hour === undefined) return `${year}-${month}-${day}`
  const minutes = String(Math.round(Number(`0.${part || '0'}`) * 60)).padStart(2, '0')
  const sign = ahead?.startsWith('-') ? '-' : '+'
  const offset = ahead === undefined ? '' : `${sign}${ahead.replace(/^[+-]/, '').padStart(2, '0')}:${minutes}`
  return `${year}-${month}-${day}T${hour}:${minute}:${second}${offset}`
}
