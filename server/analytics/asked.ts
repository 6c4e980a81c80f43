import type { Question } from '#contract/analytics-questions.ts'
import { fieldFault } from '#contract/faults.ts'
import { aheadOf } from '#contract/kit/zoned-day.ts'
import { limits } from '#contract/limits.ts'
import { merchantOf } from '#server/kit/auth/merchant-of.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { keptOf, type Asked } from '#server/rollups/asked.ts'
import type { Stretch } from '#server/rollups/pieces.ts'

/**
 * Resolves a question: the merchants that it names, which the server has checked against the session, and the time zone
 * of the merchant of the path unless the question gives an offset.
 */
export async function askedOf(
  ctx: Ctx,
  body: Omit<Question, 'time_filter'> & { of: string },
  stretches: Stretch[],
  sums: 'all' | 'traits' = 'all',
): Promise<Asked> {
  const zone = zoneOf(await ownZone(ctx, body.of), body.offset, stretches)
  const merchants = body.uuids ? await merchantsNamed(ctx, body.uuids) : [ctx.owner.merchantId]
  const kept = await keptOf(ctx, merchants, zone.name, sums)
  return {
    kept,
    unkept: merchants.filter((id) => !kept.includes(id)),
    environment: ctx.owner.environment,
    currency: body.currency ?? null,
    zone,
  }
}

/**
 * A stretch of time as requested. One that ends before it begins is refused; an earlier begin is moved to the first possible
 * payment.
 */
export function stretchOf({ from, to }: Stretch, field: string): Stretch {
  if (from > to) throw fieldFault('invalidRequest', `${field}.to`, 'too_small')
  return { from: from < beginning ? beginning : from, to: to < beginning ? beginning : to }
}
/** The references of payments cannot encode an earlier moment. */
const beginning = new Date('2014-05-13T00:00:00Z')

/** The time zone of the merchant of the path: for a master that acts for another, that of the other. */
async function ownZone(ctx: Ctx, merchant: string): Promise<string> {
  const own = ctx.user && [ctx.user.merchantId, ctx.user.merchantKey].includes(merchant) ? ctx.user.timeZone : null
  return own ?? (await merchantOf(ctx)).time_zone
}

function zoneOf(own: string, offset: number | undefined, stretches: Stretch[]): Asked['zone'] {
  if (offset === undefined || stretches.every((stretch) => sameClocks(stretch, own, offset)))
    return { name: own, sql: own }
  const longest = Math.max(...stretches.map(({ from, to }) => to.getTime() - from.getTime()))
  if (longest > limits.dashboardUnkeptDaysMost * dayMs) throw fieldFault('invalidRequest', 'time_filter', 'too_big')
  const size = Math.abs(offset)
  const clock = `${String(Math.floor(size / 60)).padStart(2, '0')}:${String(size % 60).padStart(2, '0')}`
  // PostgreSQL's POSIX time zones have the opposite sign: a zone ahead of UTC has a minus.
  return { name: `${offset < 0 ? '-' : '+'}${clock}`, sql: `UTC${offset < 0 ? '+' : '-'}${clock}` }
}

/** Whether the zone's offset is this number of minutes during the whole stretch. */
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
