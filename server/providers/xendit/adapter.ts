import type { z } from 'zod'
import type { Asked, AuthoriseRequest, CaptureRequest, Outcome, Provider, RefundRequest } from '../provider.ts'
import { amountOf } from './amounts.ts'
import {
  cancelled,
  Capture,
  captureOutcome,
  type Expected,
  Invoice,
  invoiceOutcome,
  Invoices,
  PaymentMethod,
  PaymentRequest,
  PaymentRequests,
  Refund,
  refundOutcome,
  Refunds,
  requestOutcome,
} from './answers.ts'
import { verifyXenditCallback } from './callbacks.ts'
import { faultOfError, genericDecline } from './codes.ts'
import { xenditConnection } from './connection.ts'
import { asking, type Reply } from './http.ts'
import { xenditPayouts } from './payouts.ts'
import { creation, isInvoice, listPath, paymentPath, refundBody, refundsPath } from './requests.ts'

export interface XenditOptions {
  /** Xendit's address or that of its likeness, without a slash at its end. */
  url: string
  secretKey: string
  /** Authenticates call-backs. */
  callbackToken: string
  now?: () => Date
  /** Takes what a person has to look at: a code without a row, a request that Xendit did not understand. */
  warn: (facts: Record<string, unknown>, text: string) => void
  /** For one request with everything in it, 15,000 by default. */
  timeoutMs?: number
  /** How long a request that nothing came of may still be under way, 30,000 by default. */
  underWayMs?: number
}

/**
 * Xendit as a payment channel. Wallets, QR codes, accounts, counters and FPX are payment requests; a card is entered on the
 * page of an invoice. How long Xendit keeps idempotency keys is not published, so nothing relies on them: an unknown
 * creation is looked up by our reference.
 */
