import { createHash } from 'node:crypto'
import type { ReadRecord } from './read-row.ts'

type Known = Pick<ReadRecord, 'identity' | 'content'>

/** How often each line stands in a file: the same identity with the same content. */
export function timesOf(records: Iterable<Known>): Map<string, number> {
  const times = new Map<string, number>()
  for (const { identity, content } of records) {
    const line = `${identity}|${content}`
    times.set(line, (times.get(line) ?? 0) + 1)
  }
  return times
}

/**
 * The digest of some records: SHA-256 over their sorted lines `identity|content|number of times`. Neither the order of the lines nor
 * the encoding and format of their file are in it.
 */
export function digestOf(times: ReadonlyMap<string, number>): string {
  const digest = createHash('sha256')
  for (const line of [...times.keys()].toSorted()) digest.update(`${line}|${times.get(line) ?? 0}\n`)
  return digest.digest('hex')
}
