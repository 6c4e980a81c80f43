import type { Logger } from 'pino'
import type { Database } from '#server/kit/db/db.ts'
import type { ChangedObjects } from '#server/kit/process/changed-objects.ts'
import { changesChannel } from './channel.ts'

/**
 * Tells every API by NOTIFY which objects the transactions of this process have changed. PostgreSQL serialises commits with a
 * NOTIFY, so payments do not carry one: what they changed is gathered after their commits, and told a few times a second in a
 * transaction of its own. What a killed process has not told is lost; consoles look again when they are focused.
 */
export function tellChanges(database: Database, changes: ChangedObjects, log: Logger): { stop(): Promise<void> } {
  let timer: NodeJS.Timeout | undefined
  let telling = Promise.resolve()
  let stopped = false

  async function tell(): Promise<void> {
    timer = undefined
    const lines = changes.take()
    if (lines.length === 0) return
    try {
      await database.transaction(null, async (tx) => {
        tx.write({
          sql: 'select pg_notify($1, line) from unnest($2::text[]) as line',
          parameters: [changesChannel, lines],
        })
      })
    } catch (error) {
      log.warn({ err: error }, 'open consoles were not told of changes')
    }
  }
  changes.onNote(() => {
    // What ends later than the process waits for would find the database closed.
    if (stopped) return
    timer ??= setTimeout(() => void (telling = telling.then(tell)), gatherMs)
  })
  return {
    async stop() {
      stopped = true
      clearTimeout(timer)
      await (telling = telling.then(tell))
    },
  }
}
const gatherMs = 200
