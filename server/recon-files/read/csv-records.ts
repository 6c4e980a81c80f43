import { most, refused } from './refusals.ts'

/** A reader of records that come in pieces of text. */
export interface RecordReader {
  /** The records that are whole by now. */
  take(piece: string): string[][]
  /** The last record, where no line end stands behind it. */
  end(): string[][]
}

/** The marks of a text of records; no quote where it is an ordinary character. */
export interface RecordMarks {
  delimiter: string
  quote: string
}

const [feed, carriage, blank, tab] = [0x0a, 0x0d, 0x20, 0x09]

/**
 * Reads records as real files have them, with any line end. A quote within a cell that began without one is a character. A cell
 * that began with one ends at the next that stands before a delimiter or a line end; where other text follows instead, the cell
 * ends at the next delimiter of its line, so that a stray quote never swallows the lines below it.
 * @param before the number of records before the first, for the faults.
 */
export function recordReader(marks: RecordMarks, before = 0): RecordReader {
  const [mark, quote] = [marks.delimiter.charCodeAt(0), marks.quote === '' ? -1 : marks.quote.charCodeAt(0)]
  let rest = ''
  let count = before
  const read = (text: string, isLast: boolean): string[][] => {
    const records: string[][] = []
    let from = 0
    while (from < text.length) {
      const cells: string[] = []
      const next = readRecord(text, from, { mark, quote, isLast, cells })
      if (next < 0) break
      if (next === noClosingQuote) throw refused('quote_never_ends', { row: count + 1 })
      count += 1
      if (next - from > most.lineCharacters) throw refused('line_too_long', { row: count })
      records.push(cells)
      from = next
    }
    rest = text.slice(from)
    if (rest.length > most.lineCharacters)
      throw refused(rest.charCodeAt(0) === quote ? 'quote_never_ends' : 'line_too_long', { row: count + 1 })
    return records
  }
  return {
    take: (piece) => read(rest === '' ? piece : rest + piece, false),
    end: () => read(rest, true),
  }
}

/** What {@link readRecord} returns where the text ends within quotes, and no more comes. */
const noClosingQuote = Number.MAX_SAFE_INTEGER

interface Reading {
  mark: number
  quote: number
  isLast: boolean
  cells: string[]
}

/** Reads the record that begins at `at`. Returns where the next one begins; -1 where the text ends before it does. */
function readRecord(text: string, at: number, { mark, quote, isLast, cells }: Reading): number {
  const { length } = text
  for (;;) {
    if (text.charCodeAt(at) === quote && at < length) {
      const closing = closingQuote(text, at + 1, mark, quote)
      if (closing === notYet) return isLast ? noClosingQuote : -1
      if (closing >= 0) {
        const after = behindBlanks(text, closing + 1, mark)
        if (after === length && !isLast) return -1
        cells.push(unquoted(text.slice(at + 1, closing), quote))
        at = after
      } else {
        const end = endOfPlain(text, at, mark)
        if (end === length && !isLast) return -1
        cells.push(withoutOuterQuotes(text.slice(at, end), quote))
        at = end
      }
    } else {
      const end = endOfPlain(text, at, mark)
      if (end === length && !isLast) return -1
      cells.push(text.slice(at, end))
      at = end
    }
    if (at === length) return at
    const code = text.charCodeAt(at)
    at += 1
    if (code === mark) continue
    if (code === feed) return at
    // What follows decides whether the line end has one character or two.
    if (at === length && !isLast) return -1
    return text.charCodeAt(at) === feed ? at + 1 : at
  }
}

function endOfPlain(text: string, at: number, mark: number): number {
  const { length } = text
  for (; at < length; at++) {
    const code = text.charCodeAt(at)
    if (code === mark || code === feed || code === carriage) return at
  }
  return at
}

const [notYet, stray] = [-1, -2]

/** The place of the closing quote; `stray` where the first quote that is not doubled has other text behind it. */
function closingQuote(text: string, from: number, mark: number, quote: number): number {
  const sign = String.fromCharCode(quote)
  for (let at = text.indexOf(sign, from); at >= 0; at = text.indexOf(sign, at + 2)) {
    if (text.charCodeAt(at + 1) === quote) continue
    const after = behindBlanks(text, at + 1, mark)
    if (after === text.length) return at
    const code = text.charCodeAt(after)
    return code === mark || code === feed || code === carriage ? at : stray
  }
  return notYet
}

function behindBlanks(text: string, at: number, mark: number): number {
  for (; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if ((code !== blank && code !== tab) || code === mark) return at
  }
  return at
}

/** A doubled quote stands for itself. */
function unquoted(inside: string, quote: number): string {
  const sign = String.fromCharCode(quote)
  return inside.includes(sign) ? inside.replaceAll(sign + sign, sign) : inside
}

/** A cell with stray quotes: without those around it, where both are there. */
function withoutOuterQuotes(cell: string, quote: number): string {
  const trimmed = cell.trimEnd()
  return trimmed.length > 1 && trimmed.charCodeAt(trimmed.length - 1) === quote
    ? unquoted(trimmed.slice(1, -1), quote)
    : cell
}
