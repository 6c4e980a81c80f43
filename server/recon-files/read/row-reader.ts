import type { Reading } from '../layout.ts'
import { cellText } from './amounts.ts'
import { Titles, placesOf, testOf, titleOf } from './columns.ts'
import { DigitsLost } from './digits-lost.ts'
import { WrongHeaders, complete, missingOf, titlesOf } from './find-titles.ts'
import { moneyReader, formOf } from './money.ts'
import type { Money, MoneyReader } from './money.ts'
import { Proofs } from './proof.ts'
import type { ReadRecord, ReadSummary, RowFault, RowOutcome } from './read-row.ts'
import { recordReader, referenceNames } from './record-of-row.ts'
import type { RecordReader } from './record-of-row.ts'
import type { ReadAs } from './records.ts'
import { RunningBalances } from './running.ts'
import { sectionReader } from './sections.ts'
import type { SourceCell } from './source-rows.ts'
import { statedReader } from './stated.ts'
import type { StatedFigure } from './stated.ts'

/** What reads the rows below one row of titles. */
interface Body {
  titles: Titles
  record: RecordReader
  skip: { rule: string; holds: (cells: readonly SourceCell[]) => boolean }[]
  balance: MoneyReader | null
}

/** Reads the rows of a file one after the other, and keeps what all of them together say. */
export class RowReader {
  #reading: Reading
  readonly #known: ReadonlySet<string>
  readonly #as: ReadAs
  #sectionOf: ReturnType<typeof sectionReader>
  readonly #statedBy: ReturnType<typeof statedReader>
  readonly #proofs: Proofs
  readonly #running: RunningBalances
  readonly #stated: StatedFigure[] = []
  readonly #digits = new Map<string, { place: number; watch: DigitsLost }>()
  #body: Body | null = null
  /** The titles of the sheet before the one that is read. */
  #titlesBefore: readonly string[] = []
  #counts = { rows: 0, records: 0, rejected: 0 }
  readonly #ignored: Record<string, number> = {}
  #period: { from: string; to: string } | null = null

  constructor(reading: Reading, as: ReadAs) {
    this.#reading = reading
    this.#known = new Set(reading.known?.map(titleOf))
    this.#as = as
    this.#sectionOf = sectionReader(reading)
    this.#statedBy = statedReader(reading)
    this.#proofs = new Proofs(reading)
    this.#running = new RunningBalances(reading)
    if (reading.titles) this.begin(new Titles(reading.titles))
  }

  /** A line above the titles: it may state a balance. */
  before(cells: readonly SourceCell[], titles: Titles): void {
    const found = this.#sectionOf(cells, titles)
    if (found.line === 'stated') this.#stated.push(...this.#statedBy(found.word, cells, titles))
  }

