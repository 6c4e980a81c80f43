import { rules } from '#contract/access.ts'
import { limits } from '#contract/limits.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import type { OwnRow } from '#server/kit/db/own.ts'

/** Those of the owner by name. Index: alerts_name. */
export const listRows = (ctx: Ctx) =>
  ctx.own.select('alerts').selectAll().orderBy('name').limit(limits.alerts).execute()
export type AlertRow = Awaited<ReturnType<typeof listRows>>[number]

/** An alert; undefined when absent or not the owner's. With `lock` its row is locked until the commit. Index: primary key. */
export function findAlert(ctx: Ctx, alertId: string, { lock = false } = {}): Promise<AlertRow | undefined> {
  const question = ctx.own.select('alerts').selectAll().where('alert_id', '=', alertId)
  return (lock ? question.forUpdate() : question).executeTakeFirst()
}

/**
 * The alerts that are to be checked, their rows locked until the commit: of two checks at once the later one finds them checked.
 * Index: alerts_due.
 */
export const lockDue = (ctx: Ctx): Promise<AlertRow[]> =>
  ctx.own.select('alerts').selectAll().where('next_at', '<=', ctx.now).orderBy('alert_id').forUpdate().execute()

/** When the next alert is to be checked; undefined without one that is on. Index: alerts_due. */
export async function nextCheck(ctx: Ctx): Promise<Date | undefined> {
  const row = await ctx.own
    .select('alerts')
    .select('next_at')
    .where('next_at', 'is not', null)
    .orderBy('next_at')
    .limit(1)
    .executeTakeFirst()
  return row?.next_at ?? undefined
}

/** Whether a check has been due since before. Index: alerts_due. */
export async function isOverdue(ctx: Ctx, since: Date): Promise<boolean> {
  const row = await ctx.own.select('alerts').select('alert_id').where('next_at', '<', since).limit(1).executeTakeFirst()
  return row !== undefined
}

export const insertAlert = (ctx: Ctx, row: OwnRow<'alerts'>): void => ctx.write(ctx.own.insert('alerts', row))

/** Changes an alert whose row the caller has locked. */
export const changeAlert = (ctx: Ctx, alertId: string, set: Partial<OwnRow<'alerts'>>): void =>
  ctx.write(
    ctx.own
      .update('alerts')
      .set(set as object)
      .where('alert_id', '=', alertId),
  )

export const removeAlert = (ctx: Ctx, alertId: string): void =>
  ctx.write(ctx.own.delete('alerts').where('alert_id', '=', alertId))

/** The active users who may see the dashboard, by name. A query by hand: it compares lists of roles. Index: primary key. */
export const listPeople = (ctx: Ctx) =>
  ctx.tx.query<{ sub_user_id: string; name: string }>(
    `select sub_user_id, name from sub_users where merchant_id = $1 and is_active and roles && $2::text[] order by name, sub_user_id`,
    [ctx.owner.merchantId, rules.dashboard.who],
  )
