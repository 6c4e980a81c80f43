import type { Services, Owner } from '#server/kit/ctx.ts'
import type { Database } from '#server/kit/db/db.ts'
import { repeat, type Repeated } from '#server/kit/process/repeat.ts'
import type { Job } from './jobs.ts'
import { ownTransaction } from '#server/kit/db/own-transaction.ts'

/**
 * Makes the missing jobs of a merchant: for rows that are overdue and have no job. The rows hold the state; a job is
 * only a trigger, which a restore can lose and which can be given up after many failures.
 * @returns the number of jobs made.
 */
export async function sweepJobs(parts: SweepParts, owner: Owner): Promise<number> {
  let made = 0
  for (const declared of parts.declared) {
    const { overdue } = declared
    if (!overdue) continue
    made += await ownTransaction(parts, owner, { requestId: `sweep:${declared.name}` }, async (ctx) => {
      // Of two concurrent sweeps, the second would not see the jobs that the first is making.
      const [lock] = await ctx.tx.query<{ mine: boolean }>(
        'select pg_try_advisory_xact_lock($1, hashtext($2)) as mine',
        [sweepLock, `${owner.merchantId} ${owner.environment} ${declared.name}`],
      )
      if (!lock?.mine) return 0
      const rows = await overdue.list(ctx, new Date(ctx.now.getTime() - overdueMs))
      if (rows.length === 0) return 0
      const known = await ctx.tx.query<{ key: string }>(
        `select data->>$2 as key from pgboss.job
         where name = $1 and state in ('created', 'retry', 'active') and data->>'merchantId' = $3 and data->>'environment' = $4`,
        [declared.name, overdue.key, owner.merchantId, owner.environment],
      )
      const keys = new Set(known.map(({ key }) => key))
      const missing = rows.filter((data) => !keys.has(String((data as Record<string, unknown>)[overdue.key])))
      for (const data of missing) ctx.enqueue(declared, data)
      return missing.length
    })
  }
  return made
}

/** Sweeps every merchant and environment soon after the start and then every ten minutes, until stopped. */
export function sweepAlways(parts: SweepParts & { owners(): Promise<Owner[]> }): Repeated {
  const { log } = parts.services
  return repeat({
    firstAfterMs: 2_000,
    everyMs: 600_000,
    async work(signal) {
      for (const owner of await parts.owners()) {
        if (signal.aborted) return
        const made = await sweepJobs(parts, owner)
        if (made > 0) log.warn({ merchant_id: owner.merchantId, made }, 'jobs were missing and are made anew')
      }
    },
    onError: (error) => log.warn({ err: error }, 'the sweep for missing jobs did not end'),
  })
}

interface SweepParts {
  declared: readonly Job[]
  database: Database
  services: Services
  now: () => Date
}

const sweepLock = 7_246_304
/** A row counts as overdue after this long; until then its job may only be late. */
const overdueMs = 120_000
