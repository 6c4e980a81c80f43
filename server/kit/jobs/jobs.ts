import { setTimeout as pause } from 'node:timers/promises'
import { PgBoss } from 'pg-boss'
import type { z } from 'zod'
import type { Environment } from '#contract/kit/wire.ts'
import type { Ctx, Services } from '#server/kit/ctx.ts'
import type { Database } from '#server/kit/db/db.ts'
import { schema } from './new-job.ts'
import { ownTransaction, type InTransaction } from '#server/kit/db/own-transaction.ts'
import { timeouts } from '#server/kit/timeouts.ts'
import { onBehalfOf } from '#server/kit/process/trace.ts'

/** The owner of a job. A job runs under that scope only. */
export interface JobData {
  merchantId: string
  environment: Environment
}

/**
 * Work that happens after a request. A job is only a trigger: the row of the object holds the state, so a job that runs
 * twice or late finds nothing left to do.
 */
export type Job<D extends JobData = JobData> = {
  name: string
  data: z.ZodType<D>
  parallel?: number
  /** For a job that takes longer than two minutes: the seconds after which it is given to another worker. */
  longestSeconds?: number
  overdue?: Overdue<D>
} & (
  | { kind: 'work'; work(ctx: Ctx, data: D): Promise<void> }
  | { kind: 'effect'; run(run: EffectRun, data: D): Promise<void> }
)
/**
 * Finds the rows of a merchant that are overdue, whether or not a job exists for them. After a restore, or when a job
 * was given up, the sweep makes the missing jobs. `key` is the field of the data that names the object of a job.
 */
export interface Overdue<D extends JobData> {
  key: string
  list(ctx: Ctx, overdueSince: Date): Promise<Omit<D, keyof JobData>[]>
}
interface EffectRun {
  services: Services
  signal: AbortSignal
  /** One transaction under the scope of the job. */
  transaction: InTransaction
  /** The same with the time of a load of files, for what changes many rows at once. */
  long: InTransaction
  /** For transactions that read long, as exports do. */
  exports: Database
  /** For transactions that copy many rows in. */
  loads: Database
  now: () => Date
}

/** Declares a job that is one transaction. */
export const job = <D extends JobData>(declared: {
  name: string
  data: z.ZodType<D>
  overdue?: Overdue<D>
  work(ctx: Ctx, data: D): Promise<void>
}): Job<D> => ({
  kind: 'work',
  ...declared,
})

/**
 * Declares a job that acts on another system: `claim` reads what is to be done (null when nothing is left), `act` does
 * it without an open transaction, and `complete` writes the result. A job that is killed between two steps starts again
 * at `claim`, so `act` must carry an idempotency key that never changes. Its `transaction` is for what it has to read meanwhile.
 */
export const effect = <D extends JobData, Claim, Result>(declared: {
  name: string
  data: z.ZodType<D>
  claim(ctx: Ctx, data: D): Promise<Claim | null>
  act(services: Services, claim: Claim, signal: AbortSignal, transaction: InTransaction): Promise<Result>
  complete(ctx: Ctx, data: D, claim: Claim, result: Result): Promise<void>
  /**
   * For slow acts: how many jobs run independently in one process. Without it jobs run in batches, which is faster, but
   * a batch waits for its slowest job.
   */
  parallel?: number
  /** For a result that changes many rows at once: `complete` has the time of a load of files. */
  isLong?: boolean
  overdue?: Overdue<D>
}): Job<D> => ({
  kind: 'effect',
  name: declared.name,
  data: declared.data,
  ...(declared.parallel !== undefined && { parallel: declared.parallel }),
  ...(declared.overdue && { overdue: declared.overdue }),
  async run({ services, signal, transaction, long }, data) {
    const claim = await transaction((ctx) => declared.claim(ctx, data))
    if (claim === null) return
    const result = await declared.act(services, claim, signal, transaction)
    const write = declared.isLong ? long : transaction
    await stubbornly(() => write((ctx) => declared.complete(ctx, data, claim, result)))
  },
})

/**
 * Writes the result of an act, with retries. Only this process knows the result, so a short outage of the database must
 * not repeat the act.
 */
async function stubbornly(write: () => Promise<void>): Promise<void> {
  for (const waitMs of [100, 500, 2_000]) {
    try {
      return await write()
    } catch {
      await pause(waitMs)
    }
  }
  return write()
}

/** Options of pg-boss's connections. No user waits for them, but a connection that does not answer is given up. */
export const connection = {
  query_timeout: timeouts.queryMs,
  connectionTimeoutMillis: 10_000,
  keepAlive: true,
}
const queueOptions = {
  retryLimit: 1_000,
  retryDelay: 1,
  retryBackoff: true,
  retryDelayMax: 60,
  expireInSeconds: 120,
  // A job of a killed worker runs again elsewhere after this long.
  heartbeatSeconds: 10,
  deleteAfterSeconds: 600,
}

/** Creates the queues and grants the application the right to enqueue. Run as the owner, once at start. */
export async function prepareJobs(
  ownerUrl: string,
  declared: readonly Job[],
  onError: (error: Error) => void,
): Promise<void> {
  const boss = new PgBoss({ connectionString: ownerUrl, schema, max: 2, supervise: false, schedule: false })
  boss.on('error', onError)
  try {
    await boss.start()
    const existing = new Set((await boss.getQueues()).map((queue) => queue.name))
    for (const { name, longestSeconds: expireInSeconds = queueOptions.expireInSeconds } of declared)
      if (!existing.has(name)) await boss.createQueue(name, { ...queueOptions, expireInSeconds })
    // One statement is one transaction. When two processes grant the same at once, PostgreSQL would fail one of them.
    await boss.getDb().executeSql(`
      select pg_advisory_xact_lock(${grantLock});
      grant usage on schema ${schema} to countinghouse_app;
      grant select, insert on all tables in schema ${schema} to countinghouse_app;
      grant execute on all functions in schema ${schema} to countinghouse_app`)
  } finally {
    await boss.stop({ graceful: false })
  }
}
const grantLock = 7_246_303

interface JobParts {
  database: Database
  /** The pool for transactions that read long; without one, that of the others. */
  exports?: Database
  /** The pool for transactions that copy rows in. */
  loads?: Database
  services: Services
  now: () => Date
}

/** Runs one job to its end, as a worker does. */
export async function runJob(declared: Job, raw: unknown, parts: JobParts, signal: AbortSignal): Promise<void> {
  const data = declared.data.parse(raw)
  const requestId = namesOf(raw).request_id ?? `job:${declared.name}`
  const owner = { merchantId: data.merchantId, environment: data.environment }
  const within =
    (database: Database): InTransaction =>
    (work) =>
      ownTransaction({ ...parts, database }, owner, { requestId }, work)
  const transaction = within(parts.database)
  await onBehalfOf(requestId, async () => {
    if (declared.kind === 'work') await transaction((ctx) => declared.work(ctx, data))
    else {
      const { services, exports = parts.database, loads = parts.database, now } = parts
      await declared.run({ services, exports, loads, now, signal, transaction, long: within(loads) }, data)
    }
  })
}

/** The merchant and request id of a job for the log. The data comes from the queue and may have any form. */
export function namesOf(data: unknown): { merchant_id?: string; request_id?: string } {
  const { merchantId, requestId } = (data ?? {}) as Record<string, unknown>
  return {
    ...(typeof merchantId === 'string' && { merchant_id: merchantId }),
    ...(typeof requestId === 'string' && { request_id: requestId }),
  }
}
