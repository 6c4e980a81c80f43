import { Agent, errors, request } from 'undici'
import { z } from 'zod'
import { Action } from '#contract/method-details.ts'
import { paymentMethods } from '#contract/methods.ts'
import { traceHeaders } from '#server/kit/process/trace.ts'
import {
  isKnown,
  type Asked,
  type Callback,
  type CaptureRequest,
  type Known,
  type Outcome,
  type Provider,
} from '../provider.ts'
import type { MandateOutcome } from '../mandates.ts'
import { bankCallback, simulatorPayouts, type Exchange } from './bank/adapter.ts'
import { shownCards } from './cards.ts'
import {
  Granted,
  knownMandate,
  MandateAnswer,
  mandateCallback,
  MandateEvent,
  mandateFacts,
  whyOf,
} from './mandate-answers.ts'
import { mandateBody, paymentBody } from './request-bodies.ts'
import { callbackSecret, signatureHeader, verifyCallbackSignature } from './signature.ts'

export interface SimulatorProviderOptions {
  /** Where the simulator listens, without a path: 'http://127.0.0.1:8081'. */
  url: string
  secretKey: string
  publishableKey: string
  /** For one call with everything in it, 15,000 by default. */
  timeoutMs?: number
}

/**
 * The simulated payment provider as a payment channel. A capture or refund that went through is `captured`: the money
 * has moved. What is asked of a payment beyond what it holds, or with a token past its use, is `declined`.
 */
export function simulatorProvider(options: SimulatorProviderOptions): Provider {
  const { url, secretKey, publishableKey, timeoutMs = 15_000 } = options
  const base = new URL(url)
  const agent = new Agent({ connections: 64, connect: { timeout: 3_000 } })
  const secret = callbackSecret(secretKey)

  /** Learns the outcome, or why it could not be learnt. */
  async function learn<Learnt>(
    path: string,
    { question, read }: { question: Question; read: (answer: Answer) => Learnt },
    signal: AbortSignal,
  ): Promise<Learnt | { kind: 'unknown'; why: string }> {
    try {
      return read(await exchange(path, question, AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)])))
    } catch (error) {
      if (error instanceof RefusedRequest || error instanceof errors.InvalidArgumentError) throw error
      return { kind: 'unknown', why: error instanceof Error ? `${error.name}: ${error.message}` : 'no answer' }
    }
  }
  const ask = (path: string, question: Question, signal: AbortSignal): Promise<Outcome> =>
    learn(path, { question, read: (answer) => outcomeOf(answer, question) }, signal)
  const askMandate = (path: string, question: Question, signal: AbortSignal): Promise<MandateOutcome> =>
    learn(path, { question, read: (answer) => mandateOutcomeOf(answer, question.key) }, signal)
  const mandatePath = (key: string): string => `/v1/mandates/${encodeURIComponent(key)}`

  /** What the bank says; its refusals are its word, as they are for anybody. */
  const askBank: Exchange = async (path, asked, signal) => {
    try {
      const { status, text } = await exchange(path, asked, AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]))
      const json = parsedJson(text)
      return { status, json, code: ErrorAnswer.safeParse(json).data?.error.code }
    } catch (error) {
      if (error instanceof errors.InvalidArgumentError) throw error
      return { silent: error instanceof Error ? `${error.name}: ${error.message}` : 'no answer' }
    }
  }

  async function exchange(
    path: string,
    { key, body }: { key: string; body?: object },
    signal: AbortSignal,
  ): Promise<Answer> {
    const authorization = `Bearer ${secretKey}`
    const response = await request(new URL(path, base), {
      method: body ? 'POST' : 'GET',
      headers: {
        authorization,
        ...traceHeaders(),
        ...(body && { 'idempotency-key': key, 'content-type': 'application/json' }),
      },
      body: body ? JSON.stringify(body) : null,
      dispatcher: agent,
      signal,
    })
    const chunks: Buffer[] = []
    let length = 0
    for await (const chunk of response.body as AsyncIterable<Buffer>) {
      chunks.push(chunk)
      length += chunk.length
      if (length > maxAnswerBytes) throw new Error('the answer is too long')
    }
    return { status: response.statusCode, text: Buffer.concat(chunks).toString('utf8') }
  }

  const move = (
    kind: 'capture' | 'refund',
    { key, paymentKey, amountMinor, currency }: MovementRequest,
    signal: AbortSignal,
  ): Promise<Outcome> => {
    const body = { amount_minor: String(amountMinor), currency }
    return ask(`/v1/payments/${encodeURIComponent(paymentKey)}/${kind}s`, { kind, key, body }, signal)
  }

  const end = (
    { key }: Asked,
    { path, body }: { path: 'cancel' | 'void'; body: Question['body'] & {} },
    signal: AbortSignal,
  ) => ask(`/v1/payments/${encodeURIComponent(key)}/${path}`, { kind: 'payment', key, body }, signal)

  return {
    authorise: (wished, signal) =>
      ask('/v1/payments', { kind: 'payment', key: wished.key, body: paymentBody(wished) }, signal),
    capture: async (movement, signal) => {
      const outcome = await move('capture', movement, signal)
      return isKnown(outcome) ? { ...outcome, providerRef: movement.paymentRef || outcome.providerRef } : outcome
    },
    refund: (movement, signal) => move('refund', movement, signal),
    void: (payment, signal) => end(payment, { path: 'void', body: {} }, signal),
    cancel: (payment, why, signal) => end(payment, { path: 'cancel', body: { reason: why } }, signal),
    status: ({ key }, signal) => ask(`/v1/operations/${encodeURIComponent(key)}`, { key }, signal),
    mandates: {
      setUp: (wished, signal) => askMandate('/v1/mandates', { key: wished.key, body: mandateBody(wished) }, signal),
      status: ({ key }, signal) => askMandate(mandatePath(key), { key }, signal),
      revoke: ({ key }, signal) => askMandate(`${mandatePath(key)}/revoke`, { key, body: {} }, signal),
    },
    payouts: simulatorPayouts(askBank),
    verifyCallback: async ({ headers, body, now }) =>
      verifyCallbackSignature(headers[signatureHeader], { secret, now, body })
        ? eventIn(body)
        : { kind: 'forged', why: 'signature or age' },
    cardEntry: () => ({
      kind: 'fields',
      settings: { token_url: new URL('/v1/tokens', base).href, publishable_key: publishableKey },
      connectOrigins: [base.origin],
      testCards: shownCards,
    }),
  }
}

