import { z } from 'zod'
import { channelRules } from './channel-catalogue/entry.ts'
import { call, nothing } from './kit/call.ts'
import { merchantRef, ref } from './kit/refs.ts'
import { environment } from './kit/wire.ts'

/**
 * Removes a channel: it begins no payment and is listed no more. What is under way is completed, and what it took is refunded
 * as before, until its credentials are forgotten after the last refund window. The address of call-backs is taken away at the
 * provider.
 */
export const removeChannel = call({
  at: 'POST /api/channels/{id}/{channelKey}/remove',
  params: { id: merchantRef(), channelKey: ref('channel') },
  body: z.strictObject({ environment: environment.optional() }),
  answer: nothing,
  access: channelRules.PAYIN,
  orAccess: channelRules.PAYOUT,
  faults: ['channelUnknown', 'channelLent'],
  notice: 'Channel removed',
  stepUp: true,
  audit: 'channel.remove',
})