export function xenditProvider(options: XenditOptions): Provider {
  const { url, secretKey, callbackToken, now = () => new Date(), warn } = options
  const { timeoutMs = 15_000, underWayMs = 30_000 } = options
  const ask = asking({ url, secretKey, timeoutMs })
  const reported = new Set<string>()
  const report = (code: string): void => {
    if (reported.has(code)) return
    reported.add(code)
    warn({ provider: 'xendit', code }, 'a code of the provider has no row in the table')
  }

  async function authorise(wished: AuthoriseRequest, signal: AbortSignal): Promise<Outcome> {
    const { key, method } = wished
    const amount = amountOf(wished.amountMinor, wished.currency)
    const question = amount === null ? null : creation(wished, amount, now())
    if (!question) return { kind: 'unavailable', providerText: 'Xendit does not take this way or amount.' }
    const reply = await ask({ method: 'POST', ...question, idempotencyKey: key }, signal)
    const outcome = effectOf(reply, (json) => paymentIn(method, json, wished))
    // A request that Xendit does not understand took nothing, and another channel may do better.
    return outcome.kind === 'misunderstood' ? { kind: 'unavailable', providerText: outcome.providerText } : outcome
  }

  async function capture(wished: CaptureRequest, signal: AbortSignal): Promise<Outcome> {
    const amount = amountOf(wished.amountMinor, wished.currency)
    const paymentRef = wished.paymentRef || (await refOf(wished.paymentKey, requests, signal))
    if (amount === null || !paymentRef) return { kind: 'unknown', why: 'the payment was not found' }
    const body = { reference_id: wished.key, capture_amount: amount }
    const path = `${paymentPath(requests, paymentRef)}/captures`
    const reply = await ask({ method: 'POST', path, body, idempotencyKey: wished.key }, signal)
    return moved(reply, (json) => read(Capture, json, (given) => captureOutcome(given, paymentRef, wished, report)))
  }

  async function refund(wished: RefundRequest, signal: AbortSignal): Promise<Outcome> {
    const amount = amountOf(wished.amountMinor, wished.currency)
    const paymentRef = wished.paymentRef || (await refOf(wished.paymentKey, wished.method, signal))
    if (amount === null || !paymentRef) return { kind: 'unknown', why: 'the payment was not found' }
    const body = refundBody(wished, paymentRef, amount)
    const reply = await ask({ method: 'POST', path: '/refunds', body, idempotencyKey: wished.key }, signal)
    return moved(reply, (json) => read(Refund, json, (given) => refundOutcome(given, wished, report)))
  }

  /** The outcome of a capture or refund: what Xendit refuses is refused, in its words. */
  function moved(reply: Reply, judged: Judged): Outcome {
    const outcome = effectOf(reply, judged)
    if (outcome.kind !== 'misunderstood') return outcome
    return { kind: 'declined', providerRef: '', reason: genericDecline, providerText: outcome.providerText }
  }

  const status = (asked: Asked, signal: AbortSignal): Promise<Outcome> =>
    asked.kind === 'refund' ? refundStatus(asked, signal) : paymentStatus(asked, signal)

  async function paymentStatus(asked: Asked, signal: AbortSignal): Promise<Outcome> {
    const { method, providerRef } = asked
    if (providerRef) {
      const reply = await ask({ path: paymentPath(method, providerRef) }, signal)
      return answerOf(reply, (json) => paymentIn(method, json, asked))
    }
    const reply = await ask({ path: listPath(method, asked.key) }, signal)
    return answerOf(reply, (json) => {
      const found = isInvoice(method)
        ? read(Invoices, json, (list) => newestOf(list.filter(({ external_id }) => external_id === asked.key)))
        : read(PaymentRequests, json, ({ data }) => newestOf(data.filter((each) => each.reference_id === asked.key)))
      if (found === undefined) return undefined
      return found === null ? notThere(asked) : paymentIn(method, found, asked)
    })
  }

  async function refundStatus(asked: Asked, signal: AbortSignal): Promise<Outcome> {
    const { method, payment, providerRef } = asked
    const judged = (json: unknown) => read(Refund, json, (given) => refundOutcome(given, asked, report))
    if (providerRef) {
      return answerOf(await ask({ path: `/refunds/${encodeURIComponent(providerRef)}` }, signal), judged)
    }
    const paymentRef = payment && (payment.providerRef || (await refOf(payment.key, method, signal)))
    if (!paymentRef) return { kind: 'unknown', why: 'the payment was not found' }
    for (let after = '', pages = 0; pages < mostPages; pages++) {
      const reply = await ask({ path: refundsPath(method, paymentRef, after) }, signal)
      const page = Refunds.safeParse(reply.kind === 'answer' && reply.status === 200 ? reply.json : null).data
      if (!page) return answerOf(reply, () => undefined)
      const mine = page.data.find(({ reference_id }) => reference_id === asked.key)
      if (mine) return judged(mine) ?? unreadable
      after = page.data.at(-1)?.id ?? ''
      if (!page.has_more || !after) return notThere(asked)
    }
    return { kind: 'unknown', why: 'too many refunds to look through' }
  }

  /** Expires the means of paying. Money that came first wins: what the payment is afterwards counts. */
  async function cancel(asked: Asked, why: 'shopper' | 'time', signal: AbortSignal): Promise<Outcome> {
    const before = await paymentStatus(asked, signal)
    if (before.kind !== 'pending') return before
    const known = { ...asked, providerRef: before.providerRef }
    const expired = await expire(known, signal)
    const after = await paymentStatus(known, signal)
    const over = after.kind === 'expired' || (after.kind === 'pending' && expired)
    if (!over) return after
    return why === 'time'
      ? { kind: 'expired', providerRef: known.providerRef }
      : cancelled(known.providerRef, 'EXPIRED')
  }

  async function expire({ method, providerRef }: Asked, signal: AbortSignal): Promise<boolean> {
    if (isInvoice(method)) {
      const reply = await ask({ method: 'POST', path: `/invoices/${encodeURIComponent(providerRef)}/expire!` }, signal)
      return answered(reply, Invoice)?.status === 'EXPIRED'
    }
    const request = answered(await ask({ path: paymentPath(method, providerRef) }, signal), PaymentRequest)
    if (!request) return false
    const path = `/v2/payment_methods/${encodeURIComponent(request.payment_method.id)}/expire`
    return answered(await ask({ method: 'POST', path }, signal), PaymentMethod)?.status === 'EXPIRED'
  }

  /** Xendit's reference of a payment of ours; empty when it could not be learnt. */
  async function refOf(key: string, method: { type: string }, signal: AbortSignal): Promise<string> {
    const reply = await ask({ path: listPath(method, key) }, signal)
    const found = isInvoice(method)
      ? answered(reply, Invoices)?.filter(({ external_id }) => external_id === key)
      : answered(reply, PaymentRequests)?.data.filter(({ reference_id }) => reference_id === key)
    return newestOf<{ id: string; status: string }>(found ?? [])?.id ?? ''
  }

  const paymentIn = (method: { type: string }, json: unknown, expected: Expected): Outcome | undefined =>
    isInvoice(method)
      ? read(Invoice, json, (given) => invoiceOutcome(given, expected))
      : read(PaymentRequest, json, (given) => requestOutcome(given, expected, report))

  /** A request that was lost may still arrive, so that what is not there yet is not certainly absent. */
  const notThere = ({ firstAskedAt }: Asked): Outcome =>
    now().getTime() - firstAskedAt.getTime() > timeoutMs + underWayMs
      ? { kind: 'absent' }
      : { kind: 'unknown', why: 'not there, but the request may still be under way' }

  /** The outcome of a request that was to have an effect. */
  function effectOf(reply: Reply, judged: Judged): Outcome | { kind: 'misunderstood'; providerText: string } {
    if (reply.kind === 'unsent') return { kind: 'unavailable', providerText: reply.why }
    if (reply.kind === 'lost') return { kind: 'unknown', why: reply.why }
    if (reply.status === 200 || reply.status === 201) return judged(reply.json) ?? unreadable
    const { code, message } = reply
    const providerText = message || code || `answered ${reply.status}`
    const fault = faultOfError(reply.status, code, report)
    if (fault.side === 'ours') {
      warn({ provider: 'xendit', code, message }, 'the provider did not understand a request of ours')
      return { kind: 'misunderstood', providerText }
    }
    if (fault.side === 'declined') return { kind: 'declined', providerRef: '', reason: fault.reason, providerText }
    if (fault.side === 'unsure') return { kind: 'unknown', why: `answered ${reply.status} ${code}` }
    return { kind: 'unavailable', providerText }
  }

  return {
    authorise,
    capture,
    refund,
    status,
    cancel,
    payouts: xenditPayouts({ ask, now, report, warn, underWayMs: timeoutMs + underWayMs }),
    void: (asked, signal) => cancel(asked, 'shopper', signal),
    verifyCallback: (call) => verifyXenditCallback(call, { token: callbackToken, ask }),
    cardEntry: () => null,
    connection: xenditConnection(ask),
  }
}

