import type pg from 'pg'
import { onItsWay } from './answer-times.ts'
import type { Question } from './ask.ts'
import type { Scope } from './db.ts'
import { askWithin } from './opening.ts'
import { isBeyondUse, type Pool } from './pool.ts'
import { timeOuts } from './time-outs.ts'

/** A connection that reading statements of many requests go over, one behind the other. */
export interface Lane {
  /** Asks within a scope; by `deadline` the answer is to be there. */
  ask<R extends object>(scope: Scope, question: Question, deadline: number | undefined): Promise<pg.QueryResult<R>>
}

/** The lanes of a pool. */
export interface Lanes {
  /** The one on which the fewest wait; null where none moves or all are full. */
  find(): Lane | null
}

interface OpenLane extends Lane {
  waiting: number
  /** When it was last heard of, or was asked after a rest. */
  movedAt: number
}

/**
 * Lanes take far less of both sides than a connection for each request: what comes and goes together is written, read and
 * woken up for once. What is slow would hold up all behind it, so that has no place here (`planForEach`), and nobody takes
 * a lane on which nothing has moved for a moment. A lane on which nobody waits goes back to the pool.
 * @param most at once; 0 for a database whose readers shall have connections of their own.
 */
export function openLanes(pool: Pool, most: number): Lanes {
  const lanes = new Set<OpenLane>()

  function open(): OpenLane {
    let client: pg.PoolClient | undefined
    let broken: Error | undefined
    const connected = pool.connect().then((found) => (client = found))
    const lane: OpenLane = {
      waiting: 0,
      movedAt: 0,
      ask<R extends object>(scope: Scope, question: Question, deadline: number | undefined) {
        if (lane.waiting === 0) lane.movedAt = performance.now()
        lane.waiting += 1
        const send = (found: pg.PoolClient) => {
          if (deadline !== undefined) onItsWay(found).deadline = deadline
          return askWithin<R>(found, scope, question)
        }
        return (client ? send(client) : connected.then(send)).then(
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
      const since = lane.movedAt
      lane.movedAt = performance.now()
      lane.waiting -= 1
      if (error !== undefined && (isBeyondUse(error) || !client)) {
        broken ??= error as Error
        lanes.delete(lane)
      }
      if (lane.waiting > 0) return
      lanes.delete(lane)
      if (client) pool.release(client, broken, since)
    }
    lanes.add(lane)
    return lane
  }

  return {
    find() {
      const now = performance.now()
      let best: OpenLane | null = null
      for (const lane of lanes) {
        const moves = now - lane.movedAt < timeOuts.stuckMs && lane.waiting < waitingMost
        if (moves && (best === null || lane.waiting < best.waiting)) best = lane
      }
      return lanes.size < most ? open() : best
    },
  }
}

/** On one lane; far from what it can take, and no more than one that hangs may take with it. */
const waitingMost = 32
