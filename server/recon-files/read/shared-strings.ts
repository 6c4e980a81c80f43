import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { most, refused } from './refusals.ts'
import { isNamed, unescaped, XmlScanner } from './xml-scanner.ts'

const pageBits = 18
const pageBytes = 2 ** pageBits
/** More than these are kept packed, and unpacked when they are asked for. */
const openPages = 96
const mostPackedBytes = 48 * 1024 * 1024
const mostTexts = 8_000_000
const referencesPerBlock = 65_536

interface Page {
  open: Buffer | null
  packed: Buffer | null
  /** Whether each byte is a character. */
  isAscii: boolean
  lastUsed: number
}

/**
 * The texts that cells of a workbook share, by their number: bytes in pages and a place of four bytes each. As strings they would
 * take several times as much memory as they have letters.
 */
export class SharedStrings {
  #pages: Page[] = []
  #references: Uint32Array[] = []
  #count = 0
  #used = pageBytes
  #packedBytes = 0
  #clock = 0
  /** Most columns repeat a few words. */
  #lately: { at: number; text: string }[] = Array.from({ length: 1_024 }, () => ({ at: -1, text: '' }))

  get count(): number {
    return this.#count
  }

  add(text: string): void {
    if (this.#count === mostTexts) throw refused('packed_too_tight')
    // One character more than a cell may have shows that it is too long.
    const kept = text.length > most.cellCharacters ? text.slice(0, most.cellCharacters + 1) : text
    if (kept.length * 3 + 4 > pageBytes - this.#used) this.#turn()
    const page = this.#pages.at(-1) as Page
    const length = (page.open as Buffer).write(kept, this.#used + 4)
    ;(page.open as Buffer).writeUInt32LE(length, this.#used)
    if (length !== kept.length) page.isAscii = false
    const at = this.#count++
    if (at % referencesPerBlock === 0) this.#references.push(new Uint32Array(referencesPerBlock))
    const block = this.#references.at(-1) as Uint32Array
    block[at % referencesPerBlock] = (this.#pages.length - 1) * pageBytes + this.#used
    this.#used += 4 + length
  }

  /** The text of a number; null where the file has none. */
  at(index: number): string | null {
    if (!(index >= 0 && index < this.#count)) return null
    const lately = this.#lately[index & 1_023] as { at: number; text: string }
    if (lately.at === index) return lately.text
    const reference = (this.#references[index >>> 16] as Uint32Array)[index & 0xffff] as number
    const page = this.#pages[reference >>> pageBits] as Page
    const bytes = page.open ?? this.#opened(page)
    page.lastUsed = ++this.#clock
    const from = (reference & (pageBytes - 1)) + 4
    const length = bytes.readUInt32LE(from - 4)
    const text = bytes.toString(page.isAscii ? 'latin1' : 'utf8', from, from + length)
    lately.at = index
    lately.text = text
    return text
  }

  #turn(): void {
    const last = this.#pages.at(-1)
    if (last) last.lastUsed = ++this.#clock
    this.#makeRoom()
    this.#pages.push({ open: Buffer.allocUnsafeSlow(pageBytes), packed: null, isAscii: true, lastUsed: ++this.#clock })
    if (this.#pages.length === 2 ** (32 - pageBits)) throw refused('packed_too_tight')
    this.#used = 0
  }

  #opened(page: Page): Buffer {
    this.#makeRoom()
    page.open = inflateRawSync(page.packed as Buffer)
    return page.open
  }

  /** Closes the page that was not needed for the longest time. */
  #makeRoom(): void {
    const open = this.#pages.filter((page) => page.open)
    if (open.length < openPages) return
    const oldest = open.reduce((a, b) => (b.lastUsed < a.lastUsed ? b : a))
    if (!oldest.packed) {
      oldest.packed = deflateRawSync(oldest.open as Buffer, { level: 1 })
      this.#packedBytes += oldest.packed.length
      if (this.#packedBytes > mostPackedBytes) throw refused('packed_too_tight')
    }
    oldest.open = null
  }
}

/** Reads the part of a workbook with the texts that cells share. */
export class SharedStringsScanner extends XmlScanner {
  readonly strings = new SharedStrings()
  #text = ''
  #inPhonetic = false

  protected opened(text: string, from: number, to: number): void {
    if (isNamed(text, from, to, 't')) this.isTextWanted = !this.#inPhonetic
    else if (isNamed(text, from, to, 'si')) this.#text = ''
    else if (isNamed(text, from, to, 'rPh')) this.#inPhonetic = true
  }
  protected closed(text: string, from: number, to: number): void {
    this.isTextWanted = false
    if (isNamed(text, from, to, 'si')) this.strings.add(unescaped(this.#text))
    else if (isNamed(text, from, to, 'rPh')) this.#inPhonetic = false
  }
  protected read(text: string): void {
    if (this.#text.length <= most.cellCharacters) this.#text += text
  }
}
