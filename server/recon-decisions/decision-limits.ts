import type { Input, Output } from '#contract/kit/call.ts'
import type * as contract from '#contract/recon-proposals.ts'
import { changesFrom } from '#server/kit/audit/audit-diff.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { shortest } from '#server/recon-files/show.ts'

type Limits = Output<typeof contract.readDecisionLimits>

export async function readLimits(ctx: Ctx): Promise<Limits> {
  const rows = await ctx.own.select('recon_decision_limits').selectAll().orderBy('currency').execute()
  return rows.map(({ currency, amount, notice_count, notice_amount, saved_by, saved_at }) => ({
    currency, amount: shortest(amount), notice_count, notice_amount: notice_amount === null ? null : shortest(notice_amount), saved_by, saved_at,
  }))
} // prettier-ignore

/** Saves what is given of a currency's limits. People are told anew when exceptions are above another limit. */
export async function saveLimit(ctx: Ctx, { currency, amount, notice_count, notice_amount }: Input<typeof contract.saveDecisionLimit>['body']): Promise<Limits> {
  const before = (await readLimits(ctx)).find((one) => one.currency === currency)
  const saved = {
    amount: amount ?? before?.amount ?? '0',
    notice_count: notice_count === undefined ? (before?.notice_count ?? null) : notice_count,
    notice_amount: notice_amount === undefined ? (before?.notice_amount ?? null) : notice_amount,
  }
  const isOther = saved.notice_count !== before?.notice_count || saved.notice_amount !== before?.notice_amount
  const row = { ...saved, saved_by: ctx.actor.name, saved_at: ctx.now, ...(isOther && { is_above: false }) }
  await ctx.own
    .insert('recon_decision_limits', { currency, ...row })
    .onConflict((on) => on.columns(['merchant_id', 'environment', 'currency']).doUpdateSet(row))
    .execute()
  ctx.auditSubject(currency, changesFrom({ ...(before ?? { amount: '0' }) }, saved))
  return readLimits(ctx)
} // prettier-ignore
