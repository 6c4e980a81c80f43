import { callbackAddress } from '#server/channels/callback-address.ts'
import { channelOf, type Channel } from '#server/channels/channel.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { effect } from '#server/kit/jobs/jobs.ts'
import { payAddress } from '#server/payables/payable.ts'
import type { AskedMandate, MandateOutcome, MandateRequest } from '#server/providers/mandates.ts'
import { inTimeOf } from '#server/subscription-store/clocks.ts'
import {
  changeMandate,
  findMandate,
  listWaiting,
  secretsOf,
  type MandateRow,
} from '#server/subscription-store/mandates.ts'
import { findSubscription, type SubscriptionRow } from '#server/subscription-store/queries.ts'
import { revokeJob, setUpJob, type MandateData } from './job-data.ts'
import { applyMandate } from './mandate-outcome.ts'

type Data = MandateData

interface Revoking {
  channel: Channel
  asked: AskedMandate
}

/** Ends a mandate at its provider, again and again until that is known. Safe to repeat there. */
export const revokeMandate = effect<Data, Revoking, MandateOutcome>({
  ...revokeJob,
  parallel: 8,
  overdue: {
    key: 'mandateRef',
    list: async (ctx, since) =>
      (await listWaiting(ctx, 'revocation', since)).map((mandateRef) => ({ mandateRef, asks: 0 })),
  },
  async claim(ctx, { mandateRef }) {
    const mandate = await findMandate(ctx, mandateRef)
    if (mandate?.revocation !== 'due') return null
    return { channel: await channelOf(ctx, mandate.channel_key), asked: await askedOf(ctx, mandate) }
  },
  async act({ provider }, { channel, asked }, signal) {
    const { mandates } = provider(channel.provider, channel.credentials, channel.environment)
    return mandates ? mandates.revoke(asked, signal) : { kind: 'absent' }
  },
  async complete(ctx, { mandateRef, asks }, _, outcome): Promise<void> {
    if (outcome.kind === 'unknown' || outcome.kind === 'unavailable') {
      ctx.enqueue(revokeMandate, { mandateRef, asks: asks + 1 }, { after: nextAskSeconds(asks) })
      return
    }
    changeMandate(ctx, { mandate_ref: mandateRef }, { revocation: 'done', token: null })
  },
})

interface SettingUp {
  channel: Channel
  asked: AskedMandate
  /** The request to send, while the provider may not know the mandate. */
  request: MandateRequest | null
  /** It was sent before: how it stands is asked first. */
  before: boolean
}

/**
 * Sets a mandate up at its provider: asks for it once, then how it stands until that is final. One that came with money is only asked
 * about, where the payment's outcome had no token.
 */
export const settleMandate = effect<Data, SettingUp, MandateOutcome>({
  ...setUpJob,
  parallel: 16,
  overdue: {
    key: 'mandateRef',
    list: async (ctx, since) =>
      (await listWaiting(ctx, 'set-up', since)).map((mandateRef) => ({ mandateRef, asks: 0 })),
  },
  async claim(ctx, { mandateRef }) {
    const mandate = await findMandate(ctx, mandateRef)
    if (mandate?.state !== 'requested') return null
    const channel = await channelOf(ctx, mandate.channel_key)
    const before = mandate.asked_at !== null
    const withMoney = mandate.provider_key !== mandate.mandate_ref
    if (!before) changeMandate(ctx, mandate, { asked_at: ctx.now })
    const request = withMoney ? null : await requestOf(ctx, mandate, channel)
    return { channel, asked: await askedOf(ctx, mandate), request, before: before || withMoney }
  },
  async act({ provider }, { channel, asked, request, before }, signal) {
    const { mandates } = provider(channel.provider, channel.credentials, channel.environment)
    if (!mandates) return { kind: 'absent' }
    if (before) {
      const outcome = await mandates.status(asked, signal)
      if (outcome.kind !== 'absent') return outcome
    }
    return request ? mandates.setUp(request, signal) : { kind: 'absent' }
  },
  async complete(ctx, { mandateRef, asks }, { request }, outcome) {
    const over = await applyMandate(ctx, mandateRef, outcome)
    if (over || (outcome.kind === 'absent' && !request)) return
    ctx.enqueue(settleMandate, { mandateRef, asks: asks + 1 }, { after: nextAskSeconds(asks) })
  },
})

async function requestOf(ctx: Ctx, mandate: MandateRow, channel: Channel): Promise<MandateRequest> {
  const [subscription, { channelToken }] = await Promise.all([
    findSubscription(ctx, mandate.order_ref),
    secretsOf(ctx, mandate.mandate_ref),
  ])
  if (!subscription) throw new Error(`a mandate of no subscription: ${mandate.mandate_ref}`)
  const { method_details: details } = mandate
  const then = await inTimeOf(ctx, subscription)
  return {
    key: mandate.provider_key,
    currency: subscription.currency,
    method: { type: mandate.method, subType: mandate.method_sub_type },
    given: {
      ...(channelToken && { token: channelToken }),
      ...(details.phone && { phone: details.phone }),
      ...(details.bank && { bank: details.bank }),
    },
    payerName: subscription.customer_name,
    description: mandate.consent,
    callbackUrl: callbackAddress(ctx.services, channel, ctx.owner.environment),
    returnUrl: `${returnPage(ctx, subscription)}?returned=1&lang=${mandate.language}`,
    expiresAt: null,
    country: subscription.country,
    payerEmail: subscription.email,
    merchantKey: channel.merchantKey,
    environment: ctx.owner.environment,
    ...(subscription.clock_ref && { simulatedAt: then.now }),
  }
}

/** The page that asked for it: of the set-up, or of another method. */
const returnPage = (ctx: Ctx, { order_ref, status }: SubscriptionRow): string =>
  payAddress(ctx, status === 'created' ? order_ref : `manage/${order_ref}/method`)

/** What the provider is asked about a mandate by. */
export async function askedOf(ctx: Ctx, mandate: MandateRow): Promise<AskedMandate> {
  const { token } = await secretsOf(ctx, mandate.mandate_ref)
  return { key: mandate.provider_key, token: token ?? '', providerRef: mandate.provider_ref }
}

/** Soon at first, hourly later: banks take days. */
export const nextAskSeconds = (asks: number): number => [2, 5, 15, 30, 60, 300, 600][asks] ?? 3_600
