import { checkCells, refused } from './refusals.ts'
import type { SourceCell, SourceHints, SourceRow } from './source-rows.ts'

/** The fields of an object by their titles; those of objects within it have both names, `amount.value`. */
export type Fields = ReadonlyMap<string, SourceCell>

/** Fields that no row before a thousand others had, as JSON. */
export const furtherFields = 'further_fields'
const windowRows = 1_000
const windowCharacters = 2_000_000

/**
 * Makes rows below a row of titles of objects that have no titles. The titles are all names of the first thousand objects. A name that
 * comes later has a column only if the mapping reads it; otherwise it stands in {@link furtherFields}, so that nothing is lost.
 */
export class FlatRows {
  private readonly hints: SourceHints
  private waiting: Fields[] | null = []
  private characters = 0
  private no = 1
  private places = new Map<string, number>()
  private furtherAt = -1

  constructor(hints: SourceHints) {
    this.hints = hints
  }

  /** The rows that are complete; none while titles are still collected. */
  add(fields: Fields): SourceRow[] {
    if (!this.waiting) return [this.row(fields)]
    for (const title of fields.keys()) if (!this.places.has(title)) this.places.set(title, this.places.size)
    this.waiting.push(fields)
    for (const cell of fields.values()) this.characters += typeof cell === 'string' ? cell.length : cell.number.length
    if (this.waiting.length < windowRows && this.characters < windowCharacters) return []
    const required = new Set(this.hints.headers)
    for (const title of this.hints.columns ?? [])
      if (!required.has(title) && !this.places.has(title)) this.places.set(title, this.places.size)
    this.furtherAt = this.places.size
    this.places.set(furtherFields, this.furtherAt)
    return this.begin(this.waiting)
  }

  /** What is left. A file that has its place for rows and none there has the titles that are asked for. */
  end(): SourceRow[] {
    if (!this.waiting) return []
    if (this.waiting.length === 0) {
      if (!this.hints.headers?.length) throw refused('rows_missing')
      return [{ no: 1, cells: [...this.hints.headers] }]
    }
    return this.begin(this.waiting)
  }

  private begin(fields: Fields[]): SourceRow[] {
    const titles = { no: this.no, cells: [...this.places.keys()] }
    checkCells(titles.no, titles.cells)
    this.waiting = null
    return [titles, ...fields.map((one) => this.row(one))]
  }

  private row(fields: Fields): SourceRow {
    this.no += 1
    const cells: SourceCell[] = Array.from({ length: this.places.size }, () => '')
    const further: Record<string, string> = {}
    for (const [title, cell] of fields) {
      const place = this.places.get(title)
      if (place !== undefined) cells[place] = cell
      else if (cell !== '') further[title] = typeof cell === 'string' ? cell : cell.number
    }
    if (this.furtherAt >= 0 && Object.keys(further).length > 0) cells[this.furtherAt] = JSON.stringify(further)
    checkCells(this.no, cells)
    return { no: this.no, cells }
  }
}
