import type { AuthoriseRequest, Outcome, Provider } from '../provider.ts'
import { moneyOf } from './amounts.ts'
import { callbackVerifier } from './callbacks.ts'
import { certificates } from './certificates.ts'
import { connectionOf } from './connection.ts'
import { askWith, exchangeWith, type Reply } from './http.ts'
import {
  authorizationOf,
  cancelled,
  Capture,
  capturesOf,
  isTaken,
  Order,
  outcomeOfCapture,
  outcomeOfOrder,
  outcomeOfRefund,
  Refund,
  refundsOf,
  unknown,
  waiting,
  type Wanted,
} from './orders.ts'
import { type ProblemLog, refusals } from './refusal.ts'
import { accessTokens } from './token.ts'

export interface PaypalOptions {
  clientId: string
  clientSecret: string
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
  const { clientId, clientSecret, webhookId, api, now, log, timeoutMs = 15_000 } = options
  const exchange = exchangeWith(api, timeoutMs)
  const tokens = accessTokens({ clientId, clientSecret, exchange, now })
  const ask = askWith(exchange, tokens)
  /** How often the shopper was sent back to an order for other funds. A restart counts anew; PayPal has a limit too. */
  const rounds = new Map<string, number>()
  const refusal = refusals(log)

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
    return isOrder(order) ? outcomeOfOrder(order, wanted) : order
  }

  async function authorise(wished: AuthoriseRequest, signal: AbortSignal): Promise<Outcome> {
    const amount = moneyOf(wished.amountMinor, wished.currency)
    if (!amount) return { kind: 'unavailable', providerText: 'PayPal cannot take this amount.' }
    const body = orderBody(wished, amount)
    const reply = await ask({ method: 'POST', path: '/v2/checkout/orders', requestId: wished.key, body }, signal)
    const order = orderIn(reply)
    if (order) return outcomeOfOrder(order, wished)
    const undecided = async (why: string) => unknown(why)
    return refusal(reply, { ref: '', again: undecided, look: undecided })
  }

  return {
    authorise,

    async complete(payment, signal) {
      const { key, providerRef: ref } = payment
      const order = await orderOf(ref, signal)
      if (!isOrder(order)) return order
      const before = outcomeOfOrder(order, payment)
      if (before.kind !== 'approved') return before
      const round = rounds.get(ref) ?? 0
      const [act, suffix] = order.intent === 'AUTHORIZE' ? ['authorize', 'a'] : ['capture', 'c']
      const requestId = `${key}-${suffix}${round === 0 ? '' : round + 1}`
      const reply = await ask(
        { method: 'POST', path: `/v2/checkout/orders/${ref}/${act}`, requestId, body: {} },
        signal,
      )
      const done = orderIn(reply)
      if (done) return outcomeOfOrder(done, payment)
      // An earlier attempt may still be under way at PayPal.
      if (reply.kind === 'unsent') return unknown(reply.why)
      return refusal(reply, {
        ref,
        async again(providerText) {
          if (round + 1 >= mostRounds) return { ...refusedFunds, providerRef: ref, providerText }
          remember(rounds, ref, round + 1)
          const now = await orderOf(ref, signal)
          return isOrder(now) ? waiting(now) : now
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
      const before = outcomeOfOrder(order, wanted)
      const held = authorizationOf(order)
      const amount = moneyOf(amountMinor, currency)
      if (before.kind !== 'authorised' || !held || !amount) return before
      const path = `/v2/payments/authorizations/${encodeURIComponent(held.id)}/capture`
      const reply = await ask({ method: 'POST', path, requestId: key, body: { amount, final_capture: true } }, signal)
      const capture =
        reply.kind === 'answer' && isSuccess(reply.status) ? Capture.safeParse(reply.json).data : undefined
      if (capture) return outcomeOfCapture(capture, order, wanted)
      const lookAgain = () => look(ref, wanted, signal)
      return refusal(reply, { ref, again: lookAgain, look: lookAgain })
    },

    async void(payment, signal) {
      const { key, providerRef: ref } = payment
      const order = await orderOf(ref, signal)
      if (!isOrder(order)) return asKnown(order)
      const before = outcomeOfOrder(order, payment)
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
      if (made) return outcomeOfRefund(made, wanted)
      const capture = capturesOf(order).find(isTaken)
      const amount = moneyOf(amountMinor, currency)
      if (!capture || !amount) return unknown('the order has no capture to refund')
      const path = `/v2/payments/captures/${encodeURIComponent(capture.id)}/refund`
      const reply = await ask({ method: 'POST', path, requestId: key, body: { amount, custom_id: key } }, signal)
      const refund = reply.kind === 'answer' && isSuccess(reply.status) ? Refund.safeParse(reply.json).data : undefined
      if (refund) return outcomeOfRefund(refund, wanted)
      const undecided = async (why: string) => unknown(why)
      return refusal(reply, { ref: '', again: undecided, look: undecided })
    },

    async cancel(payment, why, signal) {
      const { providerRef: ref } = payment
      const order: Order | Outcome = ref === '' ? { kind: 'expired', providerRef: '' } : await orderOf(ref, signal)
      const before = isOrder(order) ? outcomeOfOrder(order, payment) : order
      // Without a capture by us nothing is taken, so that the word here is the end.
      const isOpen =
        before.kind === 'approved' || before.kind === 'expired' || (before.kind === 'pending' && before.action)
      if (!isOpen) return before
      rounds.delete(ref)
      return why === 'time' ? { kind: 'expired', providerRef: ref } : cancelled(ref, 'The payment was cancelled.')
    },

    async status(asked, signal) {
      const { kind, key, providerRef: ref } = asked
      if (kind === 'payment') {
        if (ref !== '') return look(ref, asked, signal)
        // The order of a creation that was never answered cannot be found by our key. Its shopper was never sent there and
        // it is never captured: within half of the time for which PayPal remembers the key, the creation is repeated under
        // it; afterwards the order is left to lapse.
        const age = now().getTime() - asked.firstAskedAt.getTime()
        return age < repeatableMs ? { kind: 'absent' } : { kind: 'expired', providerRef: '' }
      }
      const order = await orderOf(asked.payment?.providerRef ?? '', signal)
      if (!isOrder(order)) return asKnown(order)
      const made = refundsOf(order).find(({ id, custom_id }) => (ref === '' ? custom_id === key : id === ref))
      return made ? outcomeOfRefund(made, asked) : { kind: 'absent' }
    },

    verifyCallback: callbackVerifier({
      webhookId,
      certificate: certificates({ api, roots: options.roots ?? [], now, timeoutMs }),
      ask,
      now,
    }),
    cardEntry: () => null,
    connection: connectionOf({ ask, tokens }),
  }
}

/** Half of the 6 hours for which PayPal remembers the key of an order. */
const repeatableMs = 3 * 3_600_000
/** How many sources of funds may be refused before the payment is. */
const mostRounds = 3
const refusedFunds = { kind: 'declined', reason: 'BANK_REFUSED_TRANSACTION' } as const

const isOrder = (found: Order | Outcome): found is Order => 'purchase_units' in found
const isSuccess = (status: number): boolean => status >= 200 && status < 300
/** An order that PayPal does not have tells nothing about money that was taken with it. */
const asKnown = (outcome: Outcome): Outcome =>
  outcome.kind === 'expired' ? unknown('PayPal does not have the order') : outcome

function orderIn(reply: Reply): Order | undefined {
  return reply.kind === 'answer' && isSuccess(reply.status) ? Order.safeParse(reply.json).data : undefined
}

/** Keeps the newest ten thousand. */
function remember(rounds: Map<string, number>, ref: string, round: number): void {
  rounds.delete(ref)
  rounds.set(ref, round)
  const [oldest] = rounds.keys()
  if (rounds.size > 10_000 && oldest !== undefined) rounds.delete(oldest)
}

function orderBody(wished: AuthoriseRequest, amount: { currency_code: string; value: string }) {
  const { key, description, returnUrl } = wished
  return {
    intent: wished.capture ? 'CAPTURE' : 'AUTHORIZE',
    purchase_units: [
      {
        custom_id: key,
        invoice_id: key,
        ...(description !== '' && { description: [...description].slice(0, maxDescription).join('') }),
        amount,
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
