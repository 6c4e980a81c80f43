import { z } from 'zod'
import { environment } from '#contract/kit/wire.ts'
import { job } from '#server/kit/jobs/jobs.ts'

/** Takes the counts of changes away and adds them to the sums, in one transaction: of two at once, one finds none. */
export const rollUpSubscriptions = job({
  name: 'roll-up-subscriptions',
  data: z.object({ merchantId: z.uuid(), environment, all: z.literal('all') }),
  overdue: {
    key: 'all',
    async list(ctx) {
      const row = await ctx.own.select('subscription_deltas').select('delta_id').limit(1).executeTakeFirst()
      return row ? [{ all: 'all' as const }] : []
    },
  },
  async work(ctx) {
    const owner = [ctx.owner.merchantId, ctx.owner.environment]
    const [taken] = await ctx.tx.query<{ deltas: bigint }>(addUp, [...owner, deltasMost])
    if (Number(taken?.deltas) === deltasMost) ctx.enqueue(rollUpSubscriptions, { all: 'all' })
  },
})
/** That one job takes. */
const deltasMost = 20_000

const addUp = `with taken as (
    delete from subscription_deltas where merchant_id = $1 and environment = $2 and delta_id in (
      select delta_id from subscription_deltas where merchant_id = $1 and environment = $2 order by delta_id limit $3
    ) returning *
  ), sums as (
    insert into subscription_sums as s (merchant_id, environment, price_ref, currency, period, frequency, subscriptions, active, past_due,
      past_due_minor, recurring_minor, collected_minor)
    select merchant_id, environment, price_ref, currency, period, frequency, sum(subscriptions), sum(active), sum(past_due),
      sum(past_due_minor), sum(recurring_minor), sum(collected_minor)
    from taken group by merchant_id, environment, price_ref, currency, period, frequency
    on conflict (merchant_id, environment, price_ref, currency, period, frequency) do update set
      subscriptions = s.subscriptions + excluded.subscriptions, active = s.active + excluded.active,
      past_due = s.past_due + excluded.past_due, past_due_minor = s.past_due_minor + excluded.past_due_minor,
      recurring_minor = s.recurring_minor + excluded.recurring_minor, collected_minor = s.collected_minor + excluded.collected_minor
  ), days as (
    insert into subscription_days as d (merchant_id, environment, currency, day, began, lost, recovered, recovered_minor)
    select merchant_id, environment, currency, day, sum(began), sum(lost), sum(recovered), sum(recovered_minor)
    from taken where began <> 0 or lost <> 0 or recovered <> 0 group by merchant_id, environment, currency, day
    on conflict (merchant_id, environment, currency, day) do update set
      began = d.began + excluded.began, lost = d.lost + excluded.lost, recovered = d.recovered + excluded.recovered,
      recovered_minor = d.recovered_minor + excluded.recovered_minor
  )
  select count(*) as deltas from taken`
