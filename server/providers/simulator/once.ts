import { createHash, randomUUIDv7 } from 'node:crypto'
import type { Book } from './book.ts'
import type { Manner } from './cards.ts'
import type { Line } from './records.ts'

/** What a request is answered, with how the answer is given. */
export type Answer<View> =
  | { kind: 'done'; view: View; replayed: boolean; delivery: 'answer' | 'never' | 'error' }
  /** The 500 of a test card, with no effect. */
  | { kind: 'failed' }
  /** The key was used for another request. */
  | { kind: 'key_reused' }
  | { kind: 'currency_mismatch' }

interface Asked {
  key: string
  digest: string
  manner: Manner
}
interface Does<Record, View> {
  /** What the key was used for before. */
  known: Record | undefined
  /** Decided and entered in the book without a pause, so that of two requests at once the second sees the first. */
  decide: () => Record
  /** Called once it is on disk. */
  done: (record: Record) => void
  view: (record: Record) => View
}

/** Does each request once for its key. An answer is on disk before it is given. */
export function onceIn({
  book,
  append,
  durable,
  now,
}: {
  book: Book
  append: (line: Line) => Promise<void>
  durable: () => Promise<void>
  now: () => Date
}) {
  return async function once<Record extends Line & { digest: string }, View>(
    { key, digest, manner }: Asked,
    { known, decide, done, view }: Does<Record, View>,
  ): Promise<Answer<View>> {
    if (known) {
      if (known.digest !== digest) return { kind: 'key_reused' }
      // The first request may still be on its way to the disk.
      await durable()
      return { kind: 'done', view: view(known), replayed: true, delivery: 'answer' }
    }
    const failedBefore = book.fault(key)
    if (book.isKnown(key) || (failedBefore !== undefined && failedBefore !== digest)) return { kind: 'key_reused' }
    if (manner.answer === 'error-before' && failedBefore === undefined) {
      await append({ type: 'fault', at: now().toISOString(), key, digest })
      return { kind: 'failed' }
    }
    const record = decide()
    await append(record)
    done(record)
    return { kind: 'done', view: view(record), replayed: false, delivery: deliveryOf(manner) }
  }
}

const deliveryOf = ({ answer }: Manner): 'answer' | 'never' | 'error' =>
  answer === 'never' ? 'never' : answer === 'error-after' ? 'error' : 'answer'

export const newEventId = (): string => `evt_${randomUUIDv7()}`

export const digestOf = (parts: readonly (string | boolean)[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex')
/** By all that was asked. */
export const digestOfRequest = (kind: string, request: object): string =>
  digestOf([kind, ...Object.values(request).map((value) => JSON.stringify(value) ?? '')])
