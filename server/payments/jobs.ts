import { z } from 'zod'
import { environment } from '#contract/kit/wire.ts'
import { Fault } from '#contract/faults.ts'
import { type OfferedMethod, wayOf } from '#contract/methods.ts'
import { inFlightStates } from '#contract/payments.ts'
import { tell } from '#server/kit/audit.ts'
import type { Ctx, House } from '#server/kit/ctx.ts'
import { effect } from '#server/kit/jobs.ts'
import { linkAddress, lockLinkOfPayment } from '#server/payment-links/queries.ts'
import type { AuthoriseRequest, Outcome } from '#server/providers/provider.ts'
import { announcePayment } from './announce.ts'
import { applyOutcome } from './apply-outcome.ts'
import { channelOfPayment, type Channel } from './channel.ts'
import { nextAskSeconds } from './ask-schedule.ts'
import { forgetCancelWish } from './cancel-wish.ts'
import { listInFlight } from './in-flight.ts'
import { lockForChannel, markAsked, readForChannel } from './for-channel.ts'
import { movePayment } from './queries.ts'

const data = z.object({
  merchantId: z.uuid(),
  environment,
  orderRef: z.string(),
  asks: z.number().default(0),
  /** Out of turn: the usual turn comes as well, so no other follows. */
  nudge: z.boolean().default(false),
})
type Data = z.infer<typeof data>

interface Claim {
  channel: Channel
  key: string
  /** What to ask for, while the provider may never have heard of the payment. */
  request: AuthoriseRequest | null
  /** It was asked before: its answer is asked for, and only a payment it has never seen is asked for again. */
  asked: boolean
  /** It waits for its shopper, who wants it ended or whose time is over. */
  end: 'shopper' | 'time' | null
}

/**
 * Brings a payment to its end at the provider: asks for the money once, then asks what became of it until that is known
 * (`nextAskSeconds`). What waits for its shopper is ended when they ask for it or their time is over: at the provider
 * first, and here by its word. The key is the payment's reference, always.
 */
export const settlePayment = effect<Data, Claim, Outcome>({
  name: 'settle-payment',
  data,
  // A provider that keeps a few payments waiting must not hold up the others.
  parallel: 64,
  owed: { key: 'orderRef', list: listOverdue },

  claimsAtOnce: true,
  async claim(ctx, { orderRef }) {
    const [payment, channel] = await Promise.all([markAsked(ctx, orderRef), channelOfPayment(ctx, orderRef)])
    if (!payment || !(inFlightStates as readonly string[]).includes(payment.status)) return null
    if (!channel) throw new Fault('channelMissing')
    const asked = !payment.first
    const request = authoriseRequest(ctx, payment, channel)
    return { channel, key: orderRef, request, asked, end: endOf(payment, ctx.now) }
  },

  async act(house, { channel, key, request, asked, end }, signal) {
    const provider = house.provider(channel.provider, channel.credentials)
    if (end) return provider.cancel(key, end, signal)
    if (asked) {
      const outcome = await provider.status(key, signal)
      if (outcome.kind !== 'absent') return outcome
    }
    return request ? provider.authorise(request, signal) : { kind: 'absent' }
  },

  async settle(ctx, { orderRef, asks, nudge }, { end }, outcome) {
    if (outcome.kind !== 'unknown' && outcome.kind !== 'absent') await applyOutcome(ctx, orderRef, outcome)
    ctx.tx.flush()
    if (outcome.kind === 'captured' || outcome.kind === 'declined' || outcome.kind === 'expired') return
    if (end === 'shopper' && outcome.kind === 'pending') await forgetCancelWish(ctx, orderRef)
    if (nudge && outcome.kind !== 'unknown') return
    const payment = await readForChannel(ctx, orderRef)
    if (!payment || !(inFlightStates as readonly string[]).includes(payment.status)) return
    // What the provider knows to wait for its shopper is ended there, and never given up here alone.
    const waitsForShopper = outcome.kind === 'pending' && outcome.action !== undefined
    const tooLong = ctx.now.getTime() - hopefulSince(payment).getTime() > giveUpAfterMs
    if (tooLong && !waitsForShopper) return expire(ctx, orderRef)
    const after = nextAskSeconds({
      asks,
      waitsForShopper,
      authorised: outcome.kind === 'authorised',
      ageSeconds: (ctx.now.getTime() - payment.created_at.getTime()) / 1_000,
      leftSeconds: payment.expires_at ? (payment.expires_at.getTime() - ctx.now.getTime()) / 1_000 : null,
    })
    await ctx.enqueue(settlePayment, { orderRef, asks: asks + 1, nudge: false }, { after })
  },
})

async function listOverdue(ctx: Ctx, since: Date): Promise<Omit<Data, 'merchantId' | 'environment'>[]> {
  return (await listInFlight(ctx, since)).map((orderRef) => ({ orderRef, asks: 0, nudge: false }))
}

const giveUpAfterMs = 7 * 86_400_000

type Payment = NonNullable<Awaited<ReturnType<typeof readForChannel>>>

/** What the provider knows has its whole time before anybody gives up. */
const hopefulSince = ({ status, created_at, expires_at }: Payment): Date =>
  status === 'Pending' && expires_at && expires_at > created_at ? expires_at : created_at

/** Only what is known to wait for its shopper can be ended: anything else may be on its way to a success. */
function endOf({ status, method_details, cancel_asked_at, expires_at }: Payment, now: Date): Claim['end'] {
  if (status !== 'Pending' || !method_details.action) return null
  if (expires_at && expires_at <= now) return 'time'
  return cancel_asked_at ? 'shopper' : null
}

function authoriseRequest(ctx: Ctx, payment: Payment, channel: Channel): AuthoriseRequest | null {
  const { order_ref: orderRef, channel_token: token, method_details: details } = payment
  const type = payment.payment_method as OfferedMethod
  const way = wayOf(type, payment.payment_sub_type)
  // The token is taken away once there is an end.
  if (way?.asks.includes('card') && !token) return null
  const language = details.language ? `&lang=${details.language}` : ''
  return {
    key: orderRef,
    amountMinor: payment.amount_minor,
    currency: payment.currency,
    method: { type, subType: payment.payment_sub_type },
    given: {
      ...(token && { token }),
      ...(details.phone && { phone: details.phone }),
      ...(details.upi_id && { upiId: details.upi_id }),
      ...(details.plan_months && { planMonths: details.plan_months }),
    },
    payerName: payment.shopper_name,
    capture: true,
    description: payment.description,
    callbackUrl: callbackUrl(ctx, channel),
    returnUrl: `${linkAddress(ctx, payment.link_ref)}?returned=1${language}`,
    expiresAt: payment.expires_at,
  }
}

async function expire(ctx: Ctx, orderRef: string): Promise<void> {
  const [, payment] = await Promise.all([lockLinkOfPayment(ctx, orderRef), lockForChannel(ctx, orderRef)])
  if (!payment || !movePayment(ctx, payment, 'expire', { status_reason: 'TRANSACTION_EXPIRED' })) return
  tell(ctx, 'payment', orderRef, 'expired')
  await announcePayment(ctx, orderRef)
}

const callbackUrl = (ctx: { house: House; owner: { environment: string } }, channel: Channel) =>
  `${ctx.house.callbackUrl}/gateway/api/callbacks/${channel.key}/${channel.merchantKey}/${ctx.owner.environment}`
