/** The first of its identity, the next of the same content, or another content under the same identity. */
export interface Occurrence {
  /** How often identity and content stood in the file so far, with this one. */
  nth: number
  /** The identity stood there before with another content. */
  isTwice: boolean
}

const none = 0
const once: Occurrence = { nth: 1, isTwice: false }

/**
 * Counts rows of one identity and content. A row takes 16 bytes, so that five million of them have room: 64 bits of its identity,
 * 32 of its first content and a count. Other contents of an identity are few, and kept in full.
 */
export class Occurrences {
  private slots = 1 << 12
  private used = 0
  /** Four words a slot: identity, identity, content, count. */
  private table = new Uint32Array(this.slots * 4)
  private readonly others = new Map<string, number>()

  /** @param identity and content as hexadecimal digits of hashes. */
  count(identity: string, content: string): Occurrence {
    if (this.used * 4 > this.slots * 3) this.grow()
    const high = wordAt(identity, 0)
    const low = wordAt(identity, 8)
    const said = wordAt(content, 0)
    const at = this.find(this.table, high, low) * 4
    const { table } = this
    if (table[at + 3] === none) {
      table[at] = high
      table[at + 1] = low
      table[at + 2] = said
      table[at + 3] = 1
      this.used += 1
      return once
    }
    if (table[at + 2] === said) return { nth: (table[at + 3] = (table[at + 3] ?? 0) + 1), isTwice: false }
    const key = identity + content
    const nth = (this.others.get(key) ?? 0) + 1
    this.others.set(key, nth)
    return { nth, isTwice: true }
  }

  private find(table: Uint32Array, high: number, low: number): number {
    const mask = table.length / 4 - 1
    let slot = (high ^ low) & mask
    while (table[slot * 4 + 3] !== none && (table[slot * 4] !== high || table[slot * 4 + 1] !== low))
      slot = (slot + 1) & mask
    return slot
  }

  private grow(): void {
    const { table } = this
    const next = new Uint32Array(table.length * 2)
    for (let from = 0; from < table.length; from += 4) {
      if (table[from + 3] === none) continue
      const to = this.find(next, table[from] ?? 0, table[from + 1] ?? 0) * 4
      for (let word = 0; word < 4; word += 1) next[to + word] = table[from + word] ?? 0
    }
    this.table = next
    this.slots *= 2
  }
}

/** The 32 bits of eight hexadecimal digits in lower case. */
function wordAt(hex: string, from: number): number {
  let word = 0
  for (let at = from; at < from + 8; at += 1) {
    const code = hex.charCodeAt(at)
    word = (word << 4) | (code < 58 ? code - 48 : code - 87)
  }
  return word >>> 0
}
