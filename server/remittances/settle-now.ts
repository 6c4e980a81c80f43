import { Fault } from '#contract/faults.ts'
import { limits } from '#contract/limits.ts'
import { ownerOf } from '#server/channels/ask-provider.ts'
import { channelOf } from '#server/channels/channel.ts'
import type { Before } from '#server/kit/handler.ts'
import { merchantOf } from '#server/kit/auth/merchant-of.ts'
import { findTerms } from './terms.ts'

/** Has the simulator settle what was sold, with no transaction open; its word comes as a call-back. Returns 1. */
export async function settleNow(before: Before): Promise<number> {
  const { services } = before
  const owner = ownerOf(before)
  if (owner.environment !== 'sandbox') throw new Fault('wrongState', { why: 'only in test mode' })
  const { channel, merchantKey } = await before.apart(owner, async (ctx) => {
    const terms = await findTerms(ctx)
    if (!terms) throw new Fault('wrongState', { why: 'there are no terms yet' })
    return { channel: await channelOf(ctx, terms.channel_key), merchantKey: (await merchantOf(ctx)).key }
  })
  const { remittances } = services.provider(channel.provider, channel.credentials, channel.environment)
  if (!remittances?.settleNow) throw new Fault('wrongState', { why: 'its channel settles by itself' })
  await remittances
    .settleNow({ merchantKey }, AbortSignal.timeout(limits.credentialsTestMs))
    .catch((cause: unknown) => {
      throw new Fault('providerSilent', { cause })
    })
  return 1
}
