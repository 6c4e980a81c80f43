import type { Input, Output } from '#contract/kit/call.ts'
import type { summariseFees } from '#contract/fee-checks.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { expectChannel } from './channel.ts'

type Sum = Output<typeof summariseFees>[number]

/** Sums of what was charged and expected; the largest overcharge first. Index: fee_checks_newest. */
export async function summarise(
  ctx: Ctx,
  { from, to, payment_channel_key: channel }: Input<typeof summariseFees>['body'],
) {
  if (channel !== undefined) await expectChannel(ctx, channel)
  const { merchantId, environment } = ctx.owner
  const rows = await ctx.tx.query<Sum & Record<'records' | 'checked' | 'mismatches', bigint>>(sums, [
    merchantId, environment, from ?? null, to ?? null, channel ?? null,
  ]) // prettier-ignore
  return rows.map((row): Sum => ({
    ...row,
    records: Number(row.records),
    checked: Number(row.checked),
    mismatches: Number(row.mismatches),
  }))
}

const sumWhere = (what: string, where: string) => `trim_scale(coalesce(sum(${what}) filter (where ${where}), 0))::text`
const isChecked = `c.plan_id is not null and c.outcome in ('exact', 'within', 'mismatch')`
const isOver = `c.outcome = 'mismatch' and c.difference > 0`
const sums = `select c.channel_key as payment_channel_key, c.txn_type, c.payment_method, c.currency, count(*) as records,
    count(*) filter (where ${isChecked}) as checked, count(*) filter (where c.outcome = 'mismatch') as mismatches,
    trim_scale(sum(c.charged_fee + c.charged_tax))::text as charged,
    ${sumWhere('c.expected_fee + c.expected_tax', isChecked)} as expected, ${sumWhere('c.difference', isOver)} as over,
    ${sumWhere('-c.difference', `c.outcome = 'mismatch' and c.difference < 0`)} as under,
    ${sumWhere('c.difference', `c.outcome = 'within'`)} as within, trim_scale(sum(c.passed_on))::text as passed_on,
    ${sumWhere('c.difference', `${isOver} and k.state in ('open', 'sent')`)} as claimed,
    ${sumWhere('c.difference', `${isOver} and k.state = 'recovered'`)} as recovered
  from fee_checks c
    left join fee_claims k on k.merchant_id = $1 and k.environment = $2 and k.claim_ref = c.claim_ref
  where c.merchant_id = $1 and c.environment = $2 and ($3::timestamptz is null or c.at >= $3)
    and ($4::timestamptz is null or c.at < $4) and ($5::text is null or c.channel_key = $5)
  group by c.channel_key, c.txn_type, c.payment_method, c.currency
  order by sum(c.difference) filter (where ${isOver}) desc nulls last, 1, 2, 3, 4`
