import { asOwner } from './as-owner.ts'
import type { Looped } from './closed-loop.ts'

/** How many rows of a merchant in each table, and how many jobs, each turn of a loop leaves. */
export async function rowsLeft(
  { ownerUrl, merchantId, tables }: { ownerUrl: string; merchantId: string; tables: readonly string[] },
  run: () => Promise<Pick<Looped, 'times'>>,
): Promise<string> {
  const counts = tables.map((table) => `(select count(*)::int from ${table} where merchant_id = $1) as ${table}`)
  const jobs = `(select count(*)::int from pgboss.job where data->>'merchantId' = $1::text) as jobs`
  const count = async () =>
    (await asOwner<Record<string, number>>(ownerUrl, `select ${[...counts, jobs].join(', ')}`, [merchantId]))[0] ?? {}
  const before = await count()
  const { times } = await run()
  const after = await count()
  return Object.entries(after)
    .map(([table, rows]) => `${(rows - (before[table] ?? 0)) / times} ${table}`)
    .join(', ')
}

/** Runs `work` while nothing is vacuumed by itself: what one contender leaves would be vacuumed while another is measured. */
export async function withoutVacuum<T>(ownerUrl: string, work: () => Promise<T>): Promise<T> {
  await alterSystem(ownerUrl, 'set autovacuum = off')
  try {
    return await work()
  } finally {
    await alterSystem(ownerUrl, 'reset autovacuum')
  }
}

async function alterSystem(ownerUrl: string, change: string): Promise<void> {
  await asOwner(ownerUrl, `alter system ${change}`)
  await asOwner(ownerUrl, 'select pg_reload_conf()')
}
