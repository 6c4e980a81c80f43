import { Agent, errors, request } from 'undici'
import { traceHeaders } from '#server/kit/process/trace.ts'
import type { MandateOutcome, MandateRequest } from '../mandates.ts'
import {
  isKnown,
  type Asked,
  type AuthoriseRequest,
  type CaptureRequest,
  type Outcome,
  type Provider,
} from '../provider.ts'
import {
  ErrorAnswer,
  eventIn,
  mandateOutcomeOf,
  outcomeOf,
  parsedJson,
  RefusedRequest,
  type Answer,
  type Question,
} from './answers.ts'
import { simulatorPayouts, type Exchange } from './bank/adapter.ts'
import { shownCards } from './cards.ts'
import { simulatorRemittances } from './remittance/adapter.ts'
import { settlementAccount } from './settlement/credentials.ts'
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
    remittances: simulatorRemittances(askBank),
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

function paymentBody(wished: AuthoriseRequest) {
  const { amountMinor, given, capture, mandate: use } = wished
  return {
    ...mandateBody(wished),
    amount_minor: String(amountMinor),
    account: settlementAccount(wished.merchantKey, wished.environment),
    ...(wished.country && { country: wished.country }),
    phone: given.phone,
    upi_id: given.upiId,
    plan_months: given.planMonths,
    capture,
    ...(use && {
      mandate: 'token' in use ? { token: use.token, off_session: use.offSession } : { set_up: true },
    }),
  }
}

/** What a mandate without money is asked with, and a payment too. */
function mandateBody(wished: MandateRequest) {
  const { currency, method, given, payerName, description, simulatedAt } = wished
  return {
    currency,
    method: { type: method.type, sub_type: method.subType },
    token: given.token,
    bank: given.bank,
    payer_name: payerName,
    description,
    callback_url: wished.callbackUrl,
    return_url: wished.returnUrl,
    expires_at: wished.expiresAt?.toISOString() ?? null,
    simulated_at: simulatedAt?.toISOString(),
  }
}

const maxAnswerBytes = 65_536

type MovementRequest = Pick<CaptureRequest, 'key' | 'paymentKey' | 'amountMinor' | 'currency'>
