import type { Owner } from '#server/kit/ctx.ts'
import type { Transaction } from '#server/kit/db/db.ts'
import { ofAllTime } from './build.ts'
import { addTraits, summedTraits, traitMeasures } from './measures.ts'

/**
 * Builds the days of traits of each zone that lacks them, from the payments less the deltas that are not yet rolled up. It
 * lacks them when it is new, and when an older version, which knows no traits, has written deltas. The caller holds the lock
 * of `rollUpDeltas`.
 */
export async function buildTraits(tx: Transaction, { merchantId, environment }: Owner): Promise<void> {
  const zones = await tx.query<{ time_zone: string }>(
    `select time_zone from payment_zones
     where merchant_id = $1 and environment = $2 and time_zone <> '${ofAllTime}' and not traits`,
    [merchantId, environment],
  )
  for (const { time_zone } of zones)
    for (const statement of [empty, build, note]) await tx.query(statement, [merchantId, environment, time_zone])
}

const ofZone = 'merchant_id = $1 and environment = $2 and time_zone = $3'
const empty = `delete from payment_trait_days where ${ofZone}`
const note = `update payment_zones set traits = true where ${ofZone}`
const columns = ['currency', 'status', 'payment_method', ...summedTraits].join(', ')
const build = addTraits(`(
    select merchant_id, environment, $3::text as time_zone, created_at as at, ${columns}, ${traitMeasures.join(', ')} from payment_measures
    where merchant_id = $1 and environment = $2
    union all
    select merchant_id, environment, $3::text, bucket, ${columns}, ${traitMeasures.map((name) => `-${name}`).join(', ')} from payment_deltas
    where merchant_id = $1 and environment = $2
  ) counted`)
