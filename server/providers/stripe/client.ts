import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as wait } from 'node:timers/promises'
import Stripe from 'stripe'
import { Agent, type Dispatcher, request } from 'undici'
import { traceHeaders } from '#server/kit/process/trace.ts'

/** The version of the API that the adapter speaks, in requests and in the call-backs that it registers. */
export const apiVersion = '2026-10-28.endive' as const

export interface StripeClientOptions {
  secretKey: string
  /** The account of a platform in whose name its key asks; empty for that of the key. */
  account: string
  /** The operator's address of Stripe's interface, without a slash at its end; null for Stripe's own. */
  url: string | null
  /** For one request with everything in it. */
  timeoutMs: number
}

/** The official library over our HTTP client: nothing is repeated by itself, nothing is reported to Stripe. */
export interface StripeClient {
  ask<T>(send: (stripe: Stripe) => Promise<T>, signal: AbortSignal): Promise<Answered<T>>
}

/**
 * `unsent`: no connection was made, so that not a byte of the request left. `unknown`: it may have been performed.
 * `replayed`: Stripe repeated the answer that it keeps for the idempotency key.
 */
export type Answered<T> =
  | { kind: 'answer'; value: T }
  | { kind: 'refused'; status: number; error: Stripe.errors.StripeError; replayed: boolean }
  | { kind: 'unsent'; why: string }
  | { kind: 'unknown'; why: string }

export function stripeClient({ secretKey, account, url, timeoutMs }: StripeClientOptions): StripeClient {
  const calls = new AsyncLocalStorage<Call>()
  const agent = new Agent({ connections: 64, connect: { timeout: 3_000 } })
  // Undici starts a request on a connection that is open, TLS included, just before its first byte is written.
  const dispatcher = agent.compose((dispatch) => (options, handler) => {
    const call = calls.getStore()
    return dispatch(
      options,
      noticing(handler, () => call && (call.begun = true)),
    )
  })

  /**
   * The library's `fetch`. Its errors carry no code: at some codes the library repeats a request, whatever it is told.
   */
  const send: typeof fetch = async (address, init = {}) => {
    const call = calls.getStore()
    if (!call) throw new Error('a request outside of a call')
    const { pathname, search } = new URL(address instanceof Request ? address.url : address)
    try {
      const answer = await request(`${url ?? ownAddress}${pathname}${search}`, {
        method: (init.method ?? 'GET') as Dispatcher.HttpMethod,
        headers: { ...plainHeaders(init.headers), ...traceHeaders() },
        body: typeof init.body === 'string' ? init.body : null,
        dispatcher,
        signal: AbortSignal.any(init.signal ? [init.signal, call.signal] : [call.signal]),
      })
      const text = await textOf(answer.body)
      call.status = answer.statusCode
      call.replayed = answer.headers['idempotent-replayed'] === 'true'
      const after = answer.headers['retry-after']
      call.retryAfterSeconds = typeof after === 'string' && /^\d+$/.test(after) ? Number(after) : null
      return new Response(text, { status: answer.statusCode, headers: keptHeaders(answer.headers) })
    } catch (error) {
      throw new Error(error instanceof Error ? `${error.name}: ${error.message}` : 'no answer', { cause: error })
    }
  }

  // Without a key the library does not even open; Stripe then refuses each request.
  const stripe = new Stripe(secretKey || 'none', {
    apiVersion,
    maxNetworkRetries: 0,
    telemetry: false,
    ...(account && { stripeAccount: account }),
    timeout: timeoutMs,
    httpClient: Stripe.createFetchHttpClient(send),
  })

  async function askOnce<T>(use: (stripe: Stripe) => Promise<T>, call: Call): Promise<Answered<T>> {
    try {
      const value = await calls.run(call, () => use(stripe))
      // The library takes every answer without `error` for a success.
      if (call.status < 300) return { kind: 'answer', value }
      return { kind: 'unknown', why: `answered ${call.status}` }
    } catch (error) {
      if (!(error instanceof Stripe.errors.StripeError)) throw error
      const status = error.statusCode
      if (status !== undefined && status >= 400) return { kind: 'refused', status, error, replayed: call.replayed }
      const why = causeOf(error)
      return call.begun || call.signal.aborted ? { kind: 'unknown', why } : { kind: 'unsent', why }
    }
  }

  return {
    async ask(use, signal) {
      const began = (): Call => ({ signal, begun: false, status: 0, replayed: false, retryAfterSeconds: null })
      const first = began()
      const answered = await askOnce(use, first)
      if (answered.kind !== 'refused' || answered.status !== 429) return answered
      await wait(Math.min((first.retryAfterSeconds ?? 0.5) * 1_000, longestWaitMs), undefined, { signal }).catch(
        () => {},
      )
      return signal.aborted ? { kind: 'unknown', why: 'given up while Stripe limits requests' } : askOnce(use, began())
    },
  }
}

interface Call {
  signal: AbortSignal
  /** Whether a connection was there and the request began to leave. */
  begun: boolean
  status: number
  replayed: boolean
  retryAfterSeconds: number | null
}

const ownAddress = 'https://api.stripe.com'
const longestWaitMs = 2_000
/** A page of a hundred payments has about half of it. */
const maxAnswerBytes = 1_048_576

function noticing(handler: Dispatcher.DispatchHandler, notice: () => void): Dispatcher.DispatchHandler {
  return new Proxy(handler, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target)
      if (typeof value !== 'function') return value
      return (...args: unknown[]): unknown => {
        if (name === 'onRequestStart') notice()
        return Reflect.apply(value, target, args)
      }
    },
  })
}

/** The length is undici's to say. */
const plainHeaders = (headers: RequestInit['headers']): Record<string, string> =>
  Object.fromEntries([...new Headers(headers)].filter(([name]) => name !== 'content-length'))

function keptHeaders(headers: Readonly<Record<string, string | string[] | undefined>>): Record<string, string> {
  const requestId = headers['request-id']
  return typeof requestId === 'string' ? { 'request-id': requestId } : {}
}

async function textOf(body: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of body) {
    chunks.push(chunk)
    length += chunk.length
    if (length > maxAnswerBytes) throw new Error('the answer is too long')
  }
  return Buffer.concat(chunks).toString('utf8')
}

function causeOf(error: Stripe.errors.StripeError): string {
  const { detail } = error
  return detail instanceof Error ? detail.message : error.message
}
