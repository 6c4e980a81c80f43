import type { ReconLeg } from '#contract/recon-outcomes.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { notify } from '#server/notifications/notify.ts'
import { keepBankCredits } from './bank-credits.ts'
import { closeReady } from './close-ready.ts'
import { settledIn, summed, sumNames, units } from './sums.ts'

/**
 * Brings the settlements of a pair up to date with what a run has changed, and closes those that are ready where the merchant wishes so. Called
 * once in the transaction of the run, after its outcomes are stored; a run of the bank leg says what the bank has.
 */
export async function keepSettlements(ctx: Ctx, run: { msmId: number; runNo: number; leg: ReconLeg }): Promise<void> {
  if (run.leg === 'bank') return keepBankCredits(ctx, run)
  const kept = await keepSums(ctx, run)
  if (kept.length === 0) return
  await keepBankCredits(ctx, { settlements: kept.map(({ settlement_id }) => settlement_id) })
  for (const { settlement_id, data_source, batch } of kept.filter(({ is_restated }) => is_restated))
    await notify(ctx, 'settlement_restated', { settlement_id, data_source, batch }, { once: `${settlement_id} ${run.runNo}` })
  await closeReady(ctx, run.msmId)
} // prettier-ignore

interface Kept {
  settlement_id: string
  data_source: string
  batch: string
  is_restated: boolean
}
/** A closed settlement keeps what it was closed with; that a file says something else of it is noted. */
async function keepSums(ctx: Ctx, { msmId, runNo }: { msmId: number; runNo: number }): Promise<Kept[]> {
  const { merchantId, environment } = ctx.owner
  return ctx.tx.query<Kept>(
    `with named as materialized (${changed(runNo)}),
      touched as (select $5::text as data_source, c.batch, c.account, c.currency from named c where c.batch <> ''
        union select s.data_source, s.batch, s.account, s.currency from settlements s
        where s.merchant_id = $1 and s.environment = $2 and s.msm_id = $3 and s.state = 'reopened'),
      sums as (${summed('touched')}),
      source as (select t.data_source, t.channel_key, a.category = 'PAYMENT_GATEWAY' and exists (select from payments p
          where p.merchant_id = $1 and p.environment = $2 and p.status = 'Success' and p.channel_key = t.channel_key) as is_booked
        from recon_sources t join recon_pairs r on r.merchant_id = $1 and r.environment = $2 and r.msm_id = $3
          join recon_sources a on a.merchant_id = $1 and a.environment = $2 and a.data_source = r.source_a
        where t.merchant_id = $1 and t.environment = $2 and t.data_source = r.source_b)
    insert into settlements as s (merchant_id, environment, settlement_id, msm_id, data_source, batch, account, currency, channel_key, state,
      ${sumNames.join(', ')}, is_booked, created_at, updated_at)
    select $1, $2, gen_random_uuid(), $3, t.data_source, n.batch, n.account, n.currency, t.channel_key, ${stateOf},
      ${sumNames.map((name) => `n.${name}`).join(', ')}, t.is_booked, $6, $6
    from sums n cross join source t left join ${units} u on u.unit = n.currency
    where n.lines > 0 or n.payout is not null or exists (select from settlements k where k.merchant_id = $1 and k.environment = $2 and k.msm_id = $3
      and k.batch = n.batch and k.account = n.account and k.currency = n.currency)
    on conflict (merchant_id, environment, msm_id, batch, account, currency) do update set version = s.version + 1, updated_at = $6,
      state = case when s.state = 'closed' then s.state else excluded.state end,
      restated_at = case when s.state = 'closed' then $6 end, is_booked = case when s.state = 'closed' then s.is_booked else excluded.is_booked end,
      ${sumNames.map((name) => `${name} = case when s.state = 'closed' then s.${name} else excluded.${name} end`).join(', ')}
    where s.state = 'reopened' or s.state <> 'closed' and ${differs([...sumNames, 'state'])}
      or s.state = 'closed' and s.restated_at is null and ${differs(['lines', 'computed', 'payout'])}
    returning s.settlement_id, s.data_source, s.batch, s.restated_at is not null as is_restated`,
    [merchantId, environment, msmId, runNo, await sourceOf(ctx, msmId), ctx.now],
  )
} // prettier-ignore

const differs = (names: readonly string[]): string =>
  `(${names.map((name) => `s.${name}`).join(', ')}) is distinct from (${names.map((name) => `excluded.${name}`).join(', ')})`
/** Half to even, half a unit is nothing. */
const stateOf = `case when n.payout is null then 'incomplete' when abs(n.proof) <= 0.5 / power(10::numeric, coalesce(u.exponent, 2)) then 'proven' else 'unproven' end`

/** The batches of which a run says something else than the one before. Indexes: recon_outcomes_begun, recon_outcomes_ended. */
function changed(runNo: number): string {
  const lines = (which: string) =>
    `select distinct o.batch, o.account_id as account, ${settledIn('o')} as currency from recon_outcomes o
     where o.merchant_id = $1 and o.environment = $2 and o.msm_id = $3 and o.side = 'b' and ${which}`
  if (runNo === 1) return lines('o.from_run = $4')
  return `${lines('o.from_run = $4 and o.from_run > 1')} union ${lines('o.until_run = $4 and o.until_run < 2147483647')}`
}

const sourceOf = async (ctx: Ctx, msmId: number): Promise<string> =>
  (await ctx.own.select('recon_pairs').select('source_b').where('msm_id', '=', msmId).executeTakeFirstOrThrow())
    .source_b
