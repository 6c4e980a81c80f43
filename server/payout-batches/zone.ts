import type { Ctx } from '#server/kit/ctx.ts'

/** The time zone of the merchant, in which times of a sheet are that say no offset. */
export async function zoneOf(ctx: Ctx): Promise<string> {
  const { time_zone } = await ctx.own.select('merchants').select('time_zone').executeTakeFirstOrThrow()
  return time_zone
}
