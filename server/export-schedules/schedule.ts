import type { z } from 'zod'
import { allowed } from '#contract/access.ts'
import type { ExportSchedule } from '#contract/export-schedules.ts'
import type { ExportCall } from '#contract/exports.ts'
import { stretchOf } from '#contract/export-times.ts'
import { Fault } from '#contract/faults.ts'
import { timestampText } from '#contract/kit/wire.ts'
import { exporterOf } from '#server/exports/exporter.ts'
import { permitted } from '#server/exports/prepare.ts'
import { checkKnownUsers } from '#server/kit/auth/known-users.ts'
import { merchantOf } from '#server/kit/auth/merchant-of.ts'
import { ownUser } from '#server/kit/auth/own-user.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { findSchedule, namesOf, type FoundSchedule } from './queries.ts'

/** The zone in which a schedule's times are meant. */
export const zoneOf = async (ctx: Ctx, { time_zone }: Pick<FoundSchedule, 'time_zone'>): Promise<string> =>
  time_zone || (await merchantOf(ctx)).time_zone

type Asked = Pick<FoundSchedule, 'of' | 'path' | 'request' | 'sub_merchant'>

/** What a schedule exports at a moment. */
export function askedAt(
  { of, path, request, sub_merchant, period }: Asked & Pick<FoundSchedule, 'period'>,
  due: Date,
  timeZone: string,
) {
  const stretch = stretchOf(period, due, timeZone)
  const between = stretch && { from: timestampText(stretch.from), to: timestampText(stretch.to) }
  return {
    of: of as ExportCall,
    path,
    request: stretch ? { ...withoutTime(request), ...between } : request,
    sub_merchant,
  }
}

/** A filter by time would win over the period. */
function withoutTime({ filters, ...request }: FoundSchedule['request']): FoundSchedule['request'] {
  const { created_at: _, ...others } = (filters ?? {}) as Record<string, unknown>
  return { ...request, filters: others }
}

/** Checks that each of these users may see what is exported. Throws `notFound` for somebody else's users, and `invalidRequest`, which names those who may not. */
export async function checkRecipients(
  ctx: Ctx,
  subUserIds: readonly string[],
  asked: Parameters<typeof permitted>[2],
): Promise<void> {
  await checkKnownUsers(ctx, subUserIds)
  const errors = []
  for (const [at, id] of subUserIds.entries())
    if (!(await mayHave(ctx, id, asked)))
      errors.push({ path: `recipients.${at}`, reason: 'may_not_see', text: 'This user may not see the list.' })
  if (errors.length > 0) throw new Fault('invalidRequest', { errors })
}

async function mayHave(ctx: Ctx, subUserId: string, asked: Parameters<typeof permitted>[2]): Promise<boolean> {
  const user = await exporterOf(ctx, subUserId)
  if (!user) return false
  try {
    await permitted(ctx, user, asked)
    return true
  } catch (error) {
    if (error instanceof Fault) return false
    throw error
  }
}

/** A schedule of the user's own, or for an administrator any. Throws `notFound`. */
export async function existingSchedule(ctx: Ctx, scheduleId: string, { lock = false } = {}): Promise<FoundSchedule> {
  const user = ownUser(ctx)
  const row = await findSchedule(ctx, scheduleId, { lock })
  if (!row || !(row.created_by_id === user.subUserId || allowed('administration', user))) throw new Fault('notFound')
  return row
}

/** Schedules as their calls answer them. */
export async function shownSchedules(
  ctx: Ctx,
  rows: readonly FoundSchedule[],
): Promise<z.output<typeof ExportSchedule>[]> {
  const { time_zone: ofMerchant } = await merchantOf(ctx)
  const names = await namesOf(ctx, [...new Set(rows.flatMap(({ recipients }) => recipients))])
  return rows.map(({ of, recipients, ...row }) => ({
    ...row,
    time_zone: row.time_zone || ofMerchant,
    of: of as ExportCall,
    recipients: recipients.map((id) => ({ sub_user_id: id, name: names.get(id) ?? '' })),
  }))
}
