import { exactText, type Exact } from '../read/exact.ts'
import type { ReadRecord, ReadRow, RowFault } from '../read/read-row.ts'
import type { Occurrence } from './occurrences.ts'

const nothing = '\\N'
const amount = (exact: Exact | null): string => (exact === null ? nothing : exactText(exact))
const given = (text: string | null): string => (text === null || text === '' ? nothing : text)
/** A hash as a uuid: its first 32 digits. */
const uuid = (hex: string): string => hex.slice(0, 32)

/** A text of a line of `copy`: what separates is escaped, and what cannot be kept is left out. */
function escaped(text: string): string {
  if (!/[\\\n\r\t\0\uD800-\uDFFF]/.test(text)) return text
  return text
    .toWellFormed()
    .replaceAll('\0', '')
    .replaceAll('\\', '\\\\')
    .replaceAll('\n', '\\n')
    .replaceAll('\r', '\\r')
    .replaceAll('\t', '\\t')
}
/** References are found by an index, which takes no longer ones. */
const short = (text: string): string => escaped(text.length > most ? text.slice(0, most) : text)
const most = 500

/** A record as a line, in the order of `recordColumns`. */
export function recordLine(no: number, record: ReadRecord, { nth, isTwice }: Occurrence): string {
  const marks = isTwice && !record.marks.includes('identity_twice') ? [...record.marks, 'identity_twice'] : record.marks
  return (
    `${no}\t${nth}\t${uuid(record.identity)}\t${uuid(record.content)}\t${record.type}\t${given(record.at)}\t` +
    `${given(record.bookedOn)}\t${short(record.atText)}\t${short(record.zone)}\t${short(record.merchantRef)}\t` +
    `${short(record.providerRef)}\t${short(record.otherRef)}\t${short(record.parentRef)}\t${amount(record.gross)}\t` +
    `${short(record.currency)}\t${exactText(record.fee)}\t${exactText(record.tax)}\t${exactText(record.passedOn)}\t` +
    `${amount(record.net)}\t${short(record.netCurrency)}\t${given(record.rate)}\t${short(record.batch)}\t` +
    `${short(record.method)}\t${short(record.account)}\t${short(record.country)}\t${short(record.brand)}\t` +
    `${short(record.marketplace)}\t${short(record.sku)}\t${short(record.quantity)}\t${short(record.status)}\t` +
    `{${marks.join(',')}}\t${amount(record.off)}\n`
  )
}

/** A row that became no record as a line, in the order of `leftOutColumns`. */
export function leftOutLine({ no, cells }: ReadRow, outcome: { ignored: string } | { rejected: RowFault[] }): string {
  const [bucket, rule, faults] =
    'ignored' in outcome ? ['ignored', outcome.ignored, []] : ['rejected', '', outcome.rejected]
  return `${no}\t${bucket}\t${short(rule)}\t${json(faults)}\t${json(cells)}\n`
}
/** PostgreSQL keeps no NUL and no half of a pair in JSON. */
const json = (value: unknown): string =>
  escaped(JSON.stringify(value, (_, one) => (typeof one === 'string' ? one.toWellFormed().replaceAll('\0', '') : one)))
