import { setTimeout as pause } from 'node:timers/promises'
import { PgBoss } from 'pg-boss'
import type { z } from 'zod'
import type { Environment } from '#contract/kit/wire.ts'
import type { Ctx, House } from './ctx.ts'
import type { Database } from './db.ts'
import { schema } from './new-job.ts'
import { ownTransaction } from './own-transaction.ts'
import { timeOuts } from './time-outs.ts'
import { onBehalfOf } from './trace.ts'

/** Every job says whose it is; it runs under that scope alone. */
export interface JobData {
  merchantId: string
  environment: Environment
}

/**
 * Work that happens after a request, exactly as often as it must. A job is only a trigger: the object's row holds the
 * truth, so one that runs twice or late finds nothing left to do.
 */
export type Job<D extends JobData = JobData> = {
  name: string
  data: z.ZodType<D>
  parallel?: number
  owed?: Owed<D>
} & (
  | { kind: 'work'; work(ctx: Ctx, data: D): Promise<void> }
  | { kind: 'effect'; run(run: EffectRun, data: D): Promise<void> }
)
/**
 * What the rows of a merchant say is overdue, whether or not there is a job for it: after a restore, or when a job was
 * given up, the sweep makes the missing ones. `key` is the field of the data that says which object a job is for.
 */
export interface Owed<D extends JobData> {
  key: string
  list(ctx: Ctx, overdueSince: Date): Promise<Omit<D, keyof JobData>[]>
}
interface EffectRun {
  house: House
  signal: AbortSignal
  /** One transaction under the job's scope. */
  transaction<T>(work: (ctx: Ctx) => Promise<T>): Promise<T>
}

/** A job that is one transaction. */
export const job = <D extends JobData>(declared: {
  name: string
  data: z.ZodType<D>
  owed?: Owed<D>
  work(ctx: Ctx, data: D): Promise<void>
}): Job<D> => ({
  kind: 'work',
  ...declared,
})

/**
 * A job that acts on the world outside: `claim` reads what is to be done (null when nothing is left), `act` does it
 * with no transaction open, `settle` writes what came of it. Killed between any two, it is done again from `claim`;
 * what `act` does must therefore carry a key that never changes.
 */
export const effect = <D extends JobData, Claim, Result>(declared: {
  name: string
  data: z.ZodType<D>
  claim(ctx: Ctx, data: D): Promise<Claim | null>
  /** Where `claim` asks all at once: its commit goes with that, and does not wait for the answers. */
  claimsAtOnce?: true
  act(house: House, claim: Claim, signal: AbortSignal): Promise<Result>
  settle(ctx: Ctx, data: D, claim: Claim, result: Result): Promise<void>
  /**
   * For acts that may take long: how many run at once in one process, each in a place of its own. Without it jobs are
   * worked off in batches, quicker, but a batch waits for its slowest.
   */
  parallel?: number
  owed?: Owed<D>
}): Job<D> => ({
  kind: 'effect',
  name: declared.name,
  data: declared.data,
  ...(declared.parallel !== undefined && { parallel: declared.parallel }),
  ...(declared.owed && { owed: declared.owed }),
  async run({ house, signal, transaction }, data) {
    const { claiming } = await transaction(async (ctx) => {
      const claiming = declared.claim(ctx, data)
      claiming.catch(() => {})
      if (!declared.claimsAtOnce) await claiming
      return { claiming }
    })
    const claim = await claiming
    if (claim === null) return
    const result = await declared.act(house, claim, signal)
    await stubbornly(() => transaction((ctx) => declared.settle(ctx, data, claim, result)))
  },
})

/** What was done outside is known only here: a database that is away for a moment must not make it happen again. */
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

/** The library's own connections: one that does not answer is given up, but nobody waits for it at a page. */
export const connection = {
  query_timeout: timeOuts.queryMs,
  connectionTimeoutMillis: 10_000,
  keepAlive: true,
}
const queueOptions = {
  retryLimit: 1_000,
  retryDelay: 1,
  retryBackoff: true,
  retryDelayMax: 60,
  expireInSeconds: 120,
  // A worker that is killed is noticed after this long, and its job runs again elsewhere.
  heartbeatSeconds: 10,
  deleteAfterSeconds: 600,
}

/** Creates the queues and lets the application put jobs into them; run as the owner, once at start. */
export async function prepareJobs(
  ownerUrl: string,
  declared: readonly Job[],
  onError: (error: Error) => void,
): Promise<void> {
  const boss = new PgBoss({ connectionString: ownerUrl, schema, max: 2, supervise: false, schedule: false })
  boss.on('error', onError)
  await boss.start()
  const existing = new Set((await boss.getQueues()).map((queue) => queue.name))
  for (const { name } of declared) if (!existing.has(name)) await boss.createQueue(name, queueOptions)
  // One statement, so one transaction: of two processes that grant the same at once, PostgreSQL would fail one.
  await boss.getDb().executeSql(`
    select pg_advisory_xact_lock(${grantLock});
    grant usage on schema ${schema} to countinghouse_app;
    grant select, insert on all tables in schema ${schema} to countinghouse_app;
    grant execute on all functions in schema ${schema} to countinghouse_app`)
  await boss.stop({ graceful: false })
}
const grantLock = 7_246_303

interface JobParts {
  database: Database
  house: House
  now: () => Date
}

/** Runs one job to its end, as a worker does. */
export async function runJob(declared: Job, raw: unknown, parts: JobParts, signal: AbortSignal): Promise<void> {
  const data = declared.data.parse(raw)
  const requestId = namesOf(raw).request_id ?? `job:${declared.name}`
  const owner = { merchantId: data.merchantId, environment: data.environment }
  const transaction = <T>(work: (ctx: Ctx) => Promise<T>) => ownTransaction(parts, owner, { requestId }, work)
  await onBehalfOf(requestId, async () => {
    if (declared.kind === 'work') await transaction((ctx) => declared.work(ctx, data))
    else await declared.run({ house: parts.house, signal, transaction }, data)
  })
}

/** Whose a job is and which request it goes back to, for the log; of whatever was put into the queue. */
export function namesOf(data: unknown): { merchant_id?: string; request_id?: string } {
  const { merchantId, requestId } = (data ?? {}) as Record<string, unknown>
  return {
    ...(typeof merchantId === 'string' && { merchant_id: merchantId }),
    ...(typeof requestId === 'string' && { request_id: requestId }),
  }
}
