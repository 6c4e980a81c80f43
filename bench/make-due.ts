import { asOwner } from './as-owner.ts'

/** When subscriptions are to be due: evenly over so many seconds from a moment on. */
export interface Due {
  count: number
  from: Date
  seconds: number
}

/**
 * Moves so many weekly subscriptions of a merchant, from all over its table, so that their next period begins then, and returns their
 * references. Whatever else is due until an hour later counts as planned, so nothing but these is found.
 */
export async function makeDue(ownerUrl: string, merchantId: string, { count, from, seconds }: Due): Promise<string[]> {
  await asOwner(ownerUrl, `delete from pgboss.job where data->>'merchantId' = $1`, [merchantId])
  await asOwner(
    ownerUrl,
    `update subscriptions set planned = true where ${own} and next_act_at < $2::timestamptz + interval '2 hours' and not planned`,
    [merchantId, from],
  )
  const moved = await asOwner<{ order_ref: string }>(ownerUrl, move, [merchantId, from, seconds, count])
  if (moved.length < count) throw new Error(`only ${moved.length} subscriptions by the week`)
  return moved.map(({ order_ref }) => order_ref)
}

const own = `merchant_id = $1 and environment = 'sandbox'`
const move = `
  update subscriptions s set anchor = due - next_period * interval '7 days', next_due_at = due, next_act_at = due, period_end = due, planned = false
  from (
    select order_ref, $2::timestamptz + (row_number() over (order by order_ref) - 1) * $3::float8 / $4::int * interval '1 second' as due
    from subscriptions where ${own} and status = 'active' and period = 'W' and paused_at is null and not in_trial and next_try_at is null
    order by order_ref limit $4::int
  ) chosen
  where s.${own} and s.order_ref = chosen.order_ref
  returning s.order_ref`
