import type { Owner } from './ctx.ts'
import type { Change, Transaction } from './db.ts'
import type { Job, JobData } from './jobs.ts'

/** Where pg-boss keeps its queues. */
export const schema = 'pgboss'

export type Enqueue = <D extends JobData>(
  job: Pick<Job<D>, 'name' | 'data'>,
  data: Omit<D, keyof JobData>,
  options?: { after?: Date | number },
) => Promise<void>

/** Enqueues inside the given transaction, under its scope's merchant and environment, on behalf of a request. */
export const enqueueIn =
  (tx: Transaction, owner: Owner, requestId: string): Enqueue =>
  async ({ name }, data, { after } = {}) =>
    tx.later(newJob(name, { ...data, ...owner, requestId }, after))

/**
 * A job as pg-boss would put it there: as its queue says, and no job at all is an error. It wakes no worker, since commits
 * that notify wait for each other, all over the database; workers look often enough.
 * @param after when it may begin, or in how many seconds; at once without.
 */
export const newJob = (name: string, data: object, after: Date | number = 0): Change => ({
  sql: intoQueue,
  parameters: [
    name,
    JSON.stringify(data),
    typeof after === 'number' ? after : 0,
    typeof after === 'number' ? null : after,
  ],
})
/** Straight into the table of all queues that have none of their own, as pg-boss does too. */
const intoQueue = `insert into ${schema}.job_common (name, data, start_after, keep_until, expire_seconds, deletion_seconds, retry_limit,
    retry_delay, retry_backoff, retry_delay_max, policy, dead_letter, heartbeat_seconds)
  select job.name, job.data, job.at, job.at + retention_seconds * interval '1 second', expire_seconds, deletion_seconds, retry_limit,
    retry_delay, retry_backoff, retry_delay_max, policy, dead_letter, heartbeat_seconds
  from (select $1::text, $2::jsonb, coalesce($4::timestamptz, now() + $3::float8 * interval '1 second')) as job (name, data, at)
  left join ${schema}.queue on queue.name = job.name`
