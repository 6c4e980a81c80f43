import { most, refused } from './refusals.ts'

/** What a scanner does next. */
type State = 'value' | 'name' | 'colon' | 'next' | 'row'

/**
 * Goes through a text of JSON as it comes and gives the texts of the objects that stand in one array. Only the object that is being
 * read is kept. The array is the one at the path, or the first that holds objects; of that kind there may be no second one then.
 */
export class JsonScanner {
  private readonly path: string | null
  private readonly names: string[] = []
  private readonly kinds: ('{' | '[')[] = []
  private state: State = 'value'
  private text = ''
  private name = ''
  private depth = 0
  private rowsPath: string | null = null
  /** How deep the array is whose objects are read; -1 outside of it. */
  private rowsDepth = -1
  private scanned = 0
  private isEnded = false
  /** Whether the array was found. */
  isFound = false

  /** `null`: the first array of objects. */
  constructor(path: string | null) {
    this.path = path
  }

  /** The texts of the objects that end within a piece. */
  take(piece: string): string[] {
    this.text += piece
    const rows: string[] = []
    let at = 0
    while (at < this.text.length) {
      const next = this.state === 'row' ? this.row(at, rows) : this.step(at)
      if (next < 0) break
      at = next
    }
    this.text = this.text.slice(at)
    if (this.text.length > most.lineCharacters) throw refused('record_too_long')
    return rows
  }
  /** Refuses a text that is cut off. */
  end(): void {
    if (this.kinds.length > 0 || !this.isEnded) throw refused('damaged_file')
    if (!this.isFound) throw refused('rows_missing')
  }

  /** One token; where the text goes on, or -1 while the token may go on. */
  private step(at: number): number {
    const mark = this.text[at] as string
    if (mark === ' ' || mark === '\n' || mark === '\r' || mark === '\t' || mark === '\ufeff') return at + 1
    if (this.isEnded) throw refused('damaged_file')
    if (mark === '}' || mark === ']') return this.close(mark, at)
    if (this.state === 'next') return this.expect(mark === ',', this.kinds.at(-1) === '{' ? 'name' : 'value', at)
    if (this.state === 'colon') return this.expect(mark === ':', 'value', at)
    if (this.kinds.length === this.rowsDepth && mark !== '{' && mark !== 'n') throw refused('damaged_file')
    if (mark === '"') return this.string(at)
    if (this.state === 'name') throw refused('damaged_file')
    if (mark === '{' || mark === '[') return this.open(mark, at)
    scalar.lastIndex = at
    const found = scalar.exec(this.text)
    if (!found) {
      if (this.text.length - at < 40) return -1
      throw refused('damaged_file')
    }
    if (scalar.lastIndex === this.text.length) return -1
    this.done()
    return scalar.lastIndex
  }
  private expect(isRight: boolean, state: State, at: number): number {
    if (!isRight) throw refused('damaged_file')
    this.state = state
    return at + 1
  }
  private string(at: number): number {
    const end = endOfString(this.text, at)
    if (end < 0) return -1
    if (this.state === 'name') {
      this.name = parsedName(this.text.slice(at, end))
      this.state = 'colon'
    } else this.done()
    return end
  }
  private open(mark: '{' | '[', at: number): number {
    const above = this.kinds.at(-1)
    if (mark === '{' && above === '[' && this.isRowsArray()) {
      this.state = 'row'
      this.rowsDepth = this.kinds.length
      this.depth = 0
      return at
    }
    if (this.kinds.length > 32) throw refused('packed_too_tight')
    this.names.push(above === '{' ? this.name : '')
    this.kinds.push(mark)
    this.state = mark === '{' ? 'name' : 'value'
    if (mark === '[' && this.path !== null && this.at() === this.path) this.isFound = true
    return at + 1
  }
  private at(): string {
    return this.names.filter((name) => name !== '').join('.')
  }
  private isRowsArray(): boolean {
    const at = `${this.names.length} ${this.at()}`
    if (this.path !== null) return this.at() === this.path
    if (this.rowsPath !== null && this.rowsPath !== at) throw refused('rows_undecided')
    this.rowsPath = at
    this.isFound = true
    return true
  }
  private close(mark: string, at: number): number {
    if (this.kinds.length === this.rowsDepth) this.rowsDepth = -1
    const kind = this.kinds.pop()
    this.names.pop()
    if (kind !== (mark === '}' ? '{' : '[') || this.state === 'colon') throw refused('damaged_file')
    this.done()
    return at + 1
  }
  private done(): void {
    this.state = 'next'
    if (this.kinds.length === 0) this.isEnded = true
  }

  /** Where the object ends, in the text so far. What is scanned is not scanned again. */
  private row(at: number, rows: string[]): number {
    let place = at + this.scanned
    for (; place < this.text.length; place += 1) {
      const code = this.text.charCodeAt(place)
      if (code === 34) {
        const end = endOfString(this.text, place)
        if (end < 0) break
        place = end - 1
      } else if (code === 123 || code === 91) this.depth += 1
      else if (code === 125 || code === 93) {
        this.depth -= 1
        if (this.depth > 0) continue
        rows.push(this.text.slice(at, place + 1))
        this.scanned = 0
        this.done()
        return place + 1
      }
    }
    this.scanned = place - at
    return -1
  }
}
const scalar = /-?\d[\d.eE+-]*|true|false|null/y

/** Behind the closing quote; -1 where it is not there yet. */
function endOfString(text: string, from: number): number {
  for (let at = from + 1; ; at += 1) {
    at = text.indexOf('"', at)
    if (at < 0) return -1
    let slashes = 0
    while (text.charCodeAt(at - 1 - slashes) === 92) slashes += 1
    if (slashes % 2 === 0) return at + 1
  }
}
function parsedName(text: string): string {
  try {
    return JSON.parse(text) as string
  } catch {
    throw refused('damaged_file')
  }
}
