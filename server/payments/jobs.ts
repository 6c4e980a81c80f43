import { z } from 'zod'
import { environment } from '#contract/kit/wire.ts'
import { inFlightStates } from '#contract/payments.ts'
import { tell } from '#server/kit/audit.ts'
import type { Ctx, House } from '#server/kit/ctx.ts'
import { effect } from '#server/kit/jobs.ts'
import type { AuthoriseRequest, Outcome } from '#server/providers/provider.ts'
import { announcePayment } from './announce.ts'
import { applyOutcome } from './apply-outcome.ts'
import { channelOf, type Channel } from './channel.ts'
import { listInFlight, markAsked, movePayment, readForChannel } from './queries.ts'

const data = z.object({ merchantId: z.uuid(), environment, orderRef: z.string(), asks: z.number().default(0) })
type Data = z.infer<typeof data>

interface Claim {
  channel: Channel
  key: string
  /** What to ask for, while the provider may never have heard of the payment. */
  request: AuthoriseRequest | null
  /** It was asked before: its answer is asked for, and only a payment it has never seen is asked for again. */
  asked: boolean
}

/**
 * Brings a payment to its end at the provider: asks for the money once, then asks what became of it for as long as that
 * is unknown or undecided (5 s, 30 s, 2 m, 10 m, then hourly, for 7 days). The key is the payment's reference, always.
 */
export const settlePayment = effect<Data, Claim, Outcome>({
  name: 'settle-payment',
  data,
  // A provider that keeps a few payments waiting must not hold up the others.
  parallel: 64,
  owed: { key: 'orderRef', list: listOverdue },

  async claim(ctx, { orderRef }) {
    const payment = await readForChannel(ctx, orderRef)
    if (!payment || !(inFlightStates as readonly string[]).includes(payment.status)) return null
    const asked = payment.channel_asked_at !== null
    const [channel] = await Promise.all([channelOf(ctx, payment.channel_key), !asked && markAsked(ctx, orderRef)])
    const request = payment.channel_token && {
      key: orderRef,
      amountMinor: payment.amount_minor,
      currency: payment.currency,
      token: payment.channel_token,
      capture: true,
      description: payment.description,
      callbackUrl: callbackUrl(ctx, channel),
    }
    return { channel, key: orderRef, request: request || null, asked }
  },

  async act(house, { channel, key, request, asked }, signal) {
    const provider = house.provider(channel.provider, channel.credentials)
    if (asked) {
      const outcome = await provider.status(key, signal)
      if (outcome.kind !== 'absent') return outcome
    }
    return request ? provider.authorise(request, signal) : { kind: 'absent' }
  },

  async settle(ctx, { orderRef, asks }, _claim, outcome) {
    if (outcome.kind !== 'unknown' && outcome.kind !== 'absent') await applyOutcome(ctx, orderRef, outcome)
    if (outcome.kind === 'captured' || outcome.kind === 'declined') return
    const payment = await readForChannel(ctx, orderRef)
    if (!payment || !(inFlightStates as readonly string[]).includes(payment.status)) return
    if (ctx.now.getTime() - payment.created_at.getTime() > giveUpAfterMs) return expire(ctx, orderRef)
    const wait = asksAfterSeconds[Math.min(asks, asksAfterSeconds.length - 1)] as number
    await ctx.enqueue(settlePayment, { orderRef, asks: asks + 1 }, { after: wait })
  },
})

async function listOverdue(ctx: Ctx, since: Date): Promise<Omit<Data, 'merchantId' | 'environment'>[]> {
  return (await listInFlight(ctx, since)).map((orderRef) => ({ orderRef, asks: 0 }))
}

const asksAfterSeconds = [5, 30, 120, 600, 3_600]
const giveUpAfterMs = 7 * 86_400_000

async function expire(ctx: Ctx, orderRef: string): Promise<void> {
  if (!(await movePayment(ctx, orderRef, 'expire'))) return
  tell(ctx, 'payment', orderRef, 'expired')
  await announcePayment(ctx, orderRef)
}

const callbackUrl = (ctx: { house: House; owner: { environment: string } }, channel: Channel) =>
  `${ctx.house.callbackUrl}/gateway/api/callbacks/${channel.key}/${channel.merchantKey}/${ctx.owner.environment}`
