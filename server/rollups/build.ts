import type { Owner } from '#server/kit/ctx.ts'
import type { Transaction } from '#server/kit/db/db.ts'
import { added, measures, someLeft, sums } from './measures.ts'

/** The entry among a merchant's zones for its totals, which depend on no time zone. */
export const ofAllTime = ''

/** The zones whose roll-ups a merchant lacks: those of a new merchant, or of one whose time zone has changed. */
export async function missingZones(tx: Transaction, { merchantId, environment }: Owner): Promise<string[]> {
  const [wanted, built] = await Promise.all([
    tx.query<{ time_zone: string }>('select time_zone from zones_of($1)', [merchantId]),
    tx.query<{ time_zone: string }>('select time_zone from payment_zones where merchant_id = $1 and environment = $2', [
      merchantId,
      environment,
    ]),
  ])
  const have = new Set(built.map(({ time_zone }) => time_zone))
  return [...new Set([...wanted.map(({ time_zone }) => time_zone), ofAllTime])].filter((zone) => !have.has(zone))
}

/**
 * Builds the totals, or the hours and days of a zone, from the payments, less the deltas that are not yet rolled up. It
 * takes a month at a time in one statement, so payments and deltas are of one snapshot, and later changes come as deltas.
 * The caller holds the lock of `rollUpDeltas`, so that no delta is rolled up meanwhile.
 */
export async function buildZone(tx: Transaction, owner: Owner, timeZone: string): Promise<void> {
  const own = [owner.merchantId, owner.environment]
  const [range] = await tx.query<{ from: Date | null; to: Date }>(
    `select min(created_at) as from, max(created_at) as to from payments where merchant_id = $1 and environment = $2`,
    own,
  )
  if (range?.from)
    for (let from = startOfMonth(range.from); from <= range.to.getTime(); from += monthMs) {
      const values = [...own, timeZone, new Date(from), new Date(from + monthMs)]
      if (timeZone === ofAllTime) await tx.query(buildTotals, values)
      else {
        await tx.query(buildHours, values)
        await tx.query(buildDays, values)
      }
    }
  const [all] = timeZone === ofAllTime ? await tx.query<{ payments: bigint }>(countAll, own) : []
  await tx.query(noteZone, [...own, timeZone, all?.payments ?? 0n])
}
/** Records that a zone is built; with the totals, also their number of payments. */
const noteZone = `
  insert into payment_zones (merchant_id, environment, time_zone, since, payments) values ($1, $2, $3, now(), $4)`
const countAll = `
  select coalesce(sum(payments), 0)::bigint as payments from payment_totals where merchant_id = $1 and environment = $2`
const monthMs = 30 * 86_400_000
/** The limits lie on quarters of an hour, as those of deltas do, so that payments and deltas are cut at the same moments. */
const startOfMonth = (moment: Date) => Math.floor(moment.getTime() / monthMs) * monthMs

const negative = measures.map((name) => `-${name}`).join(', ')
const within = (column: string) => `${column} >= $4::timestamptz and ${column} < $5::timestamptz`
const rest = `(
    select merchant_id, environment, created_at as at, currency, status, payment_method, channel_key, ${measures.join(', ')} from payment_measures
    where merchant_id = $1 and environment = $2 and ${within('created_at')}
    union all
    select merchant_id, environment, bucket, currency, status, payment_method, channel_key, ${negative} from payment_deltas
    where merchant_id = $1 and environment = $2 and ${within('bucket')}
  ) p`
const buildTotals = `
  insert into payment_totals (merchant_id, environment, currency, status, payment_method, channel_key, ${measures.join(', ')})
  select merchant_id, environment, currency, status, payment_method, channel_key, ${sums} from ${rest}
  where $3::text = '${ofAllTime}' group by 1, 2, 3, 4, 5, 6 having ${someLeft}
  on conflict (merchant_id, environment, currency, status, payment_method, channel_key) do update set ${added('payment_totals')}`
const buildHours = `
  insert into payment_hours (merchant_id, environment, time_zone, currency, status, hour, ${measures.join(', ')})
  select merchant_id, environment, $3::text, currency, status, date_trunc('hour', at, $3), ${sums} from ${rest} group by 1, 2, 4, 5, 6 having ${someLeft}
  on conflict (merchant_id, environment, time_zone, currency, status, hour) do update set ${added('payment_hours')}`
const buildDays = `
  insert into payment_days (
    merchant_id, environment, time_zone, day, currency, status, payment_method, channel_key, ${measures.join(', ')}
  )
  select merchant_id, environment, $3::text, (at at time zone $3)::date, currency, status, payment_method, channel_key, ${sums}
  from ${rest} group by 1, 2, 4, 5, 6, 7, 8 having ${someLeft}
  on conflict (merchant_id, environment, time_zone, day, currency, status, payment_method, channel_key)
  do update set ${added('payment_days')}`
