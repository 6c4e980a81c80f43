import type { z } from 'zod'
import { Fault, fieldFault } from '#contract/faults.ts'
import type { saveReconSchedule } from '#contract/recon-intake.ts'
import { nextExpected, nextLook } from '#contract/recon-times.ts'
import { noteChange } from '#server/kit/audit/audit.ts'
import { changesFrom } from '#server/kit/audit/audit-diff.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { findSource } from '#server/recon-sources/sources.ts'
import { workingDays } from '#server/recon-calendar/working-days.ts'
import { findSchedule, settlementsOf, type FoundSchedule } from './queries.ts'
import { checkReconExpected, runReconSchedule } from './schedule-jobs.ts'

/** Saves when a source is looked at and expected. A source of another channel is refused as `notFound`. */
export async function saveSchedule(
  ctx: Ctx,
  channelKey: string,
  body: z.output<(typeof saveReconSchedule)['body']>,
): Promise<FoundSchedule> {
  const { source } = body
  const was = await findSchedule(ctx, source, { lock: true })
  if (was && was.channel_key !== channelKey)
    throw fieldFault('invalidRequest', 'source', 'not_a_choice', 'Another channel has this source.')
  await expectSource(ctx, channelKey, source)
  const kept = {
    rhythm: body.rhythm,
    every_minutes: body.every_minutes ?? was?.every_minutes ?? 60,
    weekdays: [...new Set(body.weekdays ?? was?.weekdays ?? [1, 2, 3, 4, 5, 6, 7])].toSorted((a, b) => a - b),
    times: [...new Set(body.times ?? was?.times ?? [])].toSorted(),
    time_zone: body.time_zone,
    file_prefix: body.file_prefix ?? was?.file_prefix ?? '',
    expected_by: body.expected_by ?? was?.expected_by ?? '',
  }
  if (kept.rhythm === 'times' && (kept.times.length === 0 || kept.weekdays.length === 0))
    throw fieldFault('invalidRequest', kept.times.length === 0 ? 'times' : 'weekdays', 'required', 'Required.')
  const set = {
    ...kept,
    channel_key: channelKey,
    next_look_at: nextLook(kept, ctx.now),
    next_expected_at: nextExpected(kept, ctx.now, (await workingDays(ctx)).isWorking),
    expected_since: ctx.now,
    updated_at: ctx.now,
    updated_by: ctx.actor.name,
  }
  await ctx.own
    .insert('recon_schedules', { source, ...set })
    .onConflict((conflict) => conflict.columns(['merchant_id', 'environment', 'source']).doUpdateSet(set))
    .execute()
  if (set.next_look_at) ctx.enqueue(runReconSchedule, { source }, { after: set.next_look_at })
  if (set.next_expected_at) ctx.enqueue(checkReconExpected, { source }, { after: set.next_expected_at })
  noteChange(ctx, 'recon_intake', channelKey)
  const texts = (row: typeof kept) => ({ ...row, weekdays: row.weekdays.join(' '), times: row.times.join(' ') })
  ctx.auditSubject(source, changesFrom(was ? texts(was) : {}, texts(kept)))
  return (await findSchedule(ctx, source)) as FoundSchedule
}

/** Files come for a source of the channel, or for its settlements before anything was set up. Throws `notFound`. */
async function expectSource(ctx: Ctx, channelKey: string, name: string): Promise<void> {
  const source = await findSource(ctx, name)
  if (!source && name !== settlementsOf(channelKey)) throw new Fault('notFound')
  if (source && (source.category === 'PAYMENT_GATEWAY' || !['', channelKey].includes(source.channel_key)))
    throw fieldFault('invalidRequest', 'source', 'not_a_choice', 'No files of this channel belong to this source.')
}
