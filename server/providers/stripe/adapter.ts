import type Stripe from 'stripe'
import type { TestCard } from '#contract/card-entry.ts'
import {
  type Asked, type AuthoriseRequest, type CaptureRequest, type Outcome, type Provider, type RefundRequest,
} from '../provider.ts' // prettier-ignore
import { toStripe } from './amounts.ts'
import { verifyCallback } from './callbacks.ts'
import { type Answered, stripeClient } from './client.ts'
import { connection } from './connection.ts'
import { lookUps } from './look-up.ts'
import { accountConnection } from '../account-connection.ts'
import { stripeOnboarding } from './onboarding.ts'
import { type Expected, faultOutcome, intentOutcome, refundOutcome, type Warn } from './outcomes.ts'
import { intentParams } from './requests.ts'

export interface StripeProviderOptions {
  /** The channel's credentials, by the names of the catalogue. */
  credentials: Readonly<Record<string, string>>
  /** The operator's platform, which stands behind accounts that it has onboarded; null without one. */
  platform?: StripePlatform | null
  /** The operator's address of Stripe's interface, without a slash at its end; null for Stripe's own. */
  url: string | null
  now?: () => Date
  warn: Warn
  /** For one request with everything in it, 15,000 by default. */
  timeoutMs?: number
}

/** The keys of the operator's platform in one mode. */
export interface StripePlatform {
  secretKey: string
  publishableKey: string
  /** Of the endpoint for call-backs of its accounts; empty without one. */
  webhookSecret: string
}

/**
 * Stripe as a payment channel. A payment is a PaymentIntent that is created and confirmed in one request, under our
 * key as idempotency key and in its metadata. Captures and cancellations carry no key of ours: each can happen only
 * once, and Stripe would keep the failure of a key for a day.
 */
