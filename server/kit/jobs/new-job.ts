import type { Owner } from '#server/kit/ctx.ts'
import type { Insert } from '#server/kit/db/append.ts'
import type { Change, Transaction } from '#server/kit/db/db.ts'
import type { Job, JobData } from './jobs.ts'

/** The schema of the tables of pg-boss. */
export const schema = 'pgboss'

export type Enqueue = <D extends JobData>(
  job: Pick<Job<D>, 'name' | 'data'>,
  data: Omit<D, keyof JobData>,
  options?: { after?: Date | number },
) => void

/** Enqueues jobs inside the given transaction, under its scope's merchant and environment, on behalf of a request. */
export const enqueueIn =
  (tx: Transaction, owner: Owner, requestId: string): Enqueue =>
  ({ name }, data, { after } = {}) =>
    tx.append(jobs, valuesOf(name, { ...data, ...owner, requestId }, after))

/**
 * A statement that inserts a job as pg-boss does, with the options of its queue; an unknown queue is an error. It sends
 * no NOTIFY, because commits with NOTIFY wait for each other in the whole database; workers poll often enough.
 * @param after the start time, or a delay in seconds; at once without.
 */
export const newJob = (name: string, data: object, after?: Date | number): Change => ({
  sql: intoQueue,
  parameters: valuesOf(name, data, after),
})
const valuesOf = (name: string, data: object, after: Date | number = 0) => [
  name,
  JSON.stringify(data),
  typeof after === 'number' ? after : 0,
  typeof after === 'number' ? null : after,
]
/** Inserts into the common table of all queues without a partition of their own, as pg-boss does. */
const intoQueue = `insert into ${schema}.job_common (name, data, start_after, keep_until, expire_seconds, deletion_seconds, retry_limit,
    retry_delay, retry_backoff, retry_delay_max, policy, dead_letter, heartbeat_seconds)
  select job.name, job.data, job.at, job.at + retention_seconds * interval '1 second', expire_seconds, deletion_seconds, retry_limit,
    retry_delay, retry_backoff, retry_delay_max, policy, dead_letter, heartbeat_seconds
  from (select $1::text, $2::jsonb, coalesce($4::timestamptz, now() + $3::float8 * interval '1 second')) as job (name, data, at)
  left join ${schema}.queue on queue.name = job.name`
const jobs: Insert = { sizes: [1], textOf: () => intoQueue }
