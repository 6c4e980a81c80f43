import { most, refused } from './refusals.ts'
import { encryptedFile, type SpoolFile } from './spool.ts'
import { isNamed, unescaped, XmlScanner } from './xml-scanner.ts'

const pageBits = 18
const pageBytes = 2 ** pageBits
/** So many stay in memory; further ones go to the file, where there is one. */
const pagesInMemory = 64
/** Without a file. */
const mostPages = 768
const mostTexts = 8_000_000
const referencesPerBlock = 65_536
const blockBytes = 4_096
const blocksKept = 1_024

/**
 * The texts that cells of a workbook share, by their number: bytes in pages and a place of four bytes each. As strings they would
 * take several times as much memory as they have letters. They can be asked for in any order, as a sheet that was sorted does.
 */
export class SharedStrings {
  readonly #file: ReturnType<typeof encryptedFile> | null
  /** Those in memory: the first ones, and that which is being filled. */
  #pages = new Map<number, Buffer>()
  /** Of each page, whether each byte is a character. */
  #isAscii: boolean[] = []
  /** Where each text begins; it ends where the next one does, since pages have no gaps but at their ends. */
  #places: Uint32Array[] = []
  /** Of each page, where its last text ends. */
  #ends: number[] = []
  #count = 0
  /** Blocks of the file that were read lately. */
  #blocks: { at: number; bytes: Buffer }[] = []
  /** Most columns repeat a few words. */
  #lately: { at: number; text: string }[] = Array.from({ length: 1_024 }, () => ({ at: -1, text: '' }))

  constructor(file?: SpoolFile) {
    this.#file = file ? encryptedFile(file.fd, file.from) : null
  }

  get count(): number {
    return this.#count
  }

  add(text: string): void {
    if (this.#count === mostTexts) throw refused('packed_too_tight')
    // One character more than a cell may have shows that it is too long.
    const kept = text.length > most.cellCharacters ? text.slice(0, most.cellCharacters + 1) : text
    if (this.#ends.length === 0 || kept.length * 3 > pageBytes - (this.#ends.at(-1) as number)) this.#turn()
    const page = this.#ends.length - 1
    const from = this.#ends[page] as number
    const length = (this.#pages.get(page) as Buffer).write(kept, from)
    if (length !== kept.length) this.#isAscii[page] = false
    const at = this.#count++
    if (at % referencesPerBlock === 0) this.#places.push(new Uint32Array(referencesPerBlock))
    ;(this.#places.at(-1) as Uint32Array)[at % referencesPerBlock] = page * pageBytes + from
    this.#ends[page] = from + length
  }

  /** The text of a number; null where the file has none. */
  at(index: number): string | null {
    if (!(index >= 0 && index < this.#count)) return null
    const lately = this.#lately[index & 1_023] as { at: number; text: string }
    if (lately.at === index) return lately.text
    const place = this.#placeOf(index)
    const page = place >>> pageBits
    const next = index + 1 < this.#count ? this.#placeOf(index + 1) : -1
    const end = next >>> pageBits === page && next >= 0 ? next : page * pageBytes + (this.#ends[page] as number)
    const bytes = this.#pages.get(page)
    const text = bytes
      ? bytes.toString(this.#letters(page), place % pageBytes, (place % pageBytes) + end - place)
      : this.#fromFile(place, end).toString(this.#letters(page))
    lately.at = index
    lately.text = text
    return text
  }

  #placeOf(index: number): number {
    return (this.#places[index >>> 16] as Uint32Array)[index & 0xffff] as number
  }
  #letters(page: number): 'latin1' | 'utf8' {
    return this.#isAscii[page] ? 'latin1' : 'utf8'
  }

  /** Begins the next page. */
  #turn(): void {
    const page = this.#ends.length
    if (page === (this.#file ? 2 ** (32 - pageBits) : mostPages)) throw refused('packed_too_tight')
    const full = this.#file && page > pagesInMemory ? this.#pages.get(page - 1) : undefined
    if (full) {
      this.#file?.append(full)
      this.#pages.delete(page - 1)
    }
    this.#pages.set(page, full ?? Buffer.allocUnsafeSlow(pageBytes))
    this.#isAscii.push(true)
    this.#ends.push(0)
  }

  #fromFile(place: number, end: number): Buffer {
    const [from, to] = [place - pagesInMemory * pageBytes, end - pagesInMemory * pageBytes]
    const at = Math.floor(from / blockBytes)
    if (to > (at + 1) * blockBytes) return this.#read(from, to - from)
    const slot = at % blocksKept
    let block = this.#blocks[slot]
    if (block?.at !== at) block = this.#blocks[slot] = { at, bytes: this.#read(at * blockBytes, blockBytes) }
    return block.bytes.subarray(from - at * blockBytes, to - at * blockBytes)
  }
  #read(from: number, length: number): Buffer {
    return (this.#file as ReturnType<typeof encryptedFile>).read(from, length)
  }
}

/** Reads the part of a workbook with the texts that cells share. */
export class SharedStringsScanner extends XmlScanner {
  readonly strings: SharedStrings
  #text = ''
  #inPhonetic = false

  constructor(file?: SpoolFile) {
    super()
    this.strings = new SharedStrings(file)
  }

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
