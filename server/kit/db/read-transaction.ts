import type pg from 'pg'
import { sendForTexts, setDeadline, type Statement } from './send-query.ts'
import type { Scope, Transaction } from './db.ts'
import type { SharedReaders } from './shared-readers.ts'
import { sendInScope, planForEach } from './session-settings.ts'
import { isBeyondUse, type Pool } from './pool.ts'
import { queryMethods } from './query-methods.ts'

/**
 * The transaction of read-only work, until `end`. Every statement takes its own snapshot under read committed, so there
 * is no BEGIN and no COMMIT. A statement may therefore use any connection: a shared reader, or a connection of its own
 * from there on when no shared reader is free or the work is known to be slow.
 * @param deadline when all of the work should be done.
 */
export function readTransaction(
  { sharedReaders, pool }: { sharedReaders: SharedReaders; pool: Pool },
  opened: Scope,
  deadline: number | undefined,
): { tx: Transaction; notes: (() => void)[]; end(): void } {
  let scope = opened
  let plan: typeof planForEach | undefined
  let over = false
  let connected: Promise<pg.PoolClient> | undefined
  let client: pg.PoolClient | undefined
  let broken: Error | undefined
  const notes: (() => void)[] = []

  function ownConnection(): Promise<pg.PoolClient> {
    if (over) throw new Error('a query after the end of its transaction')
    connected ??= pool.connect().then((found) => {
      setDeadline(found, deadline)
      return (client = found)
    })
    return connected
  }
  const noteEnd = (error: unknown) => {
    if (isBeyondUse(error)) broken ??= error
    throw error
  }
  function run<R extends object>(text: string, values: readonly unknown[]): Promise<pg.QueryResult<R>> {
    const statement: Statement = { text, values, unnamed: plan !== undefined }
    const reader = over || connected ? null : sharedReaders.find()
    if (reader) return reader.send(scope, statement, deadline)
    const within = scope
    const send = (found: pg.PoolClient) => sendInScope<R>(found, within, statement, plan)
    const own = ownConnection()
    return (client ? send(client) : own.then(send)).catch(noteEnd)
  }
  const refuse = () => {
    throw new Error('a change in read-only work')
  }
  return {
    tx: {
      ...queryMethods(run),
      async read(text, values = []) {
        const found = await ownConnection()
        return (await sendForTexts(found, text, values).catch(noteEnd)).rows
      },
      copyIn: refuse,
      write: refuse,
      append: refuse,
      last: refuse,
      engine: pool.engine,
      async enter(next) {
        scope = next
      },
      afterCommit: (note) => void notes.push(note),
      planForEach() {
        plan = planForEach
        ownConnection().catch(() => {})
      },
    },
    notes,
    end() {
      over = true
      connected?.then(
        (found) => pool.release(found, broken),
        () => {},
      )
    },
  }
}
