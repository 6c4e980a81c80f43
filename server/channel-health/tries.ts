import { sql } from 'kysely'
import { limits } from '#contract/limits.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { providerFault } from '#server/routing/rests.ts'
import { placeOf } from '#server/routing/route.ts'

/** Payments that a provider answered or was asked for, and those of them that failed by its fault. */
export interface Tries {
  tries: number
  failed: number
}
/** The tries of a channel in one way to pay. */
export interface WayTries {
  fiveMinutes: Tries
  hour: Tries
  day: Tries
  /** The last 24 hours, the oldest first; empty without tries. */
  hours: Tries[]
}
interface Group extends Tries {
  channel_key: string
  type: string
  sub_type: string
  /** Whole hours before now. */
  hours_ago: number
  newest_tries: number
  newest_failed: number
}

const hourMs = 3_600_000
/**
 * The tries of the last day by channel and way to pay (`placeOf`), counted from the latest payments of the day, as rests are, and
 * since when they are counted. Index: payments_newest.
 */
export async function triesOfDay(ctx: Ctx): Promise<{ since: Date; of: ReadonlyMap<string, WayTries> }> {
  const dayAgo = new Date(ctx.now.getTime() - 24 * hourMs)
  const newest = new Date(ctx.now.getTime() - limits.restMinutes * 60_000)
  const latest = ctx.own
    .select('payments')
    .select(['channel_key', 'payment_method as type', 'payment_sub_type as sub_type', 'status', 'created_at'])
    .select(sql<boolean>`status_reason = ${providerFault}`.as('is_fault'))
    .where('created_at', '>', dayAgo)
    .orderBy('created_at', 'desc')
    .limit(limits.healthPayments)
  const groups = await ctx.db
    .selectFrom(latest.as('latest'))
    .select(['channel_key', 'type', 'sub_type'])
    .select(
      sql<number>`floor(extract(epoch from cast(${ctx.now} as timestamptz) - created_at) / 3600)::int`.as('hours_ago'),
    )
    .select(({ fn }) => [fn.countAll<bigint>().as('read'), fn.min('created_at').as('first_at')])
    .select(sql<number>`count(*) filter (where status <> 'Initiated')::int`.as('tries'))
    .select(sql<number>`count(*) filter (where is_fault)::int`.as('failed'))
    .select(
      sql<number>`count(*) filter (where status <> 'Initiated' and created_at > ${newest})::int`.as('newest_tries'),
    )
    .select(sql<number>`count(*) filter (where is_fault and created_at > ${newest})::int`.as('newest_failed'))
    .groupBy(['channel_key', 'type', 'sub_type', 'hours_ago'])
    .execute()
  const read = groups.reduce((sum, group) => sum + Number(group.read), 0)
  const first = Math.min(...groups.map(({ first_at }) => first_at.getTime()))
  const places = Map.groupBy(groups, (group) =>
    placeOf({ type: group.type, subType: group.sub_type }, group.channel_key),
  )
  return {
    since: read < limits.healthPayments ? dayAgo : new Date(first),
    of: new Map([...places].map(([place, own]) => [place, summed(own)])),
  }
}

/** The tries of one way to pay, from its groups by hour. */
export function summed(groups: readonly Group[]): WayTries {
  const sum = (counted: readonly Tries[]): Tries => ({
    tries: counted.reduce((all, { tries }) => all + tries, 0),
    failed: counted.reduce((all, { failed }) => all + failed, 0),
  })
  const hours = Array.from({ length: 24 }, (_, at) => sum(groups.filter(({ hours_ago: ago }) => ago === 23 - at)))
  const day = sum(hours)
  return {
    fiveMinutes: sum(groups.map((group) => ({ tries: group.newest_tries, failed: group.newest_failed }))),
    hour: hours.at(-1) ?? noTries,
    day,
    hours: day.tries === 0 ? [] : hours,
  }
}
export const noTries: Tries = { tries: 0, failed: 0 }
