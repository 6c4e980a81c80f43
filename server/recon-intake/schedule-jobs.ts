import { z } from 'zod'
import { environment, timestampText } from '#contract/kit/wire.ts'
import { nextExpected, nextLook } from '#contract/recon-times.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { workingDays } from '#server/recon-calendar/working-days.ts'
import { job, type Job } from '#server/kit/jobs/jobs.ts'
import { notify } from '#server/notifications/notify.ts'
import { hasCome } from './bring-in.ts'
import { pullReconFiles } from './pull-job.ts'
import { changeSchedule, expectChannel, findSchedule } from './queries.ts'

const data = z.object({ merchantId: z.uuid(), environment, source: z.string() })
type Data = z.infer<typeof data>

/** Has a folder looked at when its time has come, once, however many times have passed without a worker. */
export const runReconSchedule: Job<Data> = job<Data>({
  name: 'run-recon-schedule',
  data,
  overdue: { key: 'source', list: (ctx, since) => listDue(ctx, 'next_look_at', since) },
  async work(ctx, { source }) {
    const row = await findSchedule(ctx, source, { lock: true })
    if (!row?.next_look_at || row.next_look_at > ctx.now) return
    const next = nextLook(row, ctx.now)
    await changeSchedule(ctx, source, { next_look_at: next })
    ctx.enqueue(pullReconFiles, { channelKey: row.channel_key, source, round: 0, tries: 0 })
    if (next) ctx.enqueue(runReconSchedule, { source }, { after: next })
  },
})

/** Tells people of a file that has not come by its time, once for each time; of times that passed without a worker for the last one. */
export const checkReconExpected: Job<Data> = job<Data>({
  name: 'check-recon-expected',
  data,
  overdue: { key: 'source', list: (ctx, since) => listDue(ctx, 'next_expected_at', since) },
  async work(ctx, { source }) {
    const row = await findSchedule(ctx, source, { lock: true })
    const due = row?.next_expected_at
    if (!due || due > ctx.now) return
    const next = nextExpected(row, ctx.now, (await workingDays(ctx)).isWorking)
    await changeSchedule(ctx, source, { next_expected_at: next, expected_since: due })
    if (next) ctx.enqueue(checkReconExpected, { source }, { after: next })
    const since = row.expected_since ?? row.updated_at
    if ((row.last_file_at && row.last_file_at > since) || (await hasCome(ctx, source, since))) return
    const { name: channel } = await expectChannel(ctx, row.channel_key)
    const once = `${source} ${due.toISOString()}`
    const facts = { source, channel, channel_key: row.channel_key, expected: timestampText(due) }
    await notify(ctx, 'recon_file_missing', facts, { once })
  },
})

/** Schedules whose time was before. Indexes: recon_schedules_to_look, recon_schedules_to_expect. */
async function listDue(ctx: Ctx, column: 'next_look_at' | 'next_expected_at', since: Date) {
  return ctx.own.select('recon_schedules').select('source').where(column, '<', since).limit(100).execute()
}
