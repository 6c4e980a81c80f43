import { buffer } from 'node:stream/consumers'
import { SaxesParser } from 'saxes'
import { decodeText } from '#server/kit/files/decode-text.ts'
import { textAt, type Element } from './elements.ts'
import { detailOf, entryOf, statementOf } from './entries.ts'
import { groupOf, paymentOf, reportOf } from './report.ts'
import type { BankMessage, Detail, Entry, PaymentReport, Statement, StatementRefusal } from './statement.ts'

class Refused extends Error {
  readonly why: StatementRefusal
  constructor(why: StatementRefusal) {
    super(why)
    this.why = why
  }
}

/** Reads a camt.053, camt.054 or pain.002 by its local names, or says why it is refused. Throws where it is no XML. */
export function parseStatement(file: Buffer, linesMost: number): BankMessage | StatementRefusal {
  const reading = new Reading(linesMost)
  try {
    return reading.read(decodeText(file, true).text)
  } catch (error) {
    if (error instanceof Refused) return error.why
    throw error
  }
}

const depthMost = 32
const textMost = 4_000
const namespaceForm = /^urn:(?:iso:std:iso:20022:tech:)?xsd:\$?(camt\.053|camt\.054|pain\.002)\.001\.(\d{2})$/
const roots: Readonly<Record<string, string>> = {
  BkToCstmrStmt: 'camt.053',
  BkToCstmrDbtCdtNtfctn: 'camt.054',
  CstmrPmtStsRpt: 'pain.002',
}

/** Keeps what is open, and of what is closed only what is asked for; so a long statement needs little. */
class Reading {
  private readonly linesMost: number
  private readonly open: Element[] = []
  private format = ''
  private lines = 0
  private details: Detail[] = []
  private entries: Entry[] = []
  private readonly statements: Statement[] = []
  private payments: Omit<PaymentReport['payments'][number], 'groupId'>[] = []
  private readonly report: Pick<PaymentReport, 'groups' | 'payments'> = { groups: [], payments: [] }
  private whole: PaymentReport | null = null

  constructor(linesMost: number) {
    this.linesMost = linesMost
  }

  read(text: string): BankMessage {
    const parser = new SaxesParser({ xmlns: true })
    parser.on('error', (error) => {
      throw error
    })
    parser.on('doctype', () => {
      throw new Refused('declares_document_type')
    })
    parser.on('opentag', ({ local, uri, attributes }) => this.begin(local, uri, attributes['Ccy']?.value ?? ''))
    parser.on('text', (piece) => this.add(piece))
    parser.on('cdata', (piece) => this.add(piece))
    parser.on('closetag', () => this.end())
    parser.write(text).close()
    if (this.format === 'pain.002') return this.whole ?? refuse('not_a_bank_answer')
    if (this.statements.length === 0) throw new Refused('no_statement')
    return { format: this.format === 'camt.053' ? 'camt.053' : 'camt.054', statements: this.statements }
  }

  private begin(name: string, uri: string, currency: string): void {
    const depth = this.open.length
    if (depth >= depthMost) throw new Refused('packed_too_tight')
    if (depth === 0) {
      const [, format, version = ''] = namespaceForm.exec(uri) ?? []
      if (!format || name !== 'Document') throw new Refused('not_a_bank_answer')
      if (Number(version) < 2 || Number(version) > 13) throw new Refused('version_unknown')
      this.format = format
    }
    if (depth === 1 && roots[name] !== this.format) throw new Refused('not_a_bank_answer')
    if (name === 'TxDtls' || name === 'Ntry' || name === 'TxInfAndSts') this.count()
    this.open.push({ name, text: '', currency, below: [] })
  }

  private count(): void {
    this.lines += 1
    if (this.lines > 2 * this.linesMost) throw new Refused('too_many_lines')
  }

  private add(piece: string): void {
    const top = this.open.at(-1)
    if (!top) return
    if (top.text.length + piece.length > textMost) throw new Refused('packed_too_tight')
    top.text += piece
  }

  private end(): void {
    const closed = this.open.pop()
    if (!closed) return
    closed.text = closed.text.trim()
    const above = this.open.at(-1)?.name
    if (closed.name === 'TxDtls' && above === 'NtryDtls') this.details.push(detailOf(closed))
    else if (closed.name === 'Ntry' && (above === 'Stmt' || above === 'Ntfctn')) {
      this.entries.push(entryOf(closed, this.details))
      this.details = []
    } else if (closed.name === 'Stmt' || closed.name === 'Ntfctn') {
      this.statements.push(statementOf(closed, this.entries))
      this.entries = []
    } else if (closed.name === 'TxInfAndSts') this.payments.push(paymentOf(closed))
    else if (closed.name === 'OrgnlPmtInfAndSts') {
      const groupId = textAt(closed, 'OrgnlPmtInfId')
      this.report.groups.push(groupOf(closed))
      this.report.payments.push(...this.payments.map((payment) => ({ ...payment, groupId })))
      this.payments = []
    } else if (closed.name === 'CstmrPmtStsRpt') {
      const alone = this.payments.map((payment) => ({ ...payment, groupId: '' }))
      this.whole = { ...reportOf(closed), ...this.report, payments: [...this.report.payments, ...alone] }
    } else this.open.at(-1)?.below.push(closed)
  }
}

function refuse(why: StatementRefusal): never {
  throw new Refused(why)
}

if (import.meta.main) {
  const { linesMost } = JSON.parse(process.argv[2] ?? '') as { linesMost: number }
  process.stdout.write(JSON.stringify(parseStatement(await buffer(process.stdin), linesMost)))
}
