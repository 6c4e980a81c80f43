import type { LimitOf } from '#contract/payout-limits.ts'
import type { Currency } from '#contract/kit/money.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import type { OwnRow } from '#server/kit/db/own.ts'

/** A limit as it is kept. An empty subject is each that has no limit of its own. */
export interface Limit {
  limit_of: LimitOf
  subject: string
  currency: Currency
  payout_minor: bigint | null
  day_minor: bigint | null
  month_minor: bigint | null
}

const settings = (ctx: Ctx) => ctx.own.select('payout_limit_settings').select(['version', 'updated_by', 'updated_at'])

/** The settings of the limits; undefined while there have been none. Index: primary key. */
export const readSettings = (ctx: Ctx) => settings(ctx).executeTakeFirst()

/**
 * The same, made where they are not, and locked until the commit. Whoever counts or changes limits comes through here first, so that of
 * two at once the later one sees what the earlier has done. The order everywhere: payouts, then limits, then virtual accounts.
 */
export async function lockSettings(ctx: Ctx) {
  const found = await settings(ctx).forUpdate().executeTakeFirst()
  if (found) return found
  await ctx.own
    .insert('payout_limit_settings', { version: 0, updated_at: ctx.now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return settings(ctx).forUpdate().executeTakeFirstOrThrow()
}

/** All limits, by what they are of. Index: primary key. */
export const listLimits = (ctx: Ctx): Promise<Limit[]> =>
  ctx.own
    .select('payout_limits')
    .select(['limit_of', 'subject', 'currency', 'payout_minor', 'day_minor', 'month_minor'])
    .orderBy('limit_of')
    .orderBy('subject')
    .orderBy('currency')
    .execute()

/** Puts limits in the place of all former ones. The caller has locked the settings. */
export function replaceLimits(ctx: Ctx, limits: readonly OwnRow<'payout_limits'>[], version: number): void {
  ctx.write(ctx.own.delete('payout_limits'))
  if (limits.length > 0) ctx.write(ctx.own.insert('payout_limits', limits))
  ctx.write(ctx.own.update('payout_limit_settings').set({ version, updated_by: ctx.actor.name, updated_at: ctx.now }))
}
