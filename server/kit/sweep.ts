import type { House, Owner } from './ctx.ts'
import type { Database } from './db.ts'
import type { Job } from './jobs.ts'
import { ownTransaction } from './own-transaction.ts'

/**
 * Makes the jobs that are missing: what a merchant's rows say is overdue, and no job is there for. The rows hold the
 * truth; a job is only a trigger, and one can be lost with a restored database or given up after many failures.
 * @returns how many were made.
 */
export async function sweepJobs(parts: SweepParts, owner: Owner): Promise<number> {
  let made = 0
  for (const declared of parts.declared) {
    const { owed } = declared
    if (!owed) continue
    made += await ownTransaction(parts, owner, { requestId: `sweep:${declared.name}` }, async (ctx) => {
      // Of two workers that sweep at once, the second would not see what the first is making.
      const [lock] = await ctx.tx.query<{ mine: boolean }>(
        'select pg_try_advisory_xact_lock($1, hashtext($2)) as mine',
        [sweepLock, `${owner.merchantId} ${owner.environment} ${declared.name}`],
      )
      if (!lock?.mine) return 0
      const overdue = await owed.list(ctx, new Date(ctx.now.getTime() - overdueMs))
      if (overdue.length === 0) return 0
      const known = await ctx.tx.query<{ key: string }>(
        `select data->>$2 as key from pgboss.job
         where name = $1 and state in ('created', 'retry', 'active') and data->>'merchantId' = $3 and data->>'environment' = $4`,
        [declared.name, owed.key, owner.merchantId, owner.environment],
      )
      const keys = new Set(known.map(({ key }) => key))
      const missing = overdue.filter((data) => !keys.has(String((data as Record<string, unknown>)[owed.key])))
      for (const data of missing) await ctx.enqueue(declared, data)
      return missing.length
    })
  }
  return made
}

/** Sweeps every merchant and environment soon after the start and then every ten minutes, until stopped. */
export function sweepAlways(parts: SweepParts & { owners(): Promise<Owner[]> }): { stop(): Promise<void> } {
  const { log } = parts.house
  let stopping = false
  let sweeping = Promise.resolve()
  let timer = setTimeout(begin, firstAfterMs)
  async function sweep(): Promise<void> {
    try {
      for (const owner of await parts.owners()) {
        if (stopping) return
        const made = await sweepJobs(parts, owner)
        if (made > 0) log.warn({ merchant_id: owner.merchantId, made }, 'jobs were missing and are made anew')
      }
    } catch (error) {
      log.warn({ err: error }, 'the sweep for missing jobs did not end')
    }
  }
  function begin(): void {
    sweeping = sweep().finally(() => {
      if (stopping) return
      timer = setTimeout(begin, everyMs)
      timer.unref()
    })
  }
  timer.unref()
  return {
    async stop() {
      stopping = true
      clearTimeout(timer)
      await sweeping
    },
  }
}

interface SweepParts {
  declared: readonly Job[]
  database: Database
  house: House
  now: () => Date
}

const sweepLock = 7_246_304
/** A job that is late by less is only late. */
const overdueMs = 120_000
const firstAfterMs = 2_000
const everyMs = 600_000
