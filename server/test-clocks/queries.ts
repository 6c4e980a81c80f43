import { sql, type Selectable, type Updateable } from 'kysely'
import { Fault } from '#contract/faults.ts'
import { testClockLimits } from '#contract/test-clocks.ts'
import type { Tables } from '#server/db/tables.ts'
import { noteChange } from '#server/kit/audit/audit.ts'
import type { Ctx } from '#server/kit/ctx.ts'

const columns = [
  'clock_ref', 'name', 'state', 'time', 'advancing_to', 'events_done', 'failure', 'acting_on', 'acting_after', 'created_at', 'created_by',
] as const // prettier-ignore
export type ClockRow = Pick<Selectable<Tables['test_clocks']>, (typeof columns)[number]>

/** A clock; undefined when absent or not the owner's. With `lock` its row is locked until the commit. Index: primary key. */
export function findClock(ctx: Ctx, clockRef: string, { lock = false } = {}): Promise<ClockRow | undefined> {
  const found = ctx.own.select('test_clocks').select(columns).where('clock_ref', '=', clockRef)
  return (lock ? found.forUpdate() : found).executeTakeFirst()
}
/** The same of one that is there. Throws `notFound`, also for one that was deleted. */
export async function existingClock(ctx: Ctx, clockRef: string, how?: { lock: boolean }): Promise<ClockRow> {
  const clock = await findClock(ctx, clockRef, how)
  if (!clock || clock.state === 'deleted') throw new Fault('notFound')
  return clock
}

/** The owner's, newest first; their number is limited. Index: test_clocks_newest. */
export const listClocks = (ctx: Ctx): Promise<ClockRow[]> =>
  ctx.own
    .select('test_clocks')
    .select(columns)
    .where('state', '<>', 'deleted')
    .orderBy('created_at', 'desc')
    .orderBy('clock_ref')
    .execute()

/** Those that are being advanced, untouched since a moment. */
export async function listAdvancing(ctx: Ctx, since: Date): Promise<{ clockRef: string }[]> {
  const rows = await ctx.own
    .select('test_clocks')
    .select('clock_ref')
    .where('state', '=', 'advancing')
    .where('updated_at', '<', since)
    .execute()
  return rows.map(({ clock_ref: clockRef }) => ({ clockRef }))
}

/** How many subscriptions are tied to each of the owner's clocks. Index: subscriptions_of_clock. */
export async function countTied(ctx: Ctx): Promise<ReadonlyMap<string, number>> {
  const rows = await ctx.own
    .select('subscriptions')
    .select(({ fn }) => ['clock_ref', fn.countAll<bigint>().as('count')])
    .where('clock_ref', '<>', sql.lit(''))
    .groupBy('clock_ref')
    .execute()
  return new Map(rows.map(({ clock_ref, count }) => [clock_ref, Number(count)]))
}

/** The latest events, oldest first. Index: primary key. */
export async function listClockEvents(ctx: Ctx, clockRef: string) {
  const rows = await ctx.own
    .select('test_clock_events')
    .select(['n', 'at', 'order_ref', 'event', 'amount_minor', 'currency', 'facts'])
    .where('clock_ref', '=', clockRef)
    .orderBy('n', 'desc')
    .limit(testClockLimits.events)
    .execute()
  return rows.toReversed()
}

/** Changes a clock that the caller has locked; open screens hear of it. */
export function changeClock(ctx: Ctx, clock: ClockRow, set: Partial<ClockRow>): ClockRow {
  const update: Updateable<Tables['test_clocks']> = { ...set, updated_at: ctx.realNow }
  ctx.write(ctx.own.update('test_clocks').set(update).where('clock_ref', '=', clock.clock_ref))
  noteChange(ctx, 'test_clock', clock.clock_ref)
  return { ...clock, ...set }
}
