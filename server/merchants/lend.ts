import type { Ctx } from '#server/kit/ctx.ts'

/**
 * Lends the merchant of the context its master's channels, or takes them back, as its master and its switch now say. To be
 * called whenever one of the two has changed; what its master changes of a channel follows by itself.
 */
export const lendChannels = (ctx: Ctx): void =>
  ctx.write({ sql: 'select lend_anew_to($1)', parameters: [ctx.owner.merchantId] })
