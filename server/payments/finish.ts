import { z } from 'zod'
import { Fault } from '#contract/faults.ts'
import { decimalText } from '#contract/kit/money.ts'
import { environment } from '#contract/kit/wire.ts'
import { channelOfPayment, type Channel } from '#server/channels/channel.ts'
import { placeOf, putOffSeconds, slowChannels } from '#server/channels/slow-channels.ts'
import { addTimelineEntry } from '#server/kit/audit/audit.ts'
import { madeAs } from '#server/kit/audit/audit-diff.ts'
import type { Ctx, Services } from '#server/kit/ctx.ts'
import { effect } from '#server/kit/jobs/jobs.ts'
import { isKnown, type Asked, type Outcome } from '#server/providers/provider.ts'
import { applyOutcome } from './apply-outcome.ts'
import { askedOf, readForChannel } from './for-channel.ts'
import {
  captureRefused,
  countRefusedCaptures,
  listToFinish,
  lockToFinish,
  markFinishAsked,
  setFinish,
} from './finish-rows.ts'

/** What becomes of a payment that is only authorised: its money is taken, all of it, or it is released. */
export type Finish = 'capture' | 'void'

/**
 * Asks for an authorised payment to be captured or released; a job does it. Asked again for the same, it changes nothing.
 * Throws `notFound`, and `wrongState` when the payment is not authorised or the other was asked for: of a capture and a
 * release at once, the first counts.
 */
export async function wishFinish(ctx: Ctx, orderRef: string, wish: Finish): Promise<void> {
  const payment = await lockToFinish(ctx, orderRef)
  if (!payment) throw new Fault('notFound')
  const amount = decimalText(payment.amount_minor, payment.currency)
  ctx.auditSubject(orderRef, madeAs({ amount, currency: payment.currency }))
  if (payment.finish === wish) return
  if (payment.status !== 'Authorized') throw new Fault('wrongState', { why: 'the payment is not authorised' })
  if (payment.finish !== '') throw new Fault('wrongState', { why: `${payment.finish} was asked for` })
  await setFinish(ctx, orderRef, wish)
  addTimelineEntry(ctx, 'payment', orderRef, words[wish].asked)
  ctx.enqueue(finishPayment, { orderRef, asks: 0 })
}

const data = z.object({
  merchantId: z.uuid(),
  environment,
  orderRef: z.string(),
  asks: z.number().default(0),
  /** How often it was put off, one time after the other, because its channel hangs. */
  waits: z.number().optional(),
})
type Data = z.infer<typeof data>

interface Claim {
  channel: Channel
  payment: Asked
  wish: Finish
  /** The key of the capture: another one after each refusal, as a provider repeats the answer that a key was given. */
  captureKey: string
  /** The provider was told before, so it is asked how the payment stands first. */
  asked: boolean
}
type Result = Outcome | { kind: 'refused'; providerText: string }

/**
 * Captures or releases an authorised payment at its provider: tells it once, then asks until the end is known. It is told
 * again only when it says that the payment is still only authorised, and always under the same key. What the provider
 * refuses leaves the payment authorised; a new wish then has a new key.
 */
export const finishPayment = effect<Data, Claim, Result>({
  name: 'finish-payment',
  data,
  parallel: 16,
  overdue: {
    key: 'orderRef',
    list: async (ctx, since) => (await listToFinish(ctx, since)).map((orderRef) => ({ orderRef, asks: 0 })),
  },

  async claim(ctx, { orderRef, asks, waits = 0 }) {
    const [payment, channel, refused] = await Promise.all([
      readForChannel(ctx, orderRef),
      channelOfPayment(ctx, orderRef),
      countRefusedCaptures(ctx, orderRef),
    ])
    if (payment?.status !== 'Authorized' || payment.finish === '') return null
    if (!channel) throw new Fault('channelMissing')
    if (slow.isFull(placeOf(channel))) {
      ctx.enqueue(finishPayment, { orderRef, asks, waits: waits + 1 }, { after: putOffSeconds(waits) })
      return null
    }
    const asked = payment.finish_asked_at !== null
    if (!asked) await markFinishAsked(ctx, orderRef)
    const captureKey = `${orderRef}-c${refused === 0 ? '' : refused + 1}`
    return { channel, payment: askedOf(ctx, payment), wish: payment.finish, captureKey, asked }
  },

  act: (services, claim, signal) => slow.watch(placeOf(claim.channel), () => tellProvider(services, claim, signal)),

  async complete(ctx, { orderRef, asks }, { wish }, result) {
    if (result.kind === 'refused') {
      await setFinish(ctx, orderRef, '')
      const text = result.providerText.slice(0, 300)
      addTimelineEntry(ctx, 'payment', orderRef, words[wish].refused, text ? { note: text } : {})
      return
    }
    if (isKnown(result)) await applyOutcome(ctx, orderRef, result)
    if (result.kind === 'captured' || result.kind === 'declined' || result.kind === 'expired') return
    ctx.enqueue(finishPayment, { orderRef, asks: asks + 1 }, { after: nextFinishAskSeconds(asks) })
  },
})

async function tellProvider(
  services: Services,
  { channel, payment, wish, captureKey, asked }: Claim,
  signal: AbortSignal,
): Promise<Result> {
  const provider = services.provider(channel.provider, channel.credentials, channel.environment)
  if (asked) {
    const outcome = await provider.status(payment, signal)
    if (outcome.kind !== 'authorised') return outcome
  }
  const { key: paymentKey, providerRef: paymentRef, amountMinor, currency } = payment
  const outcome =
    wish === 'void'
      ? await provider.void(payment, signal)
      : await provider.capture({ key: captureKey, paymentKey, paymentRef, amountMinor, currency }, signal)
  if (wish === 'void') return outcome.kind === 'authorised' ? { kind: 'refused', providerText: '' } : outcome
  if (outcome.kind !== 'declined') return outcome
  // A refused capture says nothing of the authorisation, which may have lapsed.
  const stands = await provider.status(payment, signal)
  return stands.kind === 'authorised' ? { kind: 'refused', providerText: outcome.providerText } : stands
}

/** Requests of this process. A channel whose provider hangs takes no places from captures and releases by others. */
const slow = slowChannels({ most: 12, mostSlow: 4 })

/** The names of what is asked and of what the provider refuses in a payment's timeline. */
const words = {
  capture: { asked: 'capture_asked', refused: captureRefused },
  void: { asked: 'void_asked', refused: 'void_refused' },
} as const

/** Seconds until the provider is asked again: soon at first, hourly after half a day. */
const nextFinishAskSeconds = (asks: number): number => [5, 15, 30, 40, 120, 600][asks] ?? (asks < 80 ? 600 : 3_600)
