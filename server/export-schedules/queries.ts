import { exportScheduleStates } from '#contract/export-schedules.ts'
import { limits } from '#contract/limits.ts'
import { noteChange } from '#server/kit/audit/audit.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import type { OwnRow } from '#server/kit/db/own.ts'

/** Those of the owner by name; with an author, theirs. Index: export_schedules_name. */
export function listSchedules(ctx: Ctx, authorId: string | null) {
  const all = ctx.own.select('export_schedules').selectAll().orderBy('name').limit(limits.exportSchedules)
  return (authorId === null ? all : all.where('created_by_id', '=', authorId)).execute()
}

/** A schedule; undefined when absent or not the owner's. With `lock` its row is locked until the commit. Index: primary key. */
export function findSchedule(ctx: Ctx, scheduleId: string, { lock = false } = {}) {
  const question = ctx.own.select('export_schedules').selectAll().where('schedule_id', '=', scheduleId)
  return (lock ? question.forUpdate() : question).executeTakeFirst()
}
export type FoundSchedule = NonNullable<Awaited<ReturnType<typeof findSchedule>>>

export async function countSchedules(ctx: Ctx): Promise<number> {
  const rows = await ctx.own.select('export_schedules').select('schedule_id').limit(limits.exportSchedules).execute()
  return rows.length
}

export function insertSchedule(ctx: Ctx, row: OwnRow<'export_schedules'> & { schedule_id: string }): void {
  noteChange(ctx, 'export', row.schedule_id)
  ctx.write(ctx.own.insert('export_schedules', row))
}

/** Changes a schedule whose row the caller has locked. */
export function changeSchedule(ctx: Ctx, scheduleId: string, set: Partial<OwnRow<'export_schedules'>>): void {
  noteChange(ctx, 'export', scheduleId)
  ctx.write(
    ctx.own
      .update('export_schedules')
      .set(set as object)
      .where('schedule_id', '=', scheduleId),
  )
}

export function removeSchedule(ctx: Ctx, scheduleId: string): void {
  noteChange(ctx, 'export', scheduleId)
  ctx.write(ctx.own.delete('export_schedules').where('schedule_id', '=', scheduleId))
}

/** Schedules that were due before. Index: export_schedules_due. */
export async function listDue(ctx: Ctx, since: Date): Promise<{ scheduleId: string }[]> {
  const rows = await ctx.own
    .select('export_schedules')
    .select('schedule_id')
    .where('status', '=', exportScheduleStates.actions.resume.to)
    .where('next_at', '<', since)
    .limit(100)
    .execute()
  return rows.map(({ schedule_id: scheduleId }) => ({ scheduleId }))
}

/** The names of users of the owner. Index: primary key. */
export async function namesOf(ctx: Ctx, subUserIds: readonly string[]): Promise<Map<string, string>> {
  if (subUserIds.length === 0) return new Map()
  const rows = await ctx.own
    .select('sub_users')
    .select(['sub_user_id', 'name'])
    .where('sub_user_id', 'in', subUserIds)
    .execute()
  return new Map(rows.map(({ sub_user_id, name }) => [sub_user_id, name]))
}
