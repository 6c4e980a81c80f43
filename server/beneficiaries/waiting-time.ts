import { limits } from '#contract/limits.ts'
import { changesFrom } from '#server/kit/audit/audit-diff.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { memo } from '#server/kit/db/memo.ts'

/** How long nothing is paid to a new or changed account: the merchant's own setting, else 24 hours in live mode. */
export const waitingHours = (ctx: Ctx): Promise<number> =>
  memo(ctx, `waiting-hours ${ctx.owner.merchantId} ${ctx.owner.environment}`, async () => {
    const row = await ctx.own.select('beneficiary_settings').select('waiting_hours').executeTakeFirst()
    return row?.waiting_hours ?? (ctx.owner.environment === 'live' ? limits.accountWaitHours : 0)
  })

/** Until when a new or changed account waits; null for not at all. */
export async function waitsUntil(ctx: Ctx): Promise<Date | null> {
  const hours = await waitingHours(ctx)
  return hours === 0 ? null : new Date(ctx.now.getTime() + hours * 3_600_000)
}

export async function readWaitingTime(ctx: Ctx) {
  const row = await ctx.own.select('beneficiary_settings').select('updated_at').executeTakeFirst()
  return { hours: await waitingHours(ctx), updated_at: row?.updated_at ?? null }
}

/** Sets the time for accounts that are new or changed from now on. */
export async function updateWaitingTime(ctx: Ctx, hours: number) {
  const before = await waitingHours(ctx)
  await ctx.own
    .insert('beneficiary_settings', { waiting_hours: hours, updated_at: ctx.now })
    .onConflict((conflict) =>
      conflict.columns(['merchant_id', 'environment']).doUpdateSet({ waiting_hours: hours, updated_at: ctx.now }),
    )
    .execute()
  ctx.auditSubject(ctx.owner.merchantId, changesFrom({ waiting_hours: before }, { waiting_hours: hours }))
  return { hours, updated_at: ctx.now }
}
