import { listEver } from '#server/channels/connections.ts'
import { dayAfter, startOfDay } from '#contract/kit/zoned-day.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import type { Run } from './run.ts'

/** The beginning of the first day of which an own transaction may be open. */
export const ownPeriodFrom = ({ openFrom, zone }: Run): Date =>
  openFrom === null ? new Date(0) : startOfDay(openFrom, zone)

/** The end of the day that the run is for. What happened after it is of a later run. */
export const ownPeriodTo = ({ asOf, zone }: Run): Date => startOfDay(dayAfter(asOf, 1), zone)

/** The other names under which others tell of a channel's transactions. */
export async function namesOfChannel(ctx: Ctx, channelKey: string): Promise<string[]> {
  const found = (await listEver(ctx)).find(({ channel_key }) => channel_key === channelKey)
  return found ? [found.name, found.catalogue_key] : []
}
