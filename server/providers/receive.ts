import type { Ctx } from '#server/kit/ctx.ts'
import type { DepositCallback, PayoutCallback } from './payouts.ts'

/** A verified call-back, the channel that it came by, and its text, which has to be freed of secrets before it is kept. */
export interface Received<Told> {
  channelKey: string
  told: Told
  body: string
}
/** Takes a call-back in the transaction of the channel's merchant. The answer says why it was ignored; null when it was not. */
type Receive<Told> = (ctx: Ctx, received: Received<Told>) => Promise<string | null>

export interface ReceivesCallbacks {
  payout?: Receive<PayoutCallback>
  deposit?: Receive<DepositCallback>
}
