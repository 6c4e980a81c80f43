import type { SettlementState } from '#contract/settlement-states.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { listSources } from '#server/recon-sources/sources.ts'
import { settledIn, summed, sumNames, units } from './sums.ts'

/** What the lines of a batch come to, in one currency and account. */
interface ChangedBatch {
  data_source: string
  channel_key: string
  batch: string
  account: string
  currency: string
  state: SettlementState
  is_booked: boolean
  first_on: string | null
  last_on: string | null
  lines: number
  open: number
  gross: string
  refunds: string
  chargebacks: string
  fees: string
  tax: string
  passed_on: string
  adjustments: string
  computed: string
  payout: string | null
  proof: string | null
}

/** The batches of which a run says something else than the one before, and those that were reopened. */
export async function changedBatches(ctx: Ctx, { msmId, runNo }: { msmId: number; runNo: number }): Promise<ChangedBatch[]> {
  const { merchantId, environment } = ctx.owner
  const { source_a: a, source_b: b } = await ctx.own.select('recon_pairs').select(['source_a', 'source_b']).where('msm_id', '=', msmId).executeTakeFirstOrThrow()
  const sources = await listSources(ctx)
  const channelKey = sources.find(({ data_source }) => data_source === b)?.channel_key ?? ''
  const isOwn = sources.find(({ data_source }) => data_source === a)?.category === 'PAYMENT_GATEWAY'
  const found = await ctx.tx.query<Omit<ChangedBatch, 'data_source' | 'channel_key' | 'is_booked'>>(
    `with named as materialized (${changed(runNo)}),
      touched as (select $5::text as data_source, c.batch, c.account, c.currency from named c where c.batch <> ''
        union select s.data_source, s.batch, s.account, s.currency from settlements s
        where s.merchant_id = $1 and s.environment = $2 and s.msm_id = $3 and s.state = 'reopened'),
      sums as (${summed('touched')})
    select n.batch, n.account, n.currency, ${sumNames.map((name) => `n.${name}`).join(', ')}, ${stateOf} as state
    from sums n left join ${units} u on u.unit = n.currency order by n.batch, n.account, n.currency`,
    [merchantId, environment, msmId, runNo, b],
  )
  if (found.length === 0) return []
  const isBooked = isOwn && (await hasCaptured(ctx, channelKey))
  return found.map((batch) => ({ ...batch, data_source: b, channel_key: channelKey, is_booked: isBooked }))
} // prettier-ignore

/** Payments of the channel were booked here. Index: that of payments by channel. */
const hasCaptured = async (ctx: Ctx, channelKey: string): Promise<boolean> =>
  (await ctx.own
    .select('payments')
    .select('order_ref')
    .where('status', '=', 'Success')
    .where('channel_key', '=', channelKey)
    .limit(1)
    .executeTakeFirst()) !== undefined

/** Half to even: half a unit is nothing. */
const stateOf = `case when n.payout is null then 'incomplete' when abs(n.proof) <= 0.5 / power(10::numeric, coalesce(u.exponent, 2)) then 'proven' else 'unproven' end`

/** Indexes: recon_outcomes_begun, recon_outcomes_ended. */
function changed(runNo: number): string {
  const lines = (which: string) =>
    `select distinct o.batch, o.account_id as account, ${settledIn('o')} as currency from recon_outcomes o
     where o.merchant_id = $1 and o.environment = $2 and o.msm_id = $3 and o.side = 'b' and ${which}`
  if (runNo === 1) return lines('o.from_run = $4')
  return `${lines('o.from_run = $4 and o.from_run > 1')} union ${lines('o.until_run = $4 and o.until_run < 2147483647')}`
}
