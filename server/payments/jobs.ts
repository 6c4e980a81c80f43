import { z } from 'zod'
import { environment } from '#contract/kit/wire.ts'
import { Fault } from '#contract/faults.ts'
import { type OfferedMethod, wayOf } from '#contract/methods.ts'
import { inFlightStates } from '#contract/payment-states.ts'
import type { Ctx, Services } from '#server/kit/ctx.ts'
import { effect } from '#server/kit/jobs/jobs.ts'
import { payAddress } from '#server/payables/payable.ts'
import type { AuthoriseRequest, Outcome } from '#server/providers/provider.ts'
import { applyOutcome, giveUp } from './apply-outcome.ts'
import { channelOfPayment, type Channel } from '#server/channels/channel.ts'
import { nextAskSeconds } from './ask-schedule.ts'
import { forgetCancelWish } from './cancel-wish.ts'
import { listInFlight } from './in-flight.ts'
import { markAsked, readForChannel } from './for-channel.ts'

const data = z.object({
  merchantId: z.uuid(),
  environment,
  orderRef: z.string(),
  asks: z.number().default(0),
  /** An extra poll: the scheduled one is queued as well, so the extra one queues none. */
  nudge: z.boolean().default(false),
})
type Data = z.infer<typeof data>

interface Claim {
  channel: Channel
  key: string
  /** The request to send, while the provider may not know the payment. */
  request: AuthoriseRequest | null
  /**
   * The request was sent before: its outcome is read, and the request is repeated only if the provider has never seen the
   * payment.
   */
  asked: boolean
  /** Why a payment that waits for its shopper is to end: the shopper cancelled, or it expired. */
  end: 'shopper' | 'time' | null
}

/**
 * Completes a payment at the provider: requests it once, then polls its outcome until that is final (`nextAskSeconds`). A
 * payment that waits for its shopper ends when they cancel or it expires: at the provider first, and here by the provider's
 * outcome. The idempotency key is always the payment's reference.
 */
export const settlePayment = effect<Data, Claim, Outcome>({
  name: 'settle-payment',
  data,
  // A provider that keeps a few payments waiting must not hold up the others.
  parallel: 64,
  overdue: { key: 'orderRef', list: listOverdue },

  async claim(ctx, { orderRef }) {
    const [payment, channel] = await Promise.all([markAsked(ctx, orderRef), channelOfPayment(ctx, orderRef)])
    if (!payment || !(inFlightStates as readonly string[]).includes(payment.status)) return null
    if (!channel) throw new Fault('channelMissing')
    const asked = !payment.first
    const request = authoriseRequest(ctx, payment, channel)
    return { channel, key: orderRef, request, asked, end: endOf(payment, ctx.now) }
  },

  async act(services, { channel, key, request, asked, end }, signal) {
    const provider = services.provider(channel.provider, channel.credentials)
    if (end) return provider.cancel(key, end, signal)
    if (asked) {
      const outcome = await provider.status(key, signal)
      if (outcome.kind !== 'absent') return outcome
    }
    return request ? provider.authorise(request, signal) : { kind: 'absent' }
  },

  async complete(ctx, { orderRef, asks, nudge }, { end }, outcome) {
    if (outcome.kind !== 'unknown' && outcome.kind !== 'absent') await applyOutcome(ctx, orderRef, outcome)
    if (outcome.kind === 'captured' || outcome.kind === 'declined' || outcome.kind === 'expired') return
    if (end === 'shopper' && outcome.kind === 'pending') await forgetCancelWish(ctx, orderRef)
    if (nudge && outcome.kind !== 'unknown') return
    const payment = await readForChannel(ctx, orderRef)
    if (!payment || !(inFlightStates as readonly string[]).includes(payment.status)) return
    // A payment that waits for its shopper at the provider is ended there, never here alone.
    const waitsForShopper = outcome.kind === 'pending' && outcome.action !== undefined
    const tooLong = ctx.now.getTime() - hopefulSince(payment).getTime() > giveUpAfterMs
    if (tooLong && !waitsForShopper) return void (await giveUp(ctx, orderRef))
    const after = nextAskSeconds({
      asks,
      waitsForShopper,
      authorised: outcome.kind === 'authorised',
      ageSeconds: (ctx.now.getTime() - payment.created_at.getTime()) / 1_000,
      leftSeconds: payment.expires_at ? (payment.expires_at.getTime() - ctx.now.getTime()) / 1_000 : null,
    })
    ctx.enqueue(settlePayment, { orderRef, asks: asks + 1, nudge: false }, { after })
  },
})

async function listOverdue(ctx: Ctx, since: Date): Promise<Omit<Data, 'merchantId' | 'environment'>[]> {
  return (await listInFlight(ctx, since)).map((orderRef) => ({ orderRef, asks: 0, nudge: false }))
}

const giveUpAfterMs = 7 * 86_400_000

type Payment = NonNullable<Awaited<ReturnType<typeof readForChannel>>>

/** The days until the job gives up count from the expiry of a payment that the provider knows. */
const hopefulSince = ({ status, created_at, expires_at }: Payment): Date =>
  status === 'Pending' && expires_at && expires_at > created_at ? expires_at : created_at

/** Only a payment that is known to wait for its shopper can be ended. Another one may be about to succeed. */
function endOf({ status, method_details, cancel_asked_at, expires_at }: Payment, now: Date): Claim['end'] {
  if (status !== 'Pending' || !method_details.action) return null
  if (expires_at && expires_at <= now) return 'time'
  return cancel_asked_at ? 'shopper' : null
}

function authoriseRequest(ctx: Ctx, payment: Payment, channel: Channel): AuthoriseRequest | null {
  const { order_ref: orderRef, channel_token: token, method_details: details } = payment
  const type = payment.payment_method as OfferedMethod
  const way = wayOf(type, payment.payment_sub_type)
  // The card's token is deleted when the payment ends.
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
    returnUrl: `${payAddress(ctx, payment.payable_ref)}?returned=1${language}`,
    expiresAt: payment.expires_at,
  }
}

const callbackUrl = (ctx: { services: Services; owner: { environment: string } }, channel: Channel) =>
  `${ctx.services.callbackUrl}/gateway/api/callbacks/${channel.key}/${channel.merchantKey}/${ctx.owner.environment}`
