import { z } from 'zod'
import { environment } from '#contract/kit/wire.ts'
import { Fault } from '#contract/faults.ts'
import { inFlightStates } from '#contract/payment-states.ts'
import type { Ctx, Services } from '#server/kit/ctx.ts'
import { effect } from '#server/kit/jobs/jobs.ts'
import { isKnown, type Asked, type AuthoriseRequest, type Outcome } from '#server/providers/provider.ts'
import { applyOutcome, giveUp, letLapse } from './apply-outcome.ts'
import { forgetApproval, stepAfterApproval, type Step } from './approval.ts'
import { authoriseRequest } from './authorise-request.ts'
import { payableOf } from '#server/payables/payable.ts'
import { channelOfPayment, type Channel } from '#server/channels/channel.ts'
import { placeOf, putOffSeconds, slowChannels } from '#server/channels/slow-channels.ts'
import { nextAskSeconds } from './ask-schedule.ts'
import { forgetCancelWish } from './cancel-wish.ts'
import { endUnavailable } from './fail-over.ts'
import { listInFlight } from './in-flight.ts'
import { askedOf, markAsked, readForChannel, type ReadPayment } from './for-channel.ts'

const data = z.object({
  merchantId: z.uuid(),
  environment,
  orderRef: z.string(),
  asks: z.number().default(0),
  /** An extra poll, which only asks: the scheduled one is queued as well, so the extra one goes on only while it learns nothing. */
  nudge: z.boolean().default(false),
  /** How often it was put off, one time after the other, because its channel hangs. */
  waits: z.number().optional(),
})
type Data = z.infer<typeof data>

interface Claim {
  channel: Channel
  payment: Asked
  /** The request to send, while the provider may not know the payment. */
  request: AuthoriseRequest | null
  /**
   * The request was sent before: its outcome is read, and the request is repeated only if the provider has never seen the
   * payment.
   */
  asked: boolean
  /** Why a payment that waits for its shopper is to end: the shopper cancelled, or it expired. */
  end: Step['end']
  /** The shopper agreed: the provider is told to take the money, `again` after it was told and may not have heard. */
  take: Step['take']
  /** The shopper agreed, and it is too late: the provider is never told to take the money. */
  lapses: boolean
  /** Its payable forbids to ask for it any more: it is only asked about, and ends when the provider has never seen it. */
  stopped: boolean
}

/**
 * Completes a payment at the provider: requests it once, then polls its outcome until that is final (`nextAskSeconds`). A
 * payment that waits for its shopper ends when they cancel or it expires: at the provider first, and here by the provider's
 * outcome. A payment that its shopper approved is completed while its payable can still be paid by it. The idempotency key is
 * always the payment's reference.
 */
export const settlePayment = effect<Data, Claim, Outcome>({
  name: 'settle-payment',
  data,
  // A provider that keeps a few payments waiting must not hold up the others.
  parallel: 64,
  overdue: { key: 'orderRef', list: listOverdue },

  async claim(ctx, { orderRef, asks, nudge, waits = 0 }) {
    if (slow.anyIsFull()) {
      const full = await channelOfPayment(ctx, orderRef)
      if (full && slow.isFull(placeOf(full))) {
        const again = { orderRef, asks, nudge, waits: waits + 1 }
        if (!nudge) ctx.enqueue(settlePayment, again, { after: putOffSeconds(waits) })
        return null
      }
    }
    const [payment, channel] = await Promise.all([
      nudge ? readToAsk(ctx, orderRef) : markAsked(ctx, orderRef),
      channelOfPayment(ctx, orderRef),
    ])
    if (!payment || !(inFlightStates as readonly string[]).includes(payment.status)) return null
    if (!channel) throw new Fault('channelMissing')
    // Only one chain of jobs sends the request, so that a request is never under way when another has failed for good.
    const asking = nudge ? null : await askingFor(ctx, payment)
    const stopped = asking === 'stop'
    if (stopped && payment.first) {
      await applyOutcome(ctx, orderRef, stoppedOutcome)
      return null
    }
    const request = nudge || stopped ? null : authoriseRequest(ctx, payment, channel, asking)
    const step = payment.approved_at
      ? await stepAfterApproval(ctx, orderRef)
      : { end: endOf(payment, ctx.now), take: null, lapses: false }
    return { channel, payment: askedOf(ctx, payment), request, asked: !payment.first, stopped, ...step }
  },

  act: (services, claim, signal) => slow.watch(placeOf(claim.channel), () => askProvider(services, claim, signal)),

  async complete(ctx, { orderRef, asks, nudge }, { end, take, lapses, stopped }, outcome) {
    if (stopped && outcome.kind === 'absent') return void (await applyOutcome(ctx, orderRef, stoppedOutcome))
    if (outcome.kind === 'unavailable') {
      const next = await endUnavailable(ctx, orderRef, outcome.providerText)
      if (next) ctx.enqueue(settlePayment, { orderRef: next, asks: 0, nudge: false })
      return
    }
    const changed = isKnown(outcome) && (await applyOutcome(ctx, orderRef, outcome))
    if (outcome.kind === 'captured' || outcome.kind === 'declined' || outcome.kind === 'expired') return
    const untouched = outcome.kind === 'pending' || outcome.kind === 'approved' || outcome.kind === 'absent'
    if (lapses && end && untouched && (await letLapse(ctx, orderRef, end))) return
    if (end === 'shopper' && outcome.kind === 'pending') await forgetCancelWish(ctx, orderRef)
    if (take && outcome.kind === 'pending' && outcome.action) await forgetApproval(ctx, orderRef, outcome)
    if (changed && outcome.kind === 'approved') {
      ctx.enqueue(settlePayment, { orderRef, asks, nudge })
      return
    }
    if (nudge && outcome.kind !== 'unknown') return
    const payment = await readForChannel(ctx, orderRef)
    if (!payment || !(inFlightStates as readonly string[]).includes(payment.status)) return
    // A payment that waits for its shopper at the provider is ended there, never here alone.
    const waitsForShopper = outcome.kind === 'pending' && outcome.action !== undefined
    const tooLong = ctx.now.getTime() - hopefulSince(payment).getTime() > giveUpAfterMs
    // An authorisation lapses by the provider's word alone.
    if (tooLong && !waitsForShopper && payment.status !== 'Authorized') return void (await giveUp(ctx, orderRef))
    const after = nextAskSeconds({
      asks,
      waitsForShopper,
      authorised: outcome.kind === 'authorised',
      ageSeconds: (ctx.now.getTime() - payment.created_at.getTime()) / 1_000,
      leftSeconds: payment.expires_at ? (payment.expires_at.getTime() - ctx.now.getTime()) / 1_000 : null,
    })
    ctx.enqueue(settlePayment, { orderRef, asks: asks + 1, nudge }, { after })
  },
})

