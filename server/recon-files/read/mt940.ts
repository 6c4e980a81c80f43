import { meaningful } from '#server/bank-statements/entries.ts'
import { BankRows, oneLine, type BankLine } from './bank-rows.ts'
import { balanceOf, informationOf, movementOf, type Field } from './mt940-fields.ts'
import { most, refused } from './refusals.ts'
import type { SourceRow } from './source-rows.ts'
import { linesOf } from './text-lines.ts'

/** The tags of MT940, MT941 and MT942, and those that banks add. */
const tags: ReadonlySet<string> = new Set(
  '20 21 25 25P 28 28C 13 13D 34F 60F 60M 61 86 62F 62M 64 65 90C 90D NS'.split(' '),
)
const balances = {
  '60F': 'opening',
  '60M': 'page_opening',
  '62F': 'closing',
  '62M': 'page_closing',
  '64': 'available',
  '65': 'forward',
} as const

/** The rows of an MT940 or MT942, with the titles of {@link bankTitles}. A line that is of none refuses the file. */
export async function* mt940Source(text: AsyncIterable<string>): AsyncGenerator<SourceRow[]> {
  const reading = new Messages()
  for await (const lines of linesOf(text)) {
    for (const line of lines) reading.take(line)
    yield reading.rows.taken()
  }
  yield reading.end()
}

class Messages {
  readonly rows = new BankRows()
  private no = 0
  private field: Field | null = null
  private size = 0
  /** The movement that waits for what field 86 says of it. */
  private movement: BankLine | null = null
  private isWithin = false
  private isClosed = false
  private statements = 0
  private reference = ''
  private statement = ''
  private account = ''
  private currency = ''

  take(line: string): void {
    this.no += 1
    const text = line.replace(/^\ufeff/, '')
    const [, tag, rest = ''] = /^:([0-9A-Z]{2,4}):(.*)$/.exec(text) ?? []
    // A hyphen on a line of its own may be one of a text, as long as there was no closing balance.
    if (/^-(?:\}|XXX)/.test(text) || (text.trimEnd() === '-' && this.isClosed)) this.finish()
    else if (tag !== undefined && (tags.has(tag) || !this.isWithin)) this.begin(tag, rest)
    else if (tag !== undefined && /^\d/.test(tag)) throw this.wrong(tag)
    else if (this.isWithin && this.field && !text.startsWith('{')) this.goOn(text)
    else if (!/^(?:[A-Za-z0-9 {:.\-}]{0,100}|\{.{0,300})$/.test(text)) throw this.wrong('')
    else if (text.startsWith('{')) {
      this.finish()
      // Headers and the first field may share a line.
      const inside = /\{4:\s*:([0-9A-Z]{2,4}):(.*)$/.exec(text)
      if (inside) this.begin(inside[1] as string, inside[2] as string)
    }
  }
  private begin(tag: string, rest: string): void {
    if (!this.isWithin && tag !== '20') {
      // Some banks write the number of the message as if it were a field.
      if (/^94[0-2]$/.test(tag) && rest.trim() === '') return
      throw this.wrong(tag)
    }
    this.closeField()
    if (tag === '20') {
      this.finish()
      this.isWithin = true
      this.statements += 1
    }
    this.field = { tag, lines: [rest], at: this.no }
    this.size = rest.length
  }
  private goOn(text: string): void {
    this.size += text.length
    if (this.size > most.cellCharacters) throw refused('cell_too_long', { row: this.no, most: most.cellCharacters })
    this.field?.lines.push(text)
  }
  private closeField(): void {
    const { field } = this
    this.field = null
    if (!field) return
    const text = oneLine(field.lines.join(''))
    switch (field.tag) {
      case '20':
        this.reference = text
        break
      case '25':
      case '25P':
        this.account = text.replaceAll(' ', '').replace(/^([A-Z]{2}\d{2}[A-Z0-9]{11,30})[A-Z]{3}$/, '$1')
        break
      case '28':
      case '28C':
        // The pages of a statement share its number.
        this.statement = `${this.reference} ${text.replace(/\/.*$/, '')}`.trim()
        break
      case '34F':
        this.currency ||= text.slice(0, 3)
        break
      case '61': {
        this.closeMovement()
        const { isPending, ...movement } = movementOf(field)
        this.movement = { section: isPending ? 'pending' : 'entry', ...this.common(), ...movement }
        break
      }
      case '86':
        this.inform(field)
        break
      default:
        if (field.tag in balances) this.balance(field, balances[field.tag as keyof typeof balances])
    }
  }
  private balance(field: Field, section: (typeof balances)[keyof typeof balances]): void {
    this.closeMovement()
    const { currency, ...balance } = balanceOf(field)
    this.currency = currency
    if (section === 'closing' || section === 'page_closing') this.isClosed = true
    this.rows.add({ section, ...this.common(), ...balance })
  }
  /** What stands behind a closing balance is about the statement. */
  private inform(field: Field): void {
    const { movement } = this
    if (!movement) return
    const { text, ...found } = informationOf(field.lines)
    this.movement = { ...movement, ...found, text: oneLine(`${movement.text ?? ''} ${text}`) }
    this.closeMovement()
  }
  private closeMovement(): void {
    const { movement } = this
    this.movement = null
    if (!movement) return
    this.rows.add({
      ...movement,
      reference: meaningful(movement.reference ?? ''),
      own_reference: meaningful(movement.own_reference ?? ''),
      end_to_end_id: meaningful(movement.end_to_end_id ?? ''),
    })
  }
  private common() {
    return {
      statement: this.statement || `${this.reference} ${this.statements}`.trim(),
      account: this.account,
      currency: this.currency,
    }
  }
  private finish(): void {
    this.closeField()
    this.closeMovement()
    this.isWithin = this.isClosed = false
    this.reference = this.statement = this.account = this.currency = ''
  }
  private wrong(tag: string) {
    return refused('statement_line_unknown', { row: this.no, tag })
  }

  end(): SourceRow[] {
    this.finish()
    if (this.statements === 0) throw refused('no_statement')
    return this.rows.taken()
  }
}
