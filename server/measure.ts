import type { Database } from './kit/db/db.ts'
import { metrics } from './kit/process/metrics.ts'

/** Gauges of the queues, read from the database at each scrape; as the owner, who sees the rows of every merchant. */
export async function measureQueues(database: Database): Promise<void> {
  const rows = await database.transaction(
    null,
    (tx) =>
      tx.query<{ queue: string; state: string; jobs: number; oldest: number }>(
        `select name as queue,
           case when state = 'active' then 'active' when state = 'failed' then 'failed'
             when start_after > now() then 'scheduled' else 'due' end as state,
           count(*)::int as jobs, coalesce(extract(epoch from now() - min(start_after)), 0)::float8 as oldest
         from pgboss.job where state in ('created', 'retry', 'active', 'failed') group by 1, 2`,
        [],
      ),
    { readOnly: true },
  )
  metrics.queueJobs.reset()
  metrics.queueOldest.reset()
  for (const { queue, state, jobs, oldest } of rows) {
    metrics.queueJobs.set({ queue, state }, jobs)
    if (state === 'due') metrics.queueOldest.set({ queue }, oldest)
  }
}

/** The number of payments in flight, read from the index that allows each payable only one. */
export async function measurePayments(database: Database): Promise<void> {
  const rows = await database.transaction(
    null,
    (tx) =>
      tx.query<{ state: string; payments: number; oldest: number }>(
        `select status as state, count(*)::int as payments, extract(epoch from now() - min(created_at))::float8 as oldest
         from payments where payable_ref <> '' and status in ('Initiated', 'Pending', 'Authorized') group by 1`,
        [],
      ),
    { readOnly: true },
  )
  metrics.paymentsInFlight.reset()
  metrics.paymentsOldest.reset()
  for (const { state, payments, oldest } of rows) {
    metrics.paymentsInFlight.set({ state }, payments)
    metrics.paymentsOldest.set({ state }, oldest)
  }
}
