import type { Shows } from './date-formats.ts'
import { checkCells, most, refused } from './refusals.ts'
import type { SharedStrings } from './shared-strings.ts'
import type { SourceCell, SourceRow } from './source-rows.ts'
import { attributeOf, isNamed, unescaped, XmlScanner } from './xml-scanner.ts'

/** What the cells of a workbook refer to. */
export interface CellContext {
  strings: SharedStrings
  /** By the number of a cell's style, whether it shows a date or a time. */
  dateStyles: readonly Shows[]
  epoch: 1900 | 1904
  /** See `SourceHints`. */
  formulas?: true
}

const [equals, doubled] = [0x3d, 0x22]
const [letterC, letterF, letterR, letterS, letterT, letterV] = [0x63, 0x66, 0x72, 0x73, 0x74, 0x76]
const decimal = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/
/** The columns that a workbook can have. */
const widest = 16_384

/** Reads the part of a workbook that holds a sheet. Cells stand where their references say; a number keeps its decimal text. */
export class SheetScanner extends XmlScanner {
  readonly #context: CellContext
  /** All rows have been read. */
  isDone = false
  /** The rows that the sheet says it has. */
  statedRows: number | null = null
  #rows: SourceRow[] = []
  #count = 0
  #no = 0
  #cells: SourceCell[] = []
  #column = -1
  #type = ''
  #style = -1
  #value = ''
  #inString = false
  #isFormula = false
  #inPhonetic = false

  constructor(context: CellContext) {
    super()
    this.#context = context
  }

  /** The rows that are whole by now. */
  take(): SourceRow[] {
    const rows = this.#rows
    this.#rows = []
    return rows
  }

  protected opened(text: string, from: number, to: number, end: number): void {
    if (this.isDone) return
    const first = text.charCodeAt(from)
    if (to - from === 1) {
      if (first === letterC) this.#beginCell(text, to, end)
      else if (first === letterV) this.isTextWanted = !this.#isFormula
      else if (first === letterF && this.#context.formulas) this.isTextWanted = this.#isFormula = true
      else if (first === letterT) this.isTextWanted = this.#inString && !this.#inPhonetic
    } else if (isNamed(text, from, to, 'row')) this.#beginRow(text, to, end)
    else if (isNamed(text, from, to, 'is')) this.#inString = true
    else if (isNamed(text, from, to, 'rPh')) this.#inPhonetic = true
    else if (isNamed(text, from, to, 'dimension')) this.#dimension(text, to, end)
  }

  protected closed(text: string, from: number, to: number): void {
    this.isTextWanted = false
    if (this.isDone) return
    if (to - from === 1) {
      if (text.charCodeAt(from) === letterC) this.#endCell()
    } else if (isNamed(text, from, to, 'row')) this.#endRow()
    else if (isNamed(text, from, to, 'is')) this.#inString = false
    else if (isNamed(text, from, to, 'rPh')) this.#inPhonetic = false
    else if (isNamed(text, from, to, 'sheetData')) this.isDone = true
  }

  protected read(text: string): void {
    this.#value = this.#value === '' ? text : this.#value + text
    if (this.#value.length > most.cellCharacters)
      throw refused('cell_too_long', { row: this.#no, most: most.cellCharacters })
  }

  #dimension(text: string, at: number, end: number): void {
    const last = /(\d{1,7})$/.exec(attributeOf(text, at, end, 'ref') ?? '')?.[1]
    this.statedRows = last === undefined ? null : Number(last)
  }

  #beginRow(text: string, at: number, end: number): void {
    const stated = attributeOf(text, at, end, 'r')
    const no = stated === null ? this.#no + 1 : Number(stated)
    if (!Number.isInteger(no) || no <= this.#no) throw refused('damaged_file')
    this.#no = no
    this.#cells = []
    this.#column = -1
  }

  #endRow(): void {
    const cells = this.#cells
    if (cells.length === 0) return
    if (++this.#count > most.rows) throw refused('too_many_rows')
    checkCells(this.#no, cells)
    this.#rows.push({ no: this.#no, cells })
    this.#cells = []
  }

  /** The attributes are those of one letter: reference, type and style. */
  #beginCell(text: string, at: number, end: number): void {
    this.#column += 1
    this.#type = ''
    this.#style = -1
    this.#value = ''
    this.#isFormula = false
    for (; at < end; at++) {
      if (text.charCodeAt(at) !== equals) continue
      let from = at + 1
      while (text.charCodeAt(from) <= 0x20) from++
      const to = text.indexOf(text.charCodeAt(from) === doubled ? '"' : "'", from + 1)
      if (to < 0) return
      let name = at - 1
      while (text.charCodeAt(name) <= 0x20) name--
      if (text.charCodeAt(name - 1) <= 0x20) {
        const letter = text.charCodeAt(name)
        if (letter === letterR) this.#column = columnOf(text, from + 1, to) ?? this.#column
        else if (letter === letterT) this.#type = text.slice(from + 1, to)
        else if (letter === letterS) this.#style = Number(text.slice(from + 1, to))
      }
      at = to
    }
  }

  #endCell(): void {
    const value = this.#value
    if (value === '' && !this.#isFormula) return
    this.#value = ''
    const cell = this.#isFormula ? `=${unescaped(value)}` : this.#cellOf(value)
    if (cell === '') return
    const column = this.#column
    if (column >= most.columns) throw refused('too_many_columns', { row: this.#no, most: most.columns })
    const cells = this.#cells
    while (cells.length < column) cells.push('')
    cells[column] = cell
  }

  #cellOf(value: string): SourceCell {
    switch (this.#type) {
      case 's':
        return this.#shared(value)
      case '':
      case 'n':
        return this.#number(value.trim())
      case 'b':
        return value.trim() === '1' || value.trim() === 'true' ? 'TRUE' : 'FALSE'
      default:
        // Texts of the cell itself, those of formulas, errors and ISO 8601 times.
        return unescaped(value)
    }
  }

  #shared(value: string): string {
    const text = this.#context.strings.at(Number(value))
    if (text === null) throw refused('damaged_file')
    return text
  }

  #number(text: string): SourceCell {
    if (!decimal.test(text)) return text
    const { dateStyles, epoch } = this.#context
    const shows = dateStyles[this.#style < 0 ? 0 : this.#style]
    if (shows === 'time') return { number: text, date: epoch, time: true }
    return shows === 'day' ? { number: text, date: epoch } : { number: text }
  }
}

/** The number of a column from 0 by its letters; null without any. */
function columnOf(text: string, from: number, to: number): number | null {
  let column = 0
  let at = from
  for (; at < to; at++) {
    const letter = text.charCodeAt(at) | 0x20
    if (letter < 0x61 || letter > 0x7a) break
    column = column * 26 + letter - 0x60
    if (column > widest) throw refused('damaged_file')
  }
  return at === from ? null : column - 1
}
