import type { Question } from '#contract/analytics.ts'
import { fieldFault } from '#contract/faults.ts'
import type { Environment } from '#contract/kit/wire.ts'
import { aheadOf } from '#contract/kit/zoned-day.ts'
import { limits } from '#contract/limits.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import type { Stretch } from './pieces.ts'

/** Whose payments are meant, of which currency, by which clocks. */
export interface Asked {
  /** Those whose hours and days in this zone are kept, and those of whom the payments themselves have to be counted. */
  kept: string[]
  unkept: string[]
  environment: Environment
  currency: string | null
  /** As JavaScript names it, and as PostgreSQL does. */
  zone: { name: string; sql: string }
}

/**
 * What a question means: the merchants that it names, which the gate has held against the session, and the clocks of the
 * signed-in merchant's time zone unless it says by how much they are ahead.
 */
export async function askedOf(ctx: Ctx, body: Omit<Question, 'time_filter'>, stretches: Stretch[]): Promise<Asked> {
  const zone = zoneOf(ctx, body.offset, stretches)
  const merchants = body.uuids ? await merchantsNamed(ctx, body.uuids) : [ctx.owner.merchantId]
  const kept = await keptOf(ctx, merchants, zone.name)
  return {
    kept,
    unkept: merchants.filter((id) => !kept.includes(id)),
    environment: ctx.owner.environment,
    currency: body.currency ?? null,
    zone,
  }
}

/** A stretch as asked for; one that ends before it begins is refused, one from the beginning begins with us. */
export function stretchOf({ from, to }: Stretch, field: string): Stretch {
  if (from > to) throw fieldFault('invalidRequest', `${field}.to`, 'too_small')
  return { from: from < beginning ? beginning : from, to: to < beginning ? beginning : to }
}
/** References of payments cannot tell an earlier moment. */
const beginning = new Date('2014-05-13T00:00:00Z')

function zoneOf(ctx: Ctx, offset: number | undefined, stretches: Stretch[]): Asked['zone'] {
  const own = ctx.user?.timeZone ?? 'UTC'
  if (offset === undefined || stretches.every((stretch) => sameClocks(stretch, own, offset)))
    return { name: own, sql: own }
  const longest = Math.max(...stretches.map(({ from, to }) => to.getTime() - from.getTime()))
  if (longest > limits.dashboardUnkeptDaysMost * dayMs) throw fieldFault('invalidRequest', 'time_filter', 'too_big')
  const size = Math.abs(offset)
  const clock = `${String(Math.floor(size / 60)).padStart(2, '0')}:${String(size % 60).padStart(2, '0')}`
  // PostgreSQL counts the other way: what is ahead of UTC has a minus.
  return { name: `${offset < 0 ? '-' : '+'}${clock}`, sql: `UTC${offset < 0 ? '+' : '-'}${clock}` }
}

/** Whether the zone's clocks are ahead by so many minutes all the time. */
function sameClocks({ from, to }: Stretch, timeZone: string, offset: number): boolean {
  for (let at = from.getTime(); ; at = Math.min(at + dayMs, to.getTime())) {
    if (aheadOf(new Date(at), timeZone) !== offset * 60_000) return false
    if (at === to.getTime()) return true
  }
}
const dayMs = 86_400_000

async function merchantsNamed(ctx: Ctx, named: string[]): Promise<string[]> {
  const rows = await ctx.tx.query<{ merchant_id: string }>(
    'select merchant_id from merchants where key = any ($1::text[]) or merchant_id::text = any ($1::text[]) order by 1',
    [named],
  )
  return rows.map(({ merchant_id }) => merchant_id)
}

/** A zone that is kept once stays so: what is true here is true for the statements that follow. */
export async function keptOf(ctx: Ctx, merchants: readonly string[], timeZone: string): Promise<string[]> {
  const rows = await ctx.tx.query<{ merchant_id: string }>(
    'select merchant_id from payment_zones where merchant_id = any ($1::uuid[]) and environment = $2 and time_zone = $3',
    [merchants, ctx.owner.environment, timeZone],
  )
  return rows.map(({ merchant_id }) => merchant_id)
}
