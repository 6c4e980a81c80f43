import type pg from 'pg'
import { setDeadline, type Statement } from './send-query.ts'
import type { Scope } from './db.ts'
import { sendInScope } from './session-settings.ts'
import { isBeyondUse, type Pool } from './pool.ts'
import { timeouts } from '#server/kit/timeouts.ts'

/** A shared connection: the read-only statements of many requests are pipelined on it. */
export interface SharedReader {
  /** Runs a statement under a scope; the answer is due by `deadline`. */
  send<R extends object>(scope: Scope, statement: Statement, deadline: number | undefined): Promise<pg.QueryResult<R>>
}

/** The shared connections of a pool. */
export interface SharedReaders {
  /** The shared connection with the fewest unanswered statements; null when none is responsive or all are full. */
  find(): SharedReader | null
}

interface OpenReader extends SharedReader {
  waiting: number
  /** The time of its last answer, or of the first statement after an idle period. */
  movedAt: number
}

/**
 * Shared connections cost both sides far less than one connection for each request, because statements that travel
 * together are written, read and woken up for once. A slow statement would delay all behind it, so slow work
 * (`planForEach`) does not use one, and a connection without an answer for a moment takes no new statements. An idle
 * shared connection goes back to the pool.
 * @param most the maximum number of shared connections; 0 gives each reader a connection of its own.
 */
export function openSharedReaders(pool: Pool, most: number): SharedReaders {
  const readers = new Set<OpenReader>()

  function open(): OpenReader {
    let client: pg.PoolClient | undefined
    let broken: Error | undefined
    const connected = pool.connect().then((found) => (client = found))
    const reader: OpenReader = {
      waiting: 0,
      movedAt: 0,
      send<R extends object>(scope: Scope, statement: Statement, deadline: number | undefined) {
        if (reader.waiting === 0) reader.movedAt = performance.now()
        reader.waiting += 1
        const sendOn = (found: pg.PoolClient) => {
          setDeadline(found, deadline)
          return sendInScope<R>(found, scope, statement)
        }
        return (client ? sendOn(client) : connected.then(sendOn)).then(
          (answer) => {
            left()
            return answer
          },
          (error: unknown) => {
            left(error)
            throw error
          },
        )
      },
    }
    function left(error?: unknown): void {
      const since = reader.movedAt
      reader.movedAt = performance.now()
      reader.waiting -= 1
      if (error !== undefined && (isBeyondUse(error) || !client)) {
        broken ??= error as Error
        readers.delete(reader)
      }
      if (reader.waiting > 0) return
      readers.delete(reader)
      if (client) pool.release(client, broken, since)
    }
    readers.add(reader)
    return reader
  }

  return {
    find() {
      const now = performance.now()
      let best: OpenReader | null = null
      for (const reader of readers) {
        const moves = now - reader.movedAt < timeouts.stuckMs && reader.waiting < waitingMost
        if (moves && (best === null || reader.waiting < best.waiting)) best = reader
      }
      return readers.size < most ? open() : best
    },
  }
}

/**
 * Unanswered statements on one shared connection: far below what it can carry, and the most that one hanging connection
 * fails.
 */
const waitingMost = 32
