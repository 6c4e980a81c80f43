import { fieldFault } from '#contract/faults.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { checkOutboundUrl, type OutboundUrlFault } from '#server/kit/outbound/outbound-url.ts'
import { mayLoopBack } from './deliver.ts'

/** Throws `refusedUrl`, with the reason at the field `url`, for an address that nothing may be sent to. */
export function checkUrl(ctx: Ctx, url: string): void {
  const why = checkOutboundUrl(url, { allowLoopback: mayLoopBack(ctx.services, ctx.owner) })
  if (why) throw fieldFault('refusedUrl', 'url', why, refusals[why])
}
const refusals: Record<OutboundUrlFault, string> = {
  malformed: 'This is not a complete address.',
  scheme: 'The address must begin with https://.',
  not_https: 'The address must begin with https://.',
  userinfo: 'The address must not contain a user name or password.',
  port: 'This port cannot be used. Use 443, 80 or one above 1023.',
  host: 'This name is not one of a public host.',
  address: 'This address is not on the public internet.',
}
