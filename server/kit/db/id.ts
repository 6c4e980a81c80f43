import { randomUUID } from 'node:crypto'

/**
 * A UUID version 7 that sorts by creation time, also within one millisecond of one process: rows keyed by it stay in
 * the order they were written.
 */
export function newId(): string {
  const time = Date.now()
  const random = randomUUID()
  if (time > last) {
    last = time
    counter = Number.parseInt(random.slice(0, 3), 16) & 0x3ff
  } else if (++counter > 0xfff) {
    last++
    counter = 0
  }
  const at = last.toString(16).padStart(12, '0')
  return `${at.slice(0, 8)}-${at.slice(8)}-7${counter.toString(16).padStart(3, '0')}-${random.slice(19)}`
}
let last = 0
let counter = 0

/** The smallest id that can be made at this moment or later. */
export function idAt(at: Date): string {
  const hex = at.getTime().toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`
}

/** Whether a text is a UUID in the form that the database writes; no other text can be the id of a row. */
export const isUuid = (text: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text)