  /** The titles of the lines to come. */
  begin(titles: Titles): void {
    const reading = this.#reading
    const form = formOf(reading)
    const { balance } = reading.columns
    this.#body = {
      titles,
      record: recordReader(reading, titles, this.#as.fileType),
      skip: (reading.skip ?? []).map(({ rule, when }) => ({ rule, holds: testOf(when, titles) })),
      balance: reading.proof?.running && balance !== undefined ? moneyReader(balance, titles, form) : null,
    }
    if (this.#titlesBefore.length === 0) this.#digits.clear()
    // Digits count where lines are known by them.
    const places = new Set([
      ...placesOf(reading, titles, [...referenceNames]),
      ...(reading.identity ?? []).map((column) => titles.placeOf(column)),
    ])
    for (const place of places) {
      const title = titles.all[place]
      if (title !== undefined) this.#digits.set(title, { place, watch: new DigitsLost() })
    }
  }

  /** The rows to come are of another sheet, read so. Returns the titles of the one before. */
  turnTo(reading: Reading): readonly string[] {
    this.#reading = reading
    this.#titlesBefore = this.#body?.titles.all ?? []
    this.#sectionOf = sectionReader(reading)
    this.#body = null
    return this.#titlesBefore
  }

  read(no: number, cells: readonly SourceCell[]): RowOutcome {
    const outcome = this.#outcomeOf(no, cells)
    this.#counts.rows += 1
    if ('record' in outcome) this.#counts.records += 1
    else if ('rejected' in outcome) this.#counts.rejected += 1
    else this.#ignored[outcome.ignored] = (this.#ignored[outcome.ignored] ?? 0) + 1
    return outcome
  }

  #outcomeOf(no: number, cells: readonly SourceCell[]): RowOutcome {
    if (cells.every((cell) => typeof cell === 'string' && cell.trim() === '')) return { ignored: 'empty' }
    const found = this.#sectionOf(cells, this.#body?.titles ?? null)
    if (found.line === 'ignored') return { ignored: found.rule }
    if (found.line === 'titles') {
      this.begin(complete(this.#reading.headers, titlesOf(cells)))
      return { ignored: 'titles' }
    }
    if (found.line === 'stated') {
      this.#stated.push(...this.#statedBy(found.word, cells, this.#body?.titles ?? new Titles([])))
      return { ignored: 'stated' }
    }
    const body = this.#body
    if (!body) throw new WrongHeaders(missingOf(this.#reading.headers, titlesOf(cells)))
    if (found.line === 'unknown')
      return { rejected: [{ column: '', value: found.word, reason: 'unknown_section', params: { word: found.word } }] }
    return this.#bodyOutcome(no, cells, body)
  }

  #bodyOutcome(no: number, cells: readonly SourceCell[], body: Body): RowOutcome {
    const { titles } = body
    if (isTitlesAgain(cells, titles)) return { ignored: 'titles' }
    const skipped = body.skip.find(({ holds }) => holds(cells))
    if (skipped) return { ignored: skipped.rule }
    const beyond =
      cells.length > titles.all.length
        ? cells.slice(titles.all.length).find((cell) => cellText(cell).trim() !== '')
        : undefined
    if (beyond !== undefined)
      return {
        rejected: [{ column: '', value: cellText(beyond), reason: 'row_long', params: { columns: titles.all.length } }],
      }
    // Formats without delimiters leave out what is empty.
    const isShort = this.#as.format === 'csv' && cells.length < titles.all.length
    const read = body.record(cells)
    if (Array.isArray(read)) return { rejected: isShort ? short(read, cells, titles) : read }
    if (isShort) read.marks.push('row_short')
    for (const { place, watch } of this.#digits.values()) watch.add(cells[place] ?? '')
    this.#note(no, read, body.balance?.(cells, read.netCurrency) ?? null)
    return { record: read }
  }

  #note(no: number, record: ReadRecord, balance: Money): void {
    this.#proofs.add(record)
    if (typeof balance === 'bigint') this.#running.add(record, balance, no)
    const day = record.bookedOn ?? record.at?.slice(0, 10)
    if (day === undefined) return
    this.#period ??= { from: day, to: day }
    if (day < this.#period.from) this.#period.from = day
    if (day > this.#period.to) this.#period.to = day
  }

  summary(): ReadSummary {
    const last = this.#body?.titles.all ?? []
    const before = this.#titlesBefore
    // A sample knows the titles of one sheet.
    const titles = before.length > 0 ? before : last
    const known = this.#known
    return {
      titles: [...before, ...last],
      titlesBefore: before.length,
      newTitles: known.size === 0 ? [] : titles.filter((title) => title !== '' && !known.has(title)),
      digitsLost: [...this.#digits].flatMap(([title, { watch }]) => (watch.isLost ? [title] : [])),
      ...this.#counts,
      ignored: this.#ignored,
      period: this.#period,
      proofs: this.#proofs.made(this.#stated, this.#running.made()),
    }
  }
}

/** A row of titles that stands again among the lines, as at the head of a page. */
const isTitlesAgain = (cells: readonly SourceCell[], titles: Titles): boolean =>
  // The last title tells most rows apart without looking at the others.
  cells.length >= titles.all.length &&
  cellText(cells[titles.all.length - 1] ?? '').trim() === titles.all.at(-1) &&
  titles.all.length > 1 &&
  titles.all.every((title, place) => titleOf(cellText(cells[place] ?? '')) === title)

/** What a row lacks because it ends too soon is named so. */
const short = (faults: RowFault[], cells: readonly SourceCell[], titles: Titles): RowFault[] =>
  faults.map((fault) =>
    fault.value === ''
      ? { ...fault, reason: 'row_short', params: { cells: cells.length, columns: titles.all.length } }
      : fault,
  )
