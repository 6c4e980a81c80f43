import type { Logger } from 'pino'
import type { Owner } from '#server/kit/ctx.ts'
import { scopeOf, type Database, type Transaction } from '#server/kit/db/db.ts'
import { repeat, type Repeated } from '#server/kit/process/repeat.ts'
import { buildZone, missingZones, ofAllTime } from './build.ts'
import { added, addTraits, measures, someLeft, sums } from './measures.ts'
import { buildTraits } from './build-traits.ts'

/**
 * Deletes deltas and adds them to the totals and to the roll-ups of each zone, in one statement. A delta can be deleted only
 * once, so it is added exactly once. Rows are locked in the order of their keys, so that concurrent statements cannot deadlock.
 */
export const rollUpStatement = `
  with taken as materialized (
    delete from payment_deltas where merchant_id = $1 and environment = $2 and delta_id in (
      select delta_id from payment_deltas where merchant_id = $1 and environment = $2 order by delta_id limit $3
    ) returning *
  ), zoned as (
    select t.*, t.bucket as at, z.time_zone, z.traits from taken t join payment_zones z on z.merchant_id = $1 and z.environment = $2
    where z.time_zone <> '${ofAllTime}'
  ), totals as (
    insert into payment_totals (merchant_id, environment, currency, status, payment_method, channel_key, ${measures.join(', ')})
    select $1::uuid, $2, currency, status, payment_method, channel_key, ${sums}
    from taken group by currency, status, payment_method, channel_key having ${someLeft}
    order by currency, status, payment_method, channel_key
    on conflict (merchant_id, environment, currency, status, payment_method, channel_key) do update set ${added('payment_totals')}
  ), counted as (
    update payment_zones set payments = payments + (select sum(payments) from taken)
    where merchant_id = $1 and environment = $2 and time_zone = '${ofAllTime}' and exists (select 1 from taken)
  ), hours as (
    insert into payment_hours (merchant_id, environment, time_zone, currency, status, hour, ${measures.join(', ')})
    select $1::uuid, $2, time_zone, currency, status, date_trunc('hour', bucket, time_zone) as hour, ${sums}
    from zoned group by time_zone, currency, status, date_trunc('hour', bucket, time_zone) having ${someLeft}
    order by time_zone, currency, status, hour
    on conflict (merchant_id, environment, time_zone, currency, status, hour) do update set ${added('payment_hours')}
  ), days as (
    insert into payment_days (
      merchant_id, environment, time_zone, day, currency, status, payment_method, channel_key, ${measures.join(', ')}
    )
    select $1::uuid, $2, time_zone, (bucket at time zone time_zone)::date as day, currency, status, payment_method, channel_key, ${sums}
    from zoned group by time_zone, (bucket at time zone time_zone)::date, currency, status, payment_method, channel_key
    having ${someLeft}
    order by time_zone, day, currency, status, payment_method, channel_key
    on conflict (merchant_id, environment, time_zone, day, currency, status, payment_method, channel_key)
    do update set ${added('payment_days')}
  ), traits as (
    ${addTraits('(select * from zoned where traits) zoned')}
  ), stale as (
    update payment_zones set traits = false where merchant_id = $1 and environment = $2 and traits
      and exists (select 1 from taken where source is null)
  )
  select count(*) as taken, bool_or(source is null) as stale from taken`

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
      const [row] = await tx.query<{ taken: bigint; stale: boolean | null }>(rollUpStatement, [
        owner.merchantId,
        owner.environment,
        most,
      ])
      if (!row?.stale) await buildTraits(tx, owner)
      return Number(row?.taken)
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
