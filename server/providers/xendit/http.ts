import { setTimeout as wait } from 'node:timers/promises'
import { Agent, request } from 'undici'
import { z } from 'zod'
import { traceHeaders } from '#server/kit/process/trace.ts'

/** The result of a request: an answer, whatever its status, or why there is none. */
export type Reply =
  | { kind: 'answer'; status: number; json: unknown; code: string; message: string }
  /** No byte of the request left this machine. */
  | { kind: 'unsent'; why: string }
  /** The request may have had an effect. */
  | { kind: 'lost'; why: string }

export interface Question {
  method?: 'GET' | 'POST'
  path: string
  body?: unknown
  /** The same on each repetition. */
  idempotencyKey?: string
}
export type Ask = (question: Question, signal: AbortSignal) => Promise<Reply>

/** Asks Xendit with a secret key. A refusal for too many requests is repeated once, after at most two seconds. */
export function asking({ url, secretKey, timeoutMs }: { url: string; secretKey: string; timeoutMs: number }): Ask {
  const agent = new Agent({ connections: 64, connect: { timeout: Math.min(3_000, timeoutMs) } })
  // HTTP basic authentication with the key as the user's name and no password.
  const authorization = `Basic ${Buffer.from(`${secretKey}:`).toString('base64')}`

  async function once({ method = 'GET', path, body, idempotencyKey }: Question, signal: AbortSignal) {
    const response = await request(url + path, {
      method,
      headers: {
        authorization,
        ...traceHeaders(),
        ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      body: body === undefined ? null : JSON.stringify(body),
      dispatcher: agent,
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
    })
    const chunks: Buffer[] = []
    let length = 0
    for await (const chunk of response.body as AsyncIterable<Buffer>) {
      chunks.push(chunk)
      length += chunk.length
      if (length > maxAnswerBytes) throw new Error('the answer is too long')
    }
    const retryAfter = Number(response.headers['retry-after'] ?? 1)
    return { status: response.statusCode, text: Buffer.concat(chunks).toString('utf8'), retryAfter }
  }

  return async (question, signal) => {
    try {
      let answer = await once(question, signal)
      if (answer.status === 429) {
        await wait(Math.min(longestWaitMs, Math.max(0, answer.retryAfter || 0) * 1_000), undefined, { signal })
        answer = await once(question, signal)
      }
      const json = parsedJson(answer.text)
      const { error_code = '', message = '' } = ErrorBody.safeParse(json).data ?? {}
      return { kind: 'answer', status: answer.status, json, code: error_code, message: message.slice(0, 500) }
    } catch (error) {
      const { name, message, code = '' } = error as Error & { code?: string }
      return { kind: beforeAByte.has(code) ? 'unsent' : 'lost', why: `${code || name}: ${message}` }
    }
  }
}

const maxAnswerBytes = 262_144
const longestWaitMs = 2_000

/** Faults of a connection that was not made. A connection that broke is not among them: bytes may have been sent. */
const beforeAByte = new Set([
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'UND_ERR_CONNECT_TIMEOUT',
  'CERT_HAS_EXPIRED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'ERR_TLS_CERT_ALTNAME_INVALID',
])

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const ErrorBody = z.object({ error_code: z.string().max(100).optional(), message: z.string().optional() })