/** What the payable says right before the provider is asked; null of kinds that say nothing. */
async function askingFor(ctx: Ctx, payment: ReadPayment) {
  const { payable_kind: kind, payable_ref: ref } = payment
  return kind === '' ? null : ((await payableOf(ctx, kind).beforeAsking?.(ctx, ref, payment)) ?? null)
}
/** A payment that its payable has forbidden before anybody has seen it. */
const stoppedOutcome = {
  kind: 'declined',
  providerRef: '',
  reason: 'INVALID_TRANSACTION_ORDER_CANCELLED_ERROR',
  providerText: '',
} as const

async function askProvider(
  services: Services,
  { channel, payment, request, asked, end, take }: Claim,
  signal: AbortSignal,
): Promise<Outcome> {
  const provider = services.provider(channel.provider, channel.credentials, channel.environment)
  const complete = () => provider.complete?.(payment, signal) ?? noComplete
  if (end) return untaken(await provider.cancel(payment, end, signal))
  if (take === 'first') return complete()
  if (asked) {
    const outcome = untaken(await provider.status(payment, signal))
    if (outcome.kind === 'approved' && take) return complete()
    if (outcome.kind !== 'absent') return outcome
  }
  return request ? provider.authorise(request, signal) : { kind: 'absent' }
}

/** Requests of this process. A channel whose provider hangs takes no places from payments by others. */
const slow = slowChannels()

async function listOverdue(ctx: Ctx, since: Date): Promise<Omit<Data, 'merchantId' | 'environment'>[]> {
  return (await listInFlight(ctx, since)).map((orderRef) => ({ orderRef, asks: 0, nudge: false }))
}

const giveUpAfterMs = 7 * 86_400_000

/** The days until the job gives up count from the expiry of a payment that the provider knows. */
const hopefulSince = ({ status, created_at, expires_at }: ReadPayment): Date =>
  status === 'Pending' && expires_at && expires_at > created_at ? expires_at : created_at

/** Of an extra poll: the payment as it is, and nothing before the first request was sent. */
async function readToAsk(ctx: Ctx, orderRef: string): Promise<(ReadPayment & { first: boolean }) | undefined> {
  const payment = await readForChannel(ctx, orderRef)
  return payment?.channel_asked_at ? { ...payment, first: false } : undefined
}

/** Only a payment that is known to wait for its shopper can be ended. Another one may be about to succeed. */
function endOf({ status, method_details, cancel_asked_at, expires_at }: ReadPayment, now: Date): Step['end'] {
  if (status !== 'Pending' || !method_details.action) return null
  if (expires_at && expires_at <= now) return 'time'
  return cancel_asked_at ? 'shopper' : null
}

/** A provider that could not be asked has said nothing about the payment, whatever its adapter calls that. */
const untaken = (outcome: Outcome): Outcome =>
  outcome.kind === 'unavailable' ? { kind: 'unknown', why: outcome.providerText } : outcome
const noComplete: Outcome = { kind: 'unknown', why: 'the provider completes by itself' }