export function stripeProvider(options: StripeProviderOptions): Provider {
  const { credentials, url, now = () => new Date(), timeoutMs = 15_000 } = options
  // A channel with keys of its own has nothing to do with the platform.
  const platform = credentials['secret_key'] ? null : (options.platform ?? null)
  const account = platform ? (credentials['account'] ?? '') : ''
  const secretKey = platform?.secretKey ?? credentials['secret_key'] ?? ''
  const publishableKey = platform?.publishableKey ?? credentials['publishable_key'] ?? ''
  const webhookSecret = platform?.webhookSecret ?? credentials['webhook_secret'] ?? ''
  const live = /^[sr]k_live_/.test(secretKey)
  const warn = onceEach(options.warn)
  const client = stripeClient({ secretKey, account, url, timeoutMs })
  const onboarding = platform && stripeOnboarding(stripeClient({ secretKey, account: '', url, timeoutMs }))
  const { readIntent, findIntent, findRefund } = lookUps({ client, now, warn })

  /** Payments that are not in the list while their first request may still be on its way: it may take money yet. */
  const underWay = new Set<string>()

  async function authorise(wished: AuthoriseRequest, signal: AbortSignal): Promise<Outcome> {
    const amount = toStripe(wished.amountMinor, wished.currency)
    if (amount === null) return { kind: 'unavailable', providerText: 'Stripe cannot express the amount' }
    const params = intentParams(wished, amount)
    const create = (stripe: Stripe) => stripe.paymentIntents.create(params, { idempotencyKey: wished.key })
    const again = underWay.delete(wished.key)
    const answered = await client.ask(create, signal)
    if (answered.kind === 'answer') return withFacts(answered.value, wished, signal)
    if (answered.kind === 'unknown') return answered
    if (answered.kind === 'refused' && !isUnheard(answered)) return refusedCreation(answered, wished, signal)
    const why = answered.kind === 'unsent' ? answered.why : answered.error.message
    return again ? { kind: 'unknown', why } : { kind: 'unavailable', providerText: why }
  }

  async function refusedCreation(refused: Refused, wished: AuthoriseRequest, signal: AbortSignal): Promise<Outcome> {
    const { status, error, replayed } = refused
    const { message } = error
    const isReused = error.rawType === 'idempotency_error' && status !== 409
    if (isReused) warn('the key of a payment was used for another request', { order_ref: wished.key })
    if (isReused || status >= 500) return afterFailure(wished, { final: replayed || isReused, message }, signal)
    if (status === 409) return { kind: 'unknown', why: message }
    const ref = error.payment_intent?.id ?? ''
    if (error.code === 'resource_missing' && error.param === 'payment_method') {
      return { kind: 'declined', providerRef: ref, reason: 'INVALID_CARD_INFO_ERROR', providerText: message }
    }
    if (status !== 402 && !error.code) {
      warn('Stripe refused our request', { text: message })
      return { kind: 'unavailable', providerText: message }
    }
    return faultOutcome(error, ref, warn)
  }

  /**
   * Looks for what a failed creation left. An answer that Stripe kept (`final`) shows that the request was performed
   * to its end: what is not in the list then, or was never confirmed, takes no money.
   */
  async function afterFailure(
    wished: AuthoriseRequest,
    { final, message }: { final: boolean; message: string },
    signal: AbortSignal,
  ): Promise<Outcome> {
    const firstAskedAt = new Date(now().getTime() - (final ? keptMs : 0))
    const found = await findIntent({ key: wished.key, firstAskedAt }, signal)
    if (found.kind === 'unknown') return found
    if (found.kind === 'absent' && final) return { kind: 'unavailable', providerText: message }
    if (found.kind === 'absent') return { kind: 'unknown', why: message }
    if (final && isUnconfirmed(found.intent)) return discard(found.intent, wished, signal)
    return withFacts(found.intent, wished, signal)
  }

  /** Cancels a payment that was created and never confirmed, so that nobody can confirm it. */
  async function discard(intent: Stripe.PaymentIntent, expected: Expected, signal: AbortSignal): Promise<Outcome> {
    const cancel = (stripe: Stripe) => stripe.paymentIntents.cancel(intent.id, { cancellation_reason: 'abandoned' })
    const answered = await client.ask(cancel, signal)
    if (answered.kind === 'answer' && answered.value.status === 'canceled') {
      return { kind: 'unavailable', providerText: 'Stripe did not confirm the payment' }
    }
    const read = await readIntent(intent.id, signal)
    return read.kind === 'answer' ? intentOutcome(read.value, expected, warn) : unlearnt(read)
  }

  /** Reads card and fee of a payment that took money. Without them it is taken all the same. */
  async function withFacts(intent: Stripe.PaymentIntent, expected: Expected, signal: AbortSignal): Promise<Outcome> {
    const outcome = intentOutcome(intent, expected, warn)
    if (outcome.kind !== 'captured' && outcome.kind !== 'authorised') return outcome
    const read = await readIntent(intent.id, signal)
    if (read.kind !== 'answer') return outcome
    const detailed = intentOutcome(read.value, expected, warn)
    return detailed.kind === outcome.kind ? detailed : outcome
  }

  async function statusOfPayment(asked: Asked, signal: AbortSignal): Promise<Outcome> {
    if (asked.providerRef) return statusById(asked.providerRef, asked, signal)
    const found = await findIntent(asked, signal)
    const settled = now().getTime() - asked.firstAskedAt.getTime() >= settledMs
    if (found.kind === 'unknown') return found
    if (found.kind === 'absent') {
      // Its key makes a repeated request safe; that it was not taken is certain only once Stripe has ended the first.
      if (!settled) underWay.add(asked.key)
      return found
    }
    const { intent } = found
    if (settled && isUnconfirmed(intent)) return ended(await discard(intent, asked, signal), intent.id)
    return ended(await withFacts(intent, asked, signal), intent.id)
  }

  async function statusById(id: string, expected: Expected, signal: AbortSignal): Promise<Outcome> {
    const read = await readIntent(id, signal)
    return read.kind === 'answer' ? ended(intentOutcome(read.value, expected, warn), id) : unlearnt(read)
  }

  async function statusOfRefund(asked: Asked, signal: AbortSignal): Promise<Outcome> {
    if (!asked.providerRef) return findRefund(asked, asked.payment?.providerRef ?? '', signal)
    const answered = await client.ask((stripe) => stripe.refunds.retrieve(asked.providerRef), signal)
    return answered.kind === 'answer' ? refundOutcome(answered.value, asked, warn) : unlearnt(answered)
  }

  /** Sends what ends or moves a payment, and reads the payment when Stripe refuses or its answer is lost. */
  async function move(
    expected: Expected,
    id: string,
    send: (stripe: Stripe) => Promise<Stripe.PaymentIntent>,
    signal: AbortSignal,
  ): Promise<Outcome> {
    const answered = await client.ask(send, signal)
    if (answered.kind === 'answer') return ended(await withFacts(answered.value, expected, signal), id)
    if (answered.kind === 'refused' && !isUnheard(answered)) return statusById(id, expected, signal)
    return unlearnt(answered)
  }

  async function end(asked: Asked, why: 'shopper' | 'time', signal: AbortSignal): Promise<Outcome> {
    const found: Outcome = asked.providerRef
      ? { kind: 'pending', providerRef: asked.providerRef }
      : await statusOfPayment(asked, signal)
    if (found.kind !== 'pending' && found.kind !== 'authorised') return found
    const reason = why === 'time' ? 'abandoned' : 'requested_by_customer'
    const cancel = (stripe: Stripe) => stripe.paymentIntents.cancel(found.providerRef, { cancellation_reason: reason })
    return move(asked, found.providerRef, cancel, signal)
  }

  function capture(wished: CaptureRequest, signal: AbortSignal): Promise<Outcome> {
    const { paymentKey: key, paymentRef: id, amountMinor, currency } = wished
    const take = (stripe: Stripe) => stripe.paymentIntents.capture(id)
    return move({ key, amountMinor, currency }, id, take, signal)
  }

  async function refund(wished: RefundRequest, signal: AbortSignal): Promise<Outcome> {
    const { key, paymentRef, amountMinor, currency } = wished
    const amount = toStripe(amountMinor, currency)
    if (amount === null) return { kind: 'unavailable', providerText: 'Stripe cannot express the amount' }
    const params = { payment_intent: paymentRef, amount, metadata: { refund_ref: key } }
    const answered = await client.ask((stripe) => stripe.refunds.create(params, { idempotencyKey: key }), signal)
    if (answered.kind === 'answer') return refundOutcome(answered.value, wished, warn)
    if (answered.kind === 'unsent') return { kind: 'unavailable', providerText: answered.why }
    if (answered.kind === 'unknown') return answered
    const { status, error, replayed } = answered
    if (isUnheard(answered)) return { kind: 'unavailable', providerText: error.message }
    const found = await findRefund(wished, paymentRef, signal)
    if (found.kind !== 'absent') return found
    if (status >= 500 && replayed) return { kind: 'unavailable', providerText: error.message }
    if (status >= 500 || status === 409) return { kind: 'unknown', why: `answered ${status}` }
    return { kind: 'declined', providerRef: '', reason: 'BANK_REFUSED_TRANSACTION', providerText: error.message }
  }

  return {
    authorise,
    capture,
    void: (asked, signal) => end(asked, 'shopper', signal),
    refund,
    cancel: end,
    status: (asked, signal) =>
      asked.kind === 'refund' ? statusOfRefund(asked, signal) : statusOfPayment(asked, signal),
    verifyCallback: async (call) => verifyCallback(call, { secret: webhookSecret, live, platform: platform !== null }),
    cardEntry: () => cardEntry({ publishableKey, account, url }),
    connection: onboarding ? accountConnection(onboarding, account) : connection({ client, webhookSecret }),
    ...(onboarding && { onboarding }),
  }
}

