import type { Asked, AuthoriseRequest, Outcome, Provider, RefusedFunds } from '../provider.ts'
import { moneyOf } from './amounts.ts'
import { callbackVerifier } from './callbacks.ts'
import { certificates } from './certificates.ts'
import { connectionOf } from './connection.ts'
import { captureKey, mostRefusals, sentBack, sinceRefusal } from './funds.ts'
import { askWith, exchangeWith, type Reply } from './http.ts'
import { accountConnection } from '../account-connection.ts'
import { paypalOnboarding } from './onboarding.ts'
import {
  authorizationOf,
  cancelled,
  Capture,
  capturesOf,
  isTaken,
  mismatches,
  Order,
  outcomeOfCapture,
  outcomeOfOrder,
  outcomeOfRefund,
  Refund,
  refundsOf,
  unknown,
  type Wanted,
} from './orders.ts'
import { type ProblemLog, refusals } from './refusal.ts'
import { accessTokens } from './token.ts'

export interface PaypalOptions {
  clientId: string
  clientSecret: string
  /** The account of a partner's merchant in whose name the application asks; empty for the application's own. */
  merchantId?: string
  /** The id of the partner whose application it is, and where its merchants find their accounts; null for no partner. */
  partner?: { partnerId: string; site: string } | null
  /** The webhook whose call-backs are believed; empty until one is registered. */
  webhookId: string
  /** The address of PayPal's API, without a slash at its end. */
  api: string
  /** Further roots of call-back certificates in PEM; used only where `api` is this machine. */
  roots?: readonly string[]
  now: () => Date
  log: ProblemLog
  /** For one call with everything in it, 15,000 by default. */
  timeoutMs?: number
}

/**
 * PayPal as a payment channel, by its orders. An order takes no money before it is captured here, so that one whose
 * creation was never answered, or which ended here, is left to lapse. The provider's reference of a payment is its order.
 */
