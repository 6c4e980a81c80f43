import { cellText } from '../read/amounts.ts'
import { exactText, type Exact } from '../read/exact.ts'
import type { ReadRecord, ReadRow, RowFault } from '../read/read-row.ts'
import type { LineBuffer } from './line-buffer.ts'
import type { Occurrence } from './occurrences.ts'

/** Adds a record's line, in the order of `recordColumns`. */
export function addRecord(lines: LineBuffer, no: number, record: ReadRecord, { nth, isTwice }: Occurrence): void {
  const marks = isTwice && !record.marks.includes('identity_twice') ? [...record.marks, 'identity_twice'] : record.marks
  const given = (text: string | null) => (text === null || text === '' ? lines.nothing() : lines.text(text))
  const amount = (exact: Exact | null) => (exact === null ? lines.nothing() : lines.text(exactText(exact)))
  const short = (text: string) => lines.text(shortened(text))
  lines.text(String(no))
  lines.text(String(nth))
  lines.text(uuid(record.identity))
  lines.text(uuid(record.content))
  lines.text(record.type)
  given(record.at)
  given(record.bookedOn)
  short(record.atText)
  short(record.zone)
  short(record.merchantRef)
  short(record.providerRef)
  short(record.otherRef)
  short(record.parentRef)
  amount(record.gross)
  short(record.currency)
  amount(record.fee)
  amount(record.tax)
  amount(record.passedOn)
  amount(record.delivery)
  amount(record.discount)
  amount(record.net)
  short(record.netCurrency)
  given(record.rate)
  short(record.batch)
  short(record.method)
  short(record.account)
  short(record.country)
  short(record.brand)
  short(record.marketplace)
  short(record.sku)
  short(record.quantity)
  short(record.status)
  lines.text(marks.length === 0 ? '{}' : `{${marks.join(',')}}`)
  amount(record.off)
  lines.end()
}
/** A hash as a uuid: its first 32 digits. */
const uuid = (hex: string): string => hex.slice(0, 32)
/** References are found by an index, which takes no longer ones. */
const shortened = (text: string): string => (text.length > most ? text.slice(0, most) : text)
const most = 500

/** Adds the line of a row that became no record, in the order of `leftOutColumns`. */
export function addLeftOut(
  lines: LineBuffer,
  { no, cells }: ReadRow,
  outcome: { ignored: string } | { rejected: RowFault[] },
): void {
  const [bucket, rule, faults] =
    'ignored' in outcome ? ['ignored', outcome.ignored, []] : ['rejected', '', outcome.rejected]
  lines.text(String(no))
  lines.text(bucket)
  lines.text(shortened(rule))
  lines.text(json(faults))
  lines.text(json(cells.map(cellText)))
  lines.end()
}
/** PostgreSQL keeps no NUL and no half of a pair in JSON. */
const json = (value: unknown): string =>
  JSON.stringify(value, (_, one) => (typeof one === 'string' ? one.toWellFormed().replaceAll('\0', '') : one))
