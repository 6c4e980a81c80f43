import { PgBoss } from 'pg-boss'
import type { Services } from '#server/kit/ctx.ts'
import type { Database } from '#server/kit/db/db.ts'
import { connection, namesOf, runJob, type Job } from './jobs.ts'
import { metrics } from '#server/kit/process/metrics.ts'
import { schema } from './new-job.ts'
import { createConcurrencyLimit } from '#server/kit/process/concurrency-limit.ts'
import { workApart } from './work-apart.ts'

/** Works all queues until stopped; `stop` lets running jobs finish for a few seconds. */
export async function workJobs(options: {
  ownerUrl: string
  declared: readonly Job[]
  database: Database
  services: Services
  now: () => Date
  onError(error: Error): void
}): Promise<{ stop(): Promise<void> }> {
  const boss = new PgBoss({
    ...connection,
    connectionString: options.ownerUrl,
    schema,
    max: 6,
    migrate: false,
    createSchema: false,
    schedule: false,
    superviseIntervalSeconds: 1,
    monitorIntervalSeconds: 1,
    maintenanceIntervalSeconds: 60,
  })
  boss.on('error', options.onError)
  await boss.start().catch(async (error: unknown) => {
    await boss.stop({ graceful: false })
    throw error
  })
  const ending = new AbortController()
  const { log } = options.services
  const apartParts = { ...options, database: fewAtOnce(options.database) }
  const run = async (declared: Job, { id, data }: { id: string; data: unknown }): Promise<void> => {
    const about = { job: declared.name, id, ...namesOf(data) }
    const since = performance.now()
    const ended = (outcome: 'done' | 'failed') => {
      metrics.jobs.inc({ queue: declared.name, outcome })
      metrics.jobSeconds.observe({ queue: declared.name }, (performance.now() - since) / 1_000)
    }
    try {
      await runJob(declared, data, declared.parallel === undefined ? options : apartParts, ending.signal)
      ended('done')
      log.info({ ...about, ms: Math.round(performance.now() - since) }, 'job')
    } catch (error) {
      const { message } = error as Error
      ended('failed')
      log.warn({ ...about, err: error }, 'job failed, to be tried again')
      throw new Error(message.slice(0, 200), { cause: error })
    }
  }
  const apart: { stop(): Promise<void> }[] = []
  for (const declared of options.declared) {
    const { name, parallel } = declared
    if (parallel !== undefined) {
      apart.push(workApart(boss, { name, parallel, run: (one) => run(declared, one), onError: options.onError }))
      continue
    }
    const polling = { pollingIntervalSeconds: 0.5 }
    const many = { batchSize: 8, localConcurrency: 4, burstWhenBatchFull: true, perJobResults: true as const }
    await boss.work(name, { ...polling, ...many }, (batch) =>
      Promise.all(
        batch.map((one) =>
          run(declared, one).then(
            () => ({ id: one.id, status: 'completed' as const }),
            ({ message }: Error) => ({ id: one.id, status: 'failed' as const, output: { message } }),
          ),
        ),
      ),
    )
  }
  return {
    async stop() {
      // A provider mostly answers within a moment, which makes a later status query unnecessary.
      const impatient = setTimeout(() => ending.abort(), 3_000)
      await Promise.all(apart.map((one) => one.stop()))
      await boss.stop({ graceful: true, timeout: 3_000 })
      clearTimeout(impatient)
      ending.abort()
    },
  }
}

/**
 * Limits the transactions of jobs. Jobs that return from a slow system at the same time must not take every connection
 * of the pool.
 */
function fewAtOnce(database: Database): Database {
  const full = () => new Error('too many transactions')
  const { pass } = createConcurrencyLimit({ concurrent: 4, queue: Number.POSITIVE_INFINITY, full })
  return { ...database, transaction: (...wanted) => pass(() => database.transaction(...wanted)) }
}
