import { setTimeout as wait } from 'node:timers/promises'
import { Agent, request } from 'undici'
import { z } from 'zod'
import { traceHeaders } from '#server/kit/process/trace.ts'
import type { Tokens } from './token.ts'

export interface Question {
  method: 'GET' | 'POST' | 'DELETE'
  path: string
  headers?: Record<string, string>
  text?: string
}
export type Reply =
  | { kind: 'answer'; status: number; json: unknown; retryAfter: number }
  /** Not a byte of the request was sent. */
  | { kind: 'unsent'; why: string }
  /** It was sent, perhaps in part, and no whole answer came. */
  | { kind: 'unknown'; why: string }
export type Exchange = (question: Question, signal?: AbortSignal) => Promise<Reply>

/** Sends one request to the host and reads its answer as JSON. It follows no redirection. */
export function exchangeWith(api: string, timeoutMs: number): Exchange {
  const agent = new Agent({ connections: 64, connect: { timeout: 3_000 } })
  return async ({ method, path, headers = {}, text }, signal) => {
    const limit = AbortSignal.timeout(timeoutMs)
    try {
      const response = await request(`${api}${path}`, {
        method,
        headers: { accept: 'application/json', ...headers, ...traceHeaders() },
        body: text ?? null,
        dispatcher: agent,
        signal: signal ? AbortSignal.any([signal, limit]) : limit,
      })
      const json = parsedJson(await textOf(response.body as AsyncIterable<Buffer>))
      const seconds = Number(response.headers['retry-after'])
      return { kind: 'answer', status: response.statusCode, json, retryAfter: Number.isFinite(seconds) ? seconds : 0 }
    } catch (error) {
      const why = error instanceof Error ? `${error.name}: ${error.message}` : 'no answer'
      return { kind: isBeforeSending(error) ? 'unsent' : 'unknown', why }
    }
  }
}

export interface Asking {
  method: 'GET' | 'POST' | 'DELETE'
  path: string
  /** The value of PayPal-Request-Id, under which PayPal performs a request once. */
  requestId?: string
  body?: object
  /** A body that is sent as it is. */
  text?: string
}
export type Ask = (asking: Asking, signal: AbortSignal) => Promise<Reply>

/**
 * Asks with an access token. A token that is refused is replaced once, and after 429 the request is sent once more. Without
 * a token nothing is sent.
 * @param always headers of every request.
 */
export function askWith(exchange: Exchange, tokens: Tokens, always: Readonly<Record<string, string>> = {}): Ask {
  async function once(
    { method, path, requestId, body, text = body && JSON.stringify(body) }: Asking,
    signal: AbortSignal,
  ) {
    const granted = await tokens.get()
    if (granted.kind !== 'token') return { reply: { kind: 'unsent', why: granted.why } as const, token: '' }
    const headers = {
      ...always,
      authorization: `Bearer ${granted.token}`,
      ...(requestId !== undefined && { 'paypal-request-id': requestId }),
      ...(text !== undefined && { 'content-type': 'application/json', prefer: 'return=representation' }),
    }
    const reply = await exchange({ method, path, headers, ...(text !== undefined && { text }) }, signal)
    return { reply, token: granted.token }
  }

  return async (asking, signal) => {
    const first = await once(asking, signal)
    if (first.reply.kind !== 'answer') return first.reply
    if (first.reply.status === 401) tokens.drop(first.token)
    else if (first.reply.status !== 429) return first.reply
    else await wait(Math.min(Math.max(first.reply.retryAfter, minimumWaitSeconds), maximumWaitSeconds) * 1_000)
    return (await once(asking, signal)).reply
  }
}

const minimumWaitSeconds = 0.2
const maximumWaitSeconds = 2
const maxAnswerBytes = 262_144

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

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Only errors of a connection that was never made; a reset says nothing about how much had left. */
function isBeforeSending(error: unknown): boolean {
  const { success, data } = Coded.safeParse(error)
  return success && (data.syscall === 'connect' || data.syscall === 'getaddrinfo' || unsentCodes.has(data.code))
}
const Coded = z.object({ code: z.string(), syscall: z.string().optional() })
const unsentCodes = new Set([
  'ECONNREFUSED',
  'UND_ERR_CONNECT_TIMEOUT',
  'CERT_HAS_EXPIRED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'ERR_TLS_CERT_ALTNAME_INVALID',
])