const maxAnswerBytes = 65_536

interface Question {
  key: string
  /** Absent when only the status is asked. */
  kind?: 'payment' | 'capture' | 'refund'
  body?: { amount_minor?: string; currency?: string; reason?: 'shopper' | 'time' }
}
type MovementRequest = Pick<CaptureRequest, 'key' | 'paymentKey' | 'amountMinor' | 'currency'>
interface Answer {
  status: number
  text: string
}

/** The simulator understood and refused a request of ours: a defect, as repeating it can only end the same. */
class RefusedRequest extends Error {}

/** Only an answer in the simulator's own form counts; a proxy in between may say anything with any status. */
function outcomeOf({ status, text }: Answer, question: Question): Outcome {
  if (status === 200 || status === 201) {
    const operation = Operation.safeParse(parsedJson(text))
    if (operation.success && isAbout(operation.data, question)) return knownOutcome(operation.data)
    return notAbout
  }
  return refusalOf({ status, text })
}

function mandateOutcomeOf({ status, text }: Answer, key: string): MandateOutcome {
  if (status === 200 || status === 201) {
    const mandate = MandateAnswer.safeParse(parsedJson(text))
    return mandate.success && mandate.data.key === key ? knownMandate(mandate.data) : notAbout
  }
  return refusalOf({ status, text })
}
const notAbout = { kind: 'unknown', why: 'the answer is not about what was asked' } as const

function refusalOf({ status, text }: Answer): { kind: 'absent' } | { kind: 'unknown'; why: string } {
  const json = parsedJson(text)
  const code = ErrorAnswer.safeParse(json).data?.error.code
  if (status === 404 && code === 'operation_not_found') return { kind: 'absent' }
  if (refusals.some((refusal) => refusal.status === status && refusal.code === code)) {
    throw new RefusedRequest(`The simulator refused the request: ${code}.`)
  }
  return { kind: 'unknown', why: `answered ${status}${code ? ` ${code}` : ''}` }
}

const refusals = [
  { status: 400, code: 'request_invalid' },
  { status: 400, code: 'idempotency_key_invalid' },
  { status: 400, code: 'currency_mismatch' },
  { status: 422, code: 'idempotency_key_reused' },
]

const isAbout = (operation: Operation, { key, kind, body }: Question): boolean =>
  operation.key === key &&
  (!kind || operation.kind === kind) &&
  (body?.amount_minor === undefined ||
    (operation.amount_minor === body.amount_minor && operation.currency === body.currency))

function knownOutcome({ status, ref, card, action, paid_by, authentication, mandate, ...rest }: Operation): Known {
  const facts = {
    providerRef: ref,
    ...(card && { card }),
    ...(paid_by && { paidBy: { type: paid_by.type, subType: paid_by.sub_type, payer: paid_by.payer } }),
    ...(authentication && { authentication }),
    ...(mandate && { mandate: mandateFacts(mandate) }),
  }
  if (status === 'pending') return { kind: 'pending', ...facts, ...(action && { action }) }
  if (status !== 'declined') return { kind: status === 'succeeded' ? 'captured' : status, ...facts }
  return { kind: 'declined', ...facts, ...whyOf(rest.decline) }
}

/** The capture of an authorised payment tells nothing about the payment's card or payer, so the payment is asked for. */
function eventIn(body: string): Callback {
  const json = parsedJson(body)
  const ofBank = bankCallback(json)
  if (ofBank) return ofBank
  const event = CallbackBody.safeParse(json)
  if (!event.success) return { kind: 'forged', why: 'form' }
  const { id, key, at } = event.data
  if ('mandate' in event.data) return mandateCallback(event.data)
  const { payment } = event.data
  if (payment.key !== key) return { kind: 'forged', why: 'an operation of another key' }
  if (payment.kind === 'capture') return { kind: 'ask', id, key: payment.payment_key ?? key, at }
  return { kind: 'event', id, key, at, outcome: knownOutcome(payment) }
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Open objects: a provider may add fields. */
const Operation = z.object({
  kind: z.enum(['payment', 'capture', 'refund']),
  key: z.string(),
  ref: z.string(),
  payment_key: z.string().optional(),
  status: z.enum(['authorised', 'captured', 'succeeded', 'pending', 'declined', 'expired']),
  amount_minor: z.string(),
  currency: z.string(),
  decline: z.object({ code: z.string(), message: z.string() }).nullable(),
  card: z.object({ brand: z.string(), masked: z.string() }).nullable(),
  action: Action.nullish(),
  paid_by: z.object({ type: z.enum(paymentMethods), sub_type: z.string(), payer: z.string() }).nullish(),
  authentication: z.enum(['frictionless', 'challenge']).nullish(),
  mandate: Granted.optional(),
})
type Operation = z.infer<typeof Operation>
const CallbackBody = z.union([
  z.object({ id: z.string(), key: z.string(), at: z.iso.datetime(), payment: Operation }),
  MandateEvent,
])
const ErrorAnswer = z.object({ error: z.object({ code: z.string() }) })
