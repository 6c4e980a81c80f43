import { sql } from 'kysely'
import type { Ctx } from '#server/kit/ctx.ts'
import { databaseNow, fromNow } from '#server/kit/db/clock.ts'

const secretOf = (ctx: Ctx) =>
  ctx.own
    .select('merchants')
    .select(['secret_sealed', 'secret_version', 'secret_rotated_at', 'previous_secret_signs'])
    .select(
      sql<Date | null>`case when previous_secret_ends_at > ${databaseNow} then previous_secret_ends_at end`.as(
        'previous_until',
      ),
    )

export const readSecret = (ctx: Ctx) => secretOf(ctx).executeTakeFirstOrThrow()

/** The same, with the merchant locked until the commit. */
export const lockSecret = (ctx: Ctx) => secretOf(ctx).forNoKeyUpdate().executeTakeFirstOrThrow()

/** Puts a new secret in the place of the old one, which stays good for some hours and signs what goes out. */
export const replaceSecret = (
  ctx: Ctx,
  { sealed, previous, hours }: { sealed: Buffer; previous: Buffer; hours: number },
) =>
  ctx.own
    .update('merchants')
    .set((row) => ({
      secret_sealed: sealed,
      secret_version: sql<number>`${row.ref('secret_version')} + 1`,
      secret_rotated_at: databaseNow,
      previous_secret_sealed: previous,
      previous_secret_ends_at: fromNow(hours, 'hour'),
      previous_secret_signs: hours > 0,
    }))
    .execute()

export const signWithNew = (ctx: Ctx) => ctx.own.update('merchants').set({ previous_secret_signs: false }).execute()

export const endPrevious = (ctx: Ctx) =>
  ctx.own.update('merchants').set({ previous_secret_ends_at: databaseNow, previous_secret_signs: false }).execute()
