import type { Ctx } from '#server/kit/ctx.ts'
import { holds, settledIn } from './sums.ts'

/** Which settlements: those of which a run of the bank leg says something else, or some. */
type Which = { msmId: number; runNo: number } | { settlements: readonly string[] }

/** Keeps what the bank has of payouts, as the bank leg says: also of closed settlements, which are paid later than they are closed. Indexes: recon_outcomes_of_batch, recon_outcomes_of_group. */
export async function keepBankCredits(ctx: Ctx, which: Which): Promise<void> {
  const { merchantId, environment } = ctx.owner
  const isOfRun = 'runNo' in which
  const those = isOfRun
    ? `(s.data_source, s.batch) in (select o.data_source, o.batch from recon_outcomes o where o.merchant_id = $1 and o.environment = $2
        and o.msm_id = $3 and o.side = 'a' and o.batch <> '' and (o.from_run = $4 or o.until_run = $4))`
    : 's.settlement_id = any ($3::uuid[])'
  await ctx.tx.query(
    `with named as materialized (select s.settlement_id, s.data_source, s.batch, s.account, s.currency from settlements s
        where s.merchant_id = $1 and s.environment = $2 and ${those}),
      bank as (select n.settlement_id, b.credit, b.booked_on from named n cross join lateral (
        select sum(c.gross) as credit, max(coalesce(c.booked_on, c.day)) as booked_on
        from recon_outcomes p join recon_outcomes c on c.merchant_id = $1 and c.environment = $2 and c.msm_id = p.msm_id and c.group_id = p.group_id
          and c.side = 'b' and c.${holds}
        where p.merchant_id = $1 and p.environment = $2 and p.data_source = n.data_source and p.batch = n.batch collate "default" and p.batch <> ''
          and p.account_id = n.account and p.side = 'a' and p.type = 'payout' and ${settledIn('p')} = n.currency and p.${holds}) b)
    update settlements s set bank_credit = b.credit, bank_on = b.booked_on from bank b
    where s.merchant_id = $1 and s.environment = $2 and s.settlement_id = b.settlement_id
      and (s.bank_credit, s.bank_on) is distinct from (b.credit, b.booked_on)`,
    isOfRun ? [merchantId, environment, which.msmId, which.runNo] : [merchantId, environment, which.settlements],
  )
}
