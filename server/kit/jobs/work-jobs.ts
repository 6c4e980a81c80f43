import { PgBoss } from 'pg-boss'
import type { Services } from '#server/kit/ctx.ts'
import type { Database } from '#server/kit/db/db.ts'
import { connection, namesOf, runJob, type Job } from './jobs.ts'
import { metrics } from '#server/kit/process/metrics.ts'
import { schema } from './new-job.ts'
import { createConcurrencyLimit } from '#server/kit/process/concurrency-limit.ts'
import { lookAnywaySeconds, watchDueQueues } from './due-queues.ts'
import { workApart } from './work-apart.ts'

/** Works all queues until stopped; `stop` lets running jobs finish for a few seconds. */
export async function workJobs(options: {
  ownerUrl: string
  declared: readonly Job[]
  database: Database
  exports?: Database
  loads?: Database
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
  const onDue = new Map<string, () => void>()
  for (const declared of options.declared) {
    const { name, parallel } = declared
    if (parallel === undefined) {
      onDue.set(name, await workInBatches(boss, name, (one) => run(declared, one)))
      continue
    }
    const queue = workApart(boss, { name, parallel, run: (one) => run(declared, one), onError: options.onError })
    apart.push(queue)
    onDue.set(name, queue.look)
  }
  const dueQueues = watchDueQueues(boss, onDue, options.onError)
  return {
    async stop() {
      await dueQueues.stop()
      // A provider mostly answers within a moment, which makes a later status query unnecessary.
      const impatient = setTimeout(() => ending.abort(), 3_000)
      await Promise.all(apart.map((one) => one.stop()))
      await boss.stop({ graceful: true, timeout: 3_000 })
      clearTimeout(impatient)
      ending.abort()
    },
  }
}

/** Works a queue with four workers, each of which takes up to eight jobs at once; each call wakes the next of them. */
async function workInBatches(
  boss: PgBoss,
  name: string,
  run: (job: { id: string; data: unknown }) => Promise<void>,
): Promise<() => void> {
  const options = {
    pollingIntervalSeconds: lookAnywaySeconds,
    batchSize: 8,
    burstWhenBatchFull: true,
    perJobResults: true as const,
  }
  const work = () =>
    boss.work(name, options, (batch) =>
      Promise.all(
        batch.map((one) =>
          run(one).then(
            () => ({ id: one.id, status: 'completed' as const }),
            ({ message }: Error) => ({ id: one.id, status: 'failed' as const, output: { message } }),
          ),
        ),
      ),
    )
  const workers = [await work(), await work(), await work(), await work()]
  let next = 0
  return () => boss.notifyWorker(workers[next++ % workers.length] ?? '')
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