export function paypalProvider(options: PaypalOptions): Provider {
  const { clientId, clientSecret, merchantId = '', partner = null, webhookId, api, now, log } = options
  const { timeoutMs = 15_000 } = options
  const exchange = exchangeWith(api, timeoutMs)
  const tokens = accessTokens({ clientId, clientSecret, exchange, now })
  const ask = askWith(exchange, tokens, merchantId === '' ? {} : assertion(clientId, merchantId))
  const onboarding = partner && paypalOnboarding({ ...partner, ask: askWith(exchange, tokens) })
  const refusal = refusals(log)

  /** Another amount than was asked is never believed, and somebody has to see it. */
  function watched(outcome: Outcome, { key }: Wanted): Outcome {
    if (outcome.kind === 'unknown' && mismatches.has(outcome.why)) {
      log.warn({ key, why: outcome.why }, 'PayPal answered with another amount than was asked')
    }
    return outcome
  }
  const outcomeOf = (order: Order, wanted: Wanted & { refusedFunds?: RefusedFunds }): Outcome =>
    watched(sinceRefusal(order, outcomeOfOrder(order, wanted), wanted.refusedFunds), wanted)

  /** The order of a payment, or why it cannot be had. */
  async function orderOf(ref: string, signal: AbortSignal): Promise<Order | Outcome> {
    if (ref === '') return unknown('the order is not known')
    const reply = await ask({ method: 'GET', path: `/v2/checkout/orders/${encodeURIComponent(ref)}` }, signal)
    if (reply.kind !== 'answer') return unknown(reply.why)
    // PayPal forgets an order that nobody approved, and keeps one that was captured.
    if (reply.status === 404) return { kind: 'expired', providerRef: ref }
    const order = Order.safeParse(reply.json)
    if (reply.status !== 200 || !order.success) return unknown(`answered ${reply.status} to the question for an order`)
    return order.data.id === ref ? order.data : unknown('the answer is about another order')
  }

  async function look(ref: string, wanted: Wanted, signal: AbortSignal): Promise<Outcome> {
    const order = await orderOf(ref, signal)
    return isOrder(order) ? outcomeOf(order, wanted) : asKnown(order)
  }

  async function authorise(wished: AuthoriseRequest, signal: AbortSignal): Promise<Outcome> {
    const amount = moneyOf(wished.amountMinor, wished.currency)
    if (!amount) return { kind: 'unavailable', providerText: 'PayPal cannot take this amount.' }
    const body = orderBody(wished, amount, merchantId)
    const reply = await ask({ method: 'POST', path: '/v2/checkout/orders', requestId: wished.key, body }, signal)
    const order = orderIn(reply)
    if (order) return outcomeOf(order, wished)
    const undecided = async (why: string) => unknown(why)
    return refusal(reply, { ref: '', again: undecided, look: undecided })
  }

  return {
    authorise,

    async complete(payment, signal) {
      const { key, providerRef: ref } = payment
      const order = await orderOf(ref, signal)
      if (!isOrder(order)) return untold(order, payment)
      const before = outcomeOf(order, payment)
      if (before.kind !== 'approved') return before
      const { refusedFunds = { times: 0 } } = payment
      const [act, suffix] = order.intent === 'AUTHORIZE' ? ['authorize', 'a'] : ['capture', 'c']
      const requestId = captureKey(key, suffix, refusedFunds)
      const reply = await ask(
        { method: 'POST', path: `/v2/checkout/orders/${ref}/${act}`, requestId, body: {} },
        signal,
      )
      const done = orderIn(reply)
      if (done) return outcomeOf(done, payment)
      // An earlier attempt may still be under way at PayPal.
      if (reply.kind === 'unsent') return unknown(reply.why)
      return refusal(reply, {
        ref,
        async again(providerText, url) {
          const times = refusedFunds.times + 1
          if (times >= mostRefusals) return { ...refused, providerRef: ref, providerText }
          const now = await orderOf(ref, signal)
          return isOrder(now) ? sentBack(now, { times, url }) : now
        },
        async look(issue) {
          const after = await look(ref, payment, signal)
          return after.kind === 'approved' ? unknown(issue) : after
        },
      })
    },

    async capture({ key, paymentKey, paymentRef: ref, amountMinor, currency }, signal) {
      const wanted = { key: paymentKey, amountMinor, currency }
      const order = await orderOf(ref, signal)
      if (!isOrder(order)) return asKnown(order)
      const before = outcomeOf(order, wanted)
      const held = authorizationOf(order)
      const amount = moneyOf(amountMinor, currency)
      if (before.kind !== 'authorised' || !held || !amount) return before
      const path = `/v2/payments/authorizations/${encodeURIComponent(held.id)}/capture`
      const reply = await ask({ method: 'POST', path, requestId: key, body: { amount, final_capture: true } }, signal)
      const capture =
        reply.kind === 'answer' && isSuccess(reply.status) ? Capture.safeParse(reply.json).data : undefined
      if (capture) return watched(outcomeOfCapture(capture, order, wanted), wanted)
      const lookAgain = () => look(ref, wanted, signal)
      return refusal(reply, { ref, again: lookAgain, look: lookAgain })
    },

    async void(payment, signal) {
      const { key, providerRef: ref } = payment
      const order = await orderOf(ref, signal)
      if (!isOrder(order)) return asKnown(order)
      const before = outcomeOf(order, payment)
      const held = authorizationOf(order)
      if (before.kind !== 'authorised' || !held) return before
      const path = `/v2/payments/authorizations/${encodeURIComponent(held.id)}/void`
      const reply = await ask({ method: 'POST', path, requestId: `${key}-v`, body: {} }, signal)
      if (reply.kind === 'answer' && isSuccess(reply.status)) return cancelled(ref, 'The authorisation was voided.')
      const lookAgain = () => look(ref, payment, signal)
      return refusal(reply, { ref, again: lookAgain, look: lookAgain })
    },

    async refund({ key, paymentKey, paymentRef, amountMinor, currency }, signal) {
      const wanted = { key, amountMinor, currency }
      const order = await orderOf(paymentRef, signal)
      if (!isOrder(order)) return asKnown(order)
      if (order.purchase_units[0]?.custom_id !== paymentKey) return unknown('the order is of another payment')
      const made = refundsOf(order).find(({ custom_id: id }) => id === key)
      if (made) return watched(outcomeOfRefund(made, wanted), wanted)
      const capture = capturesOf(order).find(isTaken)
      if (!capture) return unknown('the order has no capture to refund')
      const amount = moneyOf(amountMinor, currency)
      if (!amount) return { ...refused, providerRef: '', providerText: 'PayPal cannot refund this amount.' }
      const path = `/v2/payments/captures/${encodeURIComponent(capture.id)}/refund`
      const reply = await ask({ method: 'POST', path, requestId: key, body: { amount, custom_id: key } }, signal)
      const refund = reply.kind === 'answer' && isSuccess(reply.status) ? Refund.safeParse(reply.json).data : undefined
      if (refund) return watched(outcomeOfRefund(refund, wanted), wanted)
      const undecided = async (why: string) => unknown(why)
      return refusal(reply, { ref: '', again: undecided, look: undecided })
    },

    async cancel(payment, why, signal) {
      const { providerRef: ref } = payment
      const order: Order | Outcome = ref === '' ? { kind: 'expired', providerRef: '' } : await orderOf(ref, signal)
      const before = isOrder(order) ? outcomeOf(order, payment) : untold(order, payment)
      // Without a capture by us nothing is taken, so that the word here is the end.
      const isOpen =
        before.kind === 'approved' || before.kind === 'expired' || (before.kind === 'pending' && before.action)
      if (!isOpen) return before
      return why === 'time' ? { kind: 'expired', providerRef: ref } : cancelled(ref, 'The payment was cancelled.')
    },

    async status(asked, signal) {
      const { kind, key, providerRef: ref } = asked
      if (kind === 'payment') {
        if (ref !== '') {
          const order = await orderOf(ref, signal)
          return isOrder(order) ? outcomeOf(order, asked) : untold(order, asked)
        }
        // The order of a creation that was never answered cannot be found by our key. Its shopper was never sent there and
        // it is never captured: within half of the time for which PayPal remembers the key, the creation is repeated under
        // it; afterwards the order is left to lapse.
        const age = now().getTime() - asked.firstAskedAt.getTime()
        return age < repeatableMs ? { kind: 'absent' } : { kind: 'expired', providerRef: '' }
      }
      const order = await orderOf(asked.payment?.providerRef ?? '', signal)
      if (!isOrder(order)) return asKnown(order)
      const made = refundsOf(order).find(({ id, custom_id }) => (ref === '' ? custom_id === key : id === ref))
      return made ? watched(outcomeOfRefund(made, asked), asked) : { kind: 'absent' }
    },

    verifyCallback: callbackVerifier({
      webhookId,
      certificate: certificates({ api, roots: options.roots ?? [], now, timeoutMs }),
      ask,
      now,
      partner: partner !== null,
    }),
    cardEntry: () => null,
    connection: onboarding ? accountConnection(onboarding, merchantId) : connectionOf({ ask, tokens }),
    ...(onboarding && { onboarding }),
  }
}

