import type { Logger } from 'pino'
import type { Owner } from '#server/kit/ctx.ts'
import { scopeOf, type Database, type Transaction } from '#server/kit/db/db.ts'
import { repeat, type Repeated } from '#server/kit/process/repeat.ts'
import { buildZone, missingZones, ofAllTime } from './build.ts'
import { added, addTraits, measures, someLeft, sums } from './measures.ts'
import { buildTraits } from './build-traits.ts'

/** The oldest deltas of a merchant, by their numbers: each is added once, since it is gone with the transaction that adds it. */
const oldest = `
  select delta_id, source is null as stale from payment_deltas where merchant_id = $1 and environment = $2 order by delta_id limit $3`
const ofTaken = 'd.merchant_id = $1 and d.environment = $2 and d.delta_id = any ($3::bigint[])'
const zoned = `(
  select d.*, d.bucket as at, z.time_zone, z.traits from payment_deltas d
  join payment_zones z on z.merchant_id = d.merchant_id and z.environment = d.environment
  where ${ofTaken} and z.merchant_id = $1 and z.time_zone <> '${ofAllTime}'
) zoned`
/**
 * Adds the deltas to the totals and to the roll-ups of each zone, and deletes them. Rows are locked in the order of their keys, so
 * that concurrent transactions cannot deadlock.
 */
export const rollUpStatements = [
  `insert into payment_totals (merchant_id, environment, currency, status, payment_method, channel_key, ${measures.join(', ')})
   select merchant_id, environment, currency, status, payment_method, channel_key, ${sums}
   from payment_deltas d where ${ofTaken} group by 1, 2, 3, 4, 5, 6 having ${someLeft} order by 3, 4, 5, 6
   on conflict (merchant_id, environment, currency, status, payment_method, channel_key) do update set ${added('payment_totals')}`,
  `update payment_zones z set payments = z.payments + (select sum(d.payments) from payment_deltas d where ${ofTaken})
   where z.merchant_id = $1 and z.environment = $2 and z.time_zone = '${ofAllTime}'`,
  `insert into payment_hours (merchant_id, environment, time_zone, currency, status, hour, ${measures.join(', ')})
   select merchant_id, environment, time_zone, currency, status, date_trunc('hour', bucket, time_zone), ${sums}
   from ${zoned} group by 1, 2, 3, 4, 5, 6 having ${someLeft} order by 3, 4, 5, 6
   on conflict (merchant_id, environment, time_zone, currency, status, hour) do update set ${added('payment_hours')}`,
  `insert into payment_days (
     merchant_id, environment, time_zone, day, currency, status, payment_method, channel_key, ${measures.join(', ')}
   )
   select merchant_id, environment, time_zone, (bucket at time zone time_zone)::date, currency, status, payment_method, channel_key, ${sums}
   from ${zoned} group by 1, 2, 3, 4, 5, 6, 7, 8 having ${someLeft} order by 3, 4, 5, 6, 7, 8
   on conflict (merchant_id, environment, time_zone, day, currency, status, payment_method, channel_key)
   do update set ${added('payment_days')}`,
  addTraits(`(select * from ${zoned} where traits) zoned`),
  `delete from payment_deltas d where ${ofTaken}`,
]
/** Deltas of an older version of the program have no traits: those of all days are built anew. */
const noteStale = `update payment_zones set traits = false where merchant_id = $1 and environment = $2 and traits`

/**
 * Rolls up the deltas of one merchant and environment into its totals, hours and days, and builds the roll-ups of a new
 * zone. Any number of workers may call it: one works, the others return at once. A worker that is killed has done all or
 * nothing.
 * @returns the number of deltas that were rolled up.
 */
export async function rollUpDeltas(database: Database, owner: Owner, { most = 20_000 } = {}): Promise<number> {
  const scope = scopeOf(owner)
  let rolledUp = 0
  for (;;) {
    const taken = await database.transaction(scope, async (tx) => {
      if (!(await alone(tx, owner))) return 0
      for (const zone of await missingZones(tx, owner)) await buildZone(tx, owner, zone)
      const own = [owner.merchantId, owner.environment]
      const deltas = await tx.query<{ delta_id: bigint; stale: boolean }>(oldest, [...own, most])
      const stale = deltas.some((delta) => delta.stale)
      if (deltas.length > 0) {
        const values = [...own, deltas.map(({ delta_id }) => delta_id)]
        for (const statement of rollUpStatements) await tx.query(statement, values)
      }
      if (stale) await tx.query(noteStale, own)
      else await buildTraits(tx, owner)
      return deltas.length
    })
    rolledUp += taken
    if (taken < most) return rolledUp
  }
}

/**
 * Takes the lock on the roll-ups of this merchant and environment until the end of the transaction; false when another holds
 * it.
 */
async function alone(tx: Transaction, { merchantId, environment }: Owner): Promise<boolean> {
  const rows = await tx.query<{ alone: boolean }>(
    `select pg_try_advisory_xact_lock(hashtextextended($1 || $2, ${rollUpLock})) as alone`,
    [merchantId, environment],
  )
  return rows[0]?.alone === true
}
const rollUpLock = 7_246_304

/** Rolls up the deltas of every merchant, every few seconds; the deltas themselves are the list of work. */
export function watchDeltas(database: Database, log: Logger): Repeated {
  return repeat({
    firstAfterMs: everyMs,
    everyMs,
    async work(signal) {
      const scopes = await database.transaction(
        null,
        (tx) => tx.query<Owner>('select merchant_id as "merchantId", environment from scopes_to_fold()', []),
        { readOnly: true },
      )
      for (const owner of scopes) if (!signal.aborted) await rollUpDeltas(database, owner)
    },
    onError: (error) => log.warn({ err: error }, 'the deltas of payments could not be rolled up, to be tried again'),
  })
}
const everyMs = 5_000