/** Undefined for an answer of another form. */
type Judged = (json: unknown) => Outcome | undefined

const requests = { type: 'WALLET' }
/** Of a hundred refunds each; no payment has as many. */
const mostPages = 20
const unreadable: Outcome = { kind: 'unknown', why: 'the answer is not of the form that was expected' }

/** The outcome of a question: an error says nothing about its subject. */
function answerOf(reply: Reply, judged: Judged): Outcome {
  if (reply.kind !== 'answer') return { kind: 'unknown', why: reply.why }
  if (reply.status !== 200) return { kind: 'unknown', why: `answered ${reply.status} ${reply.code}` }
  return judged(reply.json) ?? unreadable
}

const answered = <T>(reply: Reply, schema: z.ZodType<T>): T | undefined =>
  schema.safeParse(reply.kind === 'answer' && reply.status === 200 ? reply.json : null).data

function read<T, R>(schema: z.ZodType<T>, json: unknown, judged: (given: T) => R): R | undefined {
  const given = schema.safeParse(json)
  return given.success ? judged(given.data) : undefined
}

/** Of several with one reference, the one that took money, else one that still may; Xendit lists the newest first. */
function newestOf<T extends { status: string }>(found: readonly T[]): T | null {
  for (const wanted of [/^(SUCCEEDED|PAID|SETTLED|AWAITING_CAPTURE)$/, /^(PENDING|REQUIRES_ACTION|COMPLETING)$/, /./]) {
    const best = found.find(({ status }) => wanted.test(status))
    if (best) return best
  }
  return null
}
