/**
 * Lines of `copy` on their way into a frame, field by field. Their bytes are written at once: texts put together would keep every
 * piece alive until then, and cost several times as much.
 */
export class LineBuffer {
  count = 0
  private buffer = Buffer.allocUnsafe(startBytes)
  private at = 0

  /** A field. What separates is escaped, and what cannot be kept is left out. */
  text(text: string): void {
    this.makeRoom(text.length)
    const { buffer } = this
    let { at } = this
    for (let place = 0; place < text.length; place += 1) {
      const code = text.charCodeAt(place)
      if (isPlain[code] !== 1) {
        at = this.at + buffer.write(escaped(text), this.at)
        break
      }
      buffer[at++] = code
    }
    buffer[at] = tab
    this.at = at + 1
  }
  /** The field of a number without a value. */
  nothing(): void {
    this.makeRoom(2)
    this.at += this.buffer.write('\\N\t', this.at, 'latin1')
  }
  /** Ends the line behind its last field. */
  end(): void {
    this.buffer[this.at - 1] = feed
    this.count += 1
  }
  get isFull(): boolean {
    return this.at >= fullBytes
  }
  /** The bytes so far, which the next lines do not touch before they were written. */
  take(): Buffer {
    const taken = this.buffer.subarray(0, this.at)
    this.at = 0
    this.count = 0
    return taken
  }

  private makeRoom(characters: number): void {
    // A character has at most three bytes, and a field one behind it.
    const needed = this.at + characters * 3 + 1
    if (needed <= this.buffer.length) return
    const larger = Buffer.allocUnsafe(Math.max(needed, this.buffer.length * 2))
    this.buffer.copy(larger, 0, 0, this.at)
    this.buffer = larger
  }
}
/** Most files are small. */
const startBytes = 64 * 1024
const fullBytes = 1024 * 1024
const [tab, feed] = [9, 10]
/** Whether a character of ASCII is written as it is. */
const isPlain = Uint8Array.from({ length: 128 }, (_, code) =>
  '\0\t\n\r\\'.includes(String.fromCharCode(code)) ? 0 : 1,
)

const escaped = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll('\0', '')
    .replaceAll('\\', '\\\\')
    .replaceAll('\n', '\\n')
    .replaceAll('\r', '\\r')
    .replaceAll('\t', '\\t')
