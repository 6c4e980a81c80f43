import { sql, type SqlBool } from 'kysely'
import type { Ctx } from '#server/kit/ctx.ts'
import { amountWithCurrency } from '#server/fees/amounts.ts'
import { notify } from '#server/notifications/notify.ts'
import { shortest } from '#server/recon-files/show.ts'
import type { FoundRun } from './queries.ts'
import { holds } from './tell.ts'

/**
 * Tells people of what should have been settled by the day of a run, or be in the bank, and is not: once for each day on which something of it
 * was due. Index: recon_outcomes_due.
 */
export async function tellLate(ctx: Ctx, run: FoundRun): Promise<void> {
  const { msm_id, run_id, as_of } = run
  const late = await ctx.own
    .select('recon_outcomes')
    .select([sql<string>`count(*)::text`.as('count'), sql<string | null>`max(due_on)::text`.as('day')])
    .where('msm_id', '=', msm_id)
    .where('until_run', '=', holds)
    .where('side', '=', 'a')
    .where('due_on', '<', as_of)
    .where('status', '=', 'missing_in_settlement')
    .where('is_open', '=', true)
    .executeTakeFirst()
  if (!late?.day) return
  const { leg, source_a: source } = await ctx.own
    .select('recon_pairs')
    .select(['leg', 'source_a'])
    .where('msm_id', '=', msm_id)
    .executeTakeFirstOrThrow()
  const [facts, how] = [{ source, day: late.day, run_id }, { once: `${msm_id} ${late.day}` }]
  if (leg === 'bank') await notify(ctx, 'recon_payout_late', { ...facts, payouts: late.count }, how)
  else await notify(ctx, 'recon_settlement_late', { ...facts, transactions: late.count }, how)
}

/**
 * Tells people when the open exceptions of a currency have come above the count or the sum that they have set: once until they are below both
 * again. Index: recon_outcomes_open.
 */
export async function tellAbove(ctx: Ctx): Promise<void> {
  const limits = await ctx.own
    .select('recon_decision_limits')
    .select(['currency', 'is_above'])
    .where(sql<SqlBool>`(notice_count is not null or notice_amount is not null)`)
    .forUpdate()
    .execute()
  if (limits.length === 0) return
  const { merchantId, environment } = ctx.owner
  const rows = await ctx.tx.query<{ currency: string; count: string; amount: string; is_above: boolean }>(
    `select l.currency, coalesce(o.count, 0)::text as count, coalesce(o.amount, 0)::text as amount,
       coalesce(o.count > l.notice_count, false) or coalesce(o.amount > l.notice_amount, false) as is_above
     from recon_decision_limits l left join (
       select coalesce(nullif(currency, ''), net_currency) as currency, count(*) as count, sum(${sizeOf}) as amount from recon_outcomes
       where merchant_id = $1 and environment = $2 and until_run = ${holds} and is_open and is_lead group by 1) o on o.currency = l.currency
     where l.merchant_id = $1 and l.environment = $2`,
    [merchantId, environment],
  )
  const known = new Map(limits.map((one) => [one.currency, one.is_above]))
  for (const { currency, count, amount, is_above: isAbove } of rows) {
    if (!known.has(currency) || known.get(currency) === isAbove) continue
    await ctx.own.update('recon_decision_limits').set({ is_above: isAbove }).where('currency', '=', currency).execute()
    const facts = { currency, exceptions: count, amount: amountWithCurrency(shortest(amount), currency) }
    if (isAbove) await notify(ctx, 'recon_exceptions_above', facts)
  }
}
/** What an exception is about: all of a record alone, else its differences. */
const sizeOf = `case when status in ('missing_in_settlement', 'missing_in_transactions', 'duplicate') then abs(coalesce(gross, net, 0))
  else abs(amount_off) + abs(fee_off) + abs(tax_off) end`
