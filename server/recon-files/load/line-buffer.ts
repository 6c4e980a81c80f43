/** Lines on their way into a frame. Their bytes are written at once: texts put together would keep every piece alive until then. */
export class LineBuffer {
  count = 0
  private buffer = Buffer.allocUnsafe(startBytes)
  private at = 0

  add(line: string): void {
    // A character has at most three bytes.
    const needed = this.at + line.length * 3
    if (needed > this.buffer.length) {
      const larger = Buffer.allocUnsafe(Math.max(needed, this.buffer.length * 2))
      this.buffer.copy(larger, 0, 0, this.at)
      this.buffer = larger
    }
    this.at += this.buffer.write(line, this.at)
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
}
const startBytes = 2 * 1024 * 1024
const fullBytes = 1024 * 1024
