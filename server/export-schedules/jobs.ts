import { z } from 'zod'
import { nextDue } from '#contract/export-times.ts'
import { Fault } from '#contract/faults.ts'
import { environment } from '#contract/kit/wire.ts'
import { limits } from '#contract/limits.ts'
import { exporterOf } from '#server/exports/exporter.ts'
import { permitted, queueExport } from '#server/exports/prepare.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { job, type Job } from '#server/kit/jobs/jobs.ts'
import { notify } from '#server/notifications/notify.ts'
import { changeSchedule, findSchedule, listDue, type FoundSchedule } from './queries.ts'
import { askedAt, zoneOf } from './schedule.ts'

const data = z.object({ merchantId: z.uuid(), environment, scheduleId: z.string() })
type Data = z.infer<typeof data>

/**
 * Makes the exports of a schedule that are due, each once: after a time without a worker one for each moment that has passed. What
 * would be removed by now is left out. A job that comes too early, or after a change of the schedule, finds nothing due.
 */
export const runExportSchedule: Job<Data> = job<Data>({
  name: 'run-export-schedule',
  data,
  overdue: { key: 'scheduleId', list: listDue },
  async work(ctx, { scheduleId }) {
    const row = await findSchedule(ctx, scheduleId, { lock: true })
    if (row?.status !== 'active' || !row.next_at || row.next_at > ctx.now) return
    const timeZone = await zoneOf(ctx, row)
    const reason = await lostRight(ctx, row, timeZone)
    if (reason) return pause(ctx, row, reason)
    const oldest = new Date(ctx.now.getTime() - limits.exportDays * 86_400_000)
    let due = row.next_at > oldest ? row.next_at : nextDue(row, oldest, timeZone)
    let last = row.last_at
    for (; due <= ctx.now; due = nextDue(row, due, timeZone)) {
      const { created_by, created_by_id, recipients: shared_with, name: schedule } = row
      const making = { created_by, created_by_id, shared_with, schedule, schedule_id: scheduleId, due_at: due }
      queueExport(ctx, askedAt(row, due, timeZone), making)
      last = due
    }
    changeSchedule(ctx, scheduleId, { next_at: due, last_at: last })
    ctx.enqueue(runExportSchedule, { scheduleId }, { after: due })
  },
})

/** Why the author may not export it any more; null while they may. */
async function lostRight(ctx: Ctx, row: FoundSchedule, timeZone: string): Promise<'no_right' | 'gone' | null> {
  const user = await exporterOf(ctx, row.created_by_id)
  if (!user) return 'no_right'
  try {
    await permitted(ctx, user, askedAt(row, row.next_at ?? ctx.now, timeZone))
    return null
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    return error.fault === 'denied' ? 'no_right' : 'gone'
  }
}

/** Pauses it, and says so to its author and to whom its files were for. */
async function pause(ctx: Ctx, row: FoundSchedule, reason: 'no_right' | 'gone'): Promise<void> {
  changeSchedule(ctx, row.schedule_id, { status: 'paused', reason, next_at: null })
  for (const to of new Set([row.created_by_id, ...row.recipients]))
    await notify(ctx, 'export_schedule_paused', { schedule: row.name }, { to })
}