type Refused = Extract<Answered<never>, { kind: 'refused' }>

/** Whether Stripe turned the request away before it looked at what it asks. */
const isUnheard = ({ status }: Refused): boolean => status === 401 || status === 403 || status === 429

const isUnconfirmed = ({ status, last_payment_error: fault }: Stripe.PaymentIntent): boolean =>
  status === 'requires_confirmation' || (status === 'requires_payment_method' && !fault)

/** A payment that failed by the provider's fault has failed for good once it is asked about later. */
const ended = (outcome: Outcome, providerRef: string): Outcome =>
  outcome.kind === 'unavailable'
    ? { kind: 'declined', providerRef, reason: 'INVALID_CARD_PROCESSING_ERROR', providerText: outcome.providerText }
    : outcome
/** Stripe ends every request within this time. */
const settledMs = 60_000
/** Stripe keeps the answer of a key for a day. */
const keptMs = 86_400_000

const unlearnt = (answered: Exclude<Answered<unknown>, { kind: 'answer' }>): Outcome => ({
  kind: 'unknown',
  why: answered.kind === 'refused' ? `answered ${answered.status} ${answered.error.code ?? ''}`.trim() : answered.why,
})

function cardEntry({ publishableKey, account, url }: { publishableKey: string; account: string; url: string | null }) {
  const own = url === null ? null : new URL(url).origin
  return {
    kind: 'script',
    settings: {
      script_url: `${url ?? 'https://js.stripe.com'}/v3/`,
      publishable_key: publishableKey,
      ...(account && { account }),
    },
    connectOrigins: [own ?? 'https://api.stripe.com'],
    scriptOrigins: [own ?? 'https://js.stripe.com'],
    frameOrigins: own ? [own] : ['https://js.stripe.com', 'https://hooks.stripe.com'],
    testCards,
  } as const
}

/** Numbers of Stripe's test mode. */
const testCards: readonly TestCard[] = [
  { number: '4242424242424242', outcome: 'paid' },
  { number: '4000000000003220', outcome: 'asked' },
  { number: '4000000000000002', outcome: 'INVALID_CARD_DECLINED_ERROR' },
  { number: '4000000000009995', outcome: 'FUNDS_LIMIT_ERROR' },
]

/** The same warning about the same thing is given once. */
function onceEach(warn: Warn): Warn {
  const given = new Set<string>()
  return (what, about) => {
    const text = JSON.stringify([what, about])
    if (given.has(text)) return
    if (given.size >= mostWarnings) given.clear()
    given.add(text)
    warn(what, about)
  }
}
const mostWarnings = 1_000
