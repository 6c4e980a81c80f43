import type { Ctx } from '#server/kit/ctx.ts'

/** The tolerance of a channel in major units. */
export const toleranceOf = (_ctx: Ctx, _channelKey: string): Promise<number> => Promise.resolve(0)
