import type { Environment } from '#contract/kit/wire.ts'
import type { Ctx } from '#server/kit/ctx.ts'

/** The scope of a question to the roll-ups: merchants, currency, time zone. */
export interface Asked {
  /** The merchants with roll-ups in this zone; `unkept` are those whose payments have to be counted. */
  kept: string[]
  unkept: string[]
  environment: Environment
  currency: string | null
  /** The time zone's name in JavaScript and in PostgreSQL. */
  zone: { name: string; sql: string }
}

/**
 * The merchants with roll-ups in a zone. A zone's roll-ups are never removed, so the answer holds for the statements that
 * follow.
 */
export async function keptOf(
  ctx: Ctx,
  merchants: readonly string[],
  timeZone: string,
  of: 'all' | 'traits' = 'all',
): Promise<string[]> {
  const rows = await ctx.tx.query<{ merchant_id: string }>(
    `select merchant_id from payment_zones where merchant_id = any ($1::uuid[]) and environment = $2 and time_zone = $3
     and (traits or $4::text = 'all')`,
    [merchants, ctx.owner.environment, timeZone, of],
  )
  return rows.map(({ merchant_id }) => merchant_id)
}
