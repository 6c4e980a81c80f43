import { decimalText, isCurrency } from '#contract/kit/money.ts'
import { localTimes } from './cells.ts'
import type { FileFormat } from './file-format.ts'
import { neutralThroughout } from './neutral.ts'

/**
 * Comma-separated values by RFC 4180 in UTF-8, with a byte order mark, without which Excel takes the file for another
 * encoding. A text that a spreadsheet might evaluate has an apostrophe in front, as in xlsx, also where a spreadsheet that
 * divides by semicolons would cut it; numbers and amounts are plain decimals.
 */
export const csv: FileFormat = {
  ending: 'csv',
  type: 'text/csv; charset=utf-8',
  between: ',',
  cells: (timeZone) => {
    const local = localTimes(timeZone)
    return {
      empty: '',
      open: '',
      text: textCell,
      number: (decimal) => decimal,
      amount: (minor, currency) => (isCurrency(currency) ? decimalText(BigInt(minor), currency) : minor),
      time: (seconds) => new Date(local(seconds) * 1_000).toISOString().slice(0, 19).replace('T', ' '),
    }
  },
  async *file({ columns }, batches) {
    yield Buffer.from(`\uFEFF${columns.map(({ title }) => textCell(title)).join(',')}\r\n`)
    for await (const rows of batches) if (rows.length > 0) yield Buffer.from(`${rows.join('\r\n')}\r\n`)
  },
}

/** With times by ISO 8601: the local time and its offset from UTC, so that a program reads the moment. */
export const csvWithOffsets: FileFormat = {
  ...csv,
  cells: (timeZone) => {
    const local = localTimes(timeZone)
    return {
      ...csv.cells(timeZone),
      time(seconds) {
        const at = local(seconds)
        return new Date(at * 1_000).toISOString().slice(0, 19) + offsetText(at - seconds)
      },
    }
  },
}

/** '+08:00' of seconds ahead of UTC. */
function offsetText(ahead: number): string {
  const minutes = Math.abs(Math.round(ahead / 60))
  const two = (number: number) => String(number).padStart(2, '0')
  return `${ahead < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`
}

const textCell = (text: string): string => quoted(neutralThroughout(text.toWellFormed().replaceAll('\0', '')))

/** Quoted where a comma, a quote, a line end or a blank at an end would be misread. */
const quoted = (text: string): string => (/[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
