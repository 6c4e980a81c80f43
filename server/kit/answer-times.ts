import type pg from 'pg'

/** What is on its way on a connection, and how long it may be. */
interface OnItsWay {
  /** How long one statement's answer is waited for, where nothing else is said. */
  readonly patienceMs: number
  /** Until when the transaction on it should be over, where somebody waits for it. */
  deadline?: number
  /** By when each statement that it was asked has to be answered, in their order. */
  readonly due: number[]
}

/** @throws where the connection is of no pool. */
export function onItsWay(client: pg.PoolClient): OnItsWay {
  const found = connections.get(client)
  if (!found) throw new Error('a connection that nobody looks after')
  return found
}
const connections = new WeakMap<pg.PoolClient, OnItsWay>()

/**
 * Holds the statements of a pool's connections to their time: one whose answer is late is cut, and all that it was asked
 * fails. They are looked over together, four times a second: a timer for each statement, as pg has it, costs some 5 % of
 * a list's request.
 */
export function limitAnswers(pool: pg.Pool, patienceMs: number): { stop(): void } {
  const clients = new Set<pg.PoolClient>()
  pool.on('connect', (client) => {
    connections.set(client, { patienceMs, due: [] })
    clients.add(client)
  })
  pool.on('remove', (client) => void clients.delete(client))
  const timer = setInterval(() => {
    const now = performance.now()
    for (const client of clients) {
      const [first] = onItsWay(client).due
      if (first !== undefined && first < now) client.connection.stream.destroy(new Error('Query read timeout'))
    }
  }, lookEveryMs).unref()
  return { stop: () => clearInterval(timer) }
}

const lookEveryMs = 250
