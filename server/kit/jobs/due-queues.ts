import { setTimeout as pause } from 'node:timers/promises'
import type { PgBoss } from 'pg-boss'
import { schema } from './new-job.ts'

/**
 * Asks ten times a second which queues have jobs to be taken, in one statement for all of them, and calls what belongs to each.
 * Were each queue's workers to ask for themselves, a process that has nothing to do would ask hundreds of times a second.
 */
export function watchDueQueues(
  boss: PgBoss,
  onDue: ReadonlyMap<string, () => void>,
  onError: (error: Error) => void,
): { stop(): Promise<void> } {
  const stopping = new AbortController()
  const names = [...onDue.keys()]

  async function watch(): Promise<void> {
    const { rows } = await boss.getDb().executeSql(due, [names])
    for (const { name } of rows as { name: string }[]) onDue.get(name)?.()
  }
  async function watchUntilStopped(): Promise<void> {
    while (!stopping.signal.aborted) {
      await watch().catch(onError)
      await pause(lookMs, undefined, { signal: stopping.signal }).catch(() => {})
    }
  }
  const watching = watchUntilStopped()
  return {
    stop() {
      stopping.abort()
      return watching
    },
  }
}

/** The index by which pg-boss takes jobs serves it. */
const due = `select name from unnest($1::text[]) as name
  where exists (select from ${schema}.job_common job
    where job.name = name.name and job.state < 'active' and not job.blocked and job.start_after < now())`
const lookMs = 100

/** Workers that nobody calls, as the statement failed, look themselves after so many seconds. */
export const lookAnywaySeconds = 30