/** Half of the 6 hours for which PayPal remembers the key of an order. */
const repeatableMs = 3 * 3_600_000
const refused = { kind: 'declined', reason: 'BANK_REFUSED_TRANSACTION' } as const

const isOrder = (found: Order | Outcome): found is Order => 'purchase_units' in found
const isSuccess = (status: number): boolean => status >= 200 && status < 300
/** An order that PayPal does not have tells nothing about money that was taken with it. */
const asKnown = (outcome: Outcome): Outcome =>
  outcome.kind === 'expired' ? unknown('PayPal does not have the order') : outcome
/** Without a capture that was asked for it has lapsed. With one it may be an order of the account that the channel had before. */
const untold = (outcome: Outcome, { completing = false }: Asked): Outcome => (completing ? asKnown(outcome) : outcome)

function orderIn(reply: Reply): Order | undefined {
  return reply.kind === 'answer' && isSuccess(reply.status) ? Order.safeParse(reply.json).data : undefined
}

function orderBody(wished: AuthoriseRequest, amount: { currency_code: string; value: string }, merchantId: string) {
  const { key, description, returnUrl } = wished
  return {
    intent: wished.capture ? 'CAPTURE' : 'AUTHORIZE',
    purchase_units: [
      {
        reference_id: wished.merchantKey,
        custom_id: key,
        invoice_id: key,
        // Half of a character at the cut is left out.
        ...(description !== '' && {
          description: description.slice(0, maxDescription).replace(/[\uD800-\uDBFF]$/, ''),
        }),
        amount,
        ...(merchantId !== '' && { payee: { merchant_id: merchantId } }),
      },
    ],
    payment_source: {
      paypal: {
        experience_context: {
          return_url: returnUrl,
          cancel_url: returnUrl,
          user_action: 'PAY_NOW',
          shipping_preference: 'NO_SHIPPING',
        },
      },
    },
  }
}
const maxDescription = 127

/** Says in whose name a partner asks: a token without a signature, as PayPal has it for its partners. */
function assertion(clientId: string, merchantId: string): Record<string, string> {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  return { 'paypal-auth-assertion': `${part({ alg: 'none' })}.${part({ iss: clientId, payer_id: merchantId })}.` }
}
