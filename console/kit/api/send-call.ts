import i18next from 'i18next'
import type { FieldError } from '#contract/faults.ts'
import { requestFaults } from '#contract/faults-of-requests.ts'
import type { Call, CallSpec, Path, PathNames } from '#contract/kit/call.ts'
import { merchantParams } from '#contract/kit/call-facts.ts'
import type { Ref } from '#contract/kit/refs.ts'
import type { WireInput, WireOutput } from '#contract/kit/call.ts'
import { limits } from '#contract/limits.ts'
import { defaultLanguage } from '#i18n/languages.ts'

/** The path prefix of the API on the console's origin. */
export const base = '/gateway'

/** The session's credentials. */
export interface Credentials {
  token: string
  subUserUuid: string
  clientKey: string
}
export interface Sending {
  /** Absent for the calls that open a session. */
  credentials?: Credentials
  /** The merchant in the path. */
  merchant?: string
  /** The key of the sub-merchant that a master acts for. */
  actingFor?: string
  /** One per intent of the user, the same over its retries. */
  idempotencyKey?: string
  signal?: AbortSignal
  /** The answer of a call that was sent already; the call is not sent again. */
  answer?: Promise<Response>
  /** A refresh by the screen itself, which must not count as the user's activity. */
  background?: boolean
}

/**
 * Sends one call and returns its declared output. Throws {@link CallError} for any other answer and, with status 0, for
 * none.
 */
export async function sendCall<C extends Call>(call: C, input: CallInput<C>, sending: Sending): Promise<WireOutput<C>> {
  const { path, query, body, file } = input as Given
  const url = base + filledPath(call, { ...path }, sending.merchant) + queryText(query)
  const request: RequestInit = {
    method: call.method,
    headers: headersOf(call, sending),
    credentials: 'same-origin',
    body: call.method === 'GET' ? null : call.file ? formOf(call.file.field, body, file) : JSON.stringify(body ?? {}),
    signal: AbortSignal.any([
      ...(sending.signal ? [sending.signal] : []),
      AbortSignal.timeout(call.file ? limits.uploadTimeoutMs : 3 * limits.requestTimeoutMs),
    ]),
  }
  const response = await reach(url, request, sending.answer)
  const answer = await answerOf(response)
  if (!response.ok) throw callError(call, response, answer)
  if (call.answer.form === 'nothing') return undefined as WireOutput<C>
  return (within[call.answer.form] ? answer[within[call.answer.form] as string] : answer) as WireOutput<C>
}

/** The field of an answer that holds all that its screen reads. */
const within: Partial<Record<Call['answer']['form'], string>> = { content: 'content', data: 'data', dataPage: 'data' }

interface Given {
  path?: Record<string, string>
  query?: object
  body?: object
  file?: File
}
function formOf(field: string, body: object | undefined, file: File | undefined): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(body ?? {})) form.append(name, String(value))
  if (file) form.append(field, file)
  return form
}

/** The error of a failed call; `status` 0 means that no answer came. */
export class CallError extends Error {
  readonly status: number
  /** `status_reason`, the key of the text that the user reads. */
  readonly reason: string
  readonly errors: readonly FieldError[]
  /** The id by which support finds the request in the logs; empty when no answer came. */
  readonly requestId: string
  /** The seconds after which the server asks for a retry; null when it asks for none. */
  readonly retryAfter: number | null
  constructor(
    text: string,
    {
      status,
      reason,
      errors,
      requestId,
      retryAfter = null,
    }: { status: number; reason: string; errors: FieldError[]; requestId: string; retryAfter?: number | null },
  ) {
    super(text)
    this.name = 'CallError'
    this.status = status
    this.reason = reason
    this.errors = errors
    this.requestId = requestId
    this.retryAfter = retryAfter
  }
}
/** The reason of a call that got no answer at all. */
export const noAnswer = 'NO_ANSWER'

type Wire = Record<string, unknown>

export async function reach(url: string, request: RequestInit, answer?: Promise<Response>): Promise<Response> {
  try {
    return await (answer ?? fetch(url, request))
  } catch (cause) {
    if (request.signal?.aborted && !isTimeout(request.signal.reason)) throw cause
    throw new CallError('No answer came from the server.', { status: 0, reason: noAnswer, errors: [], requestId: '' })
  }
}
const isTimeout = (reason: unknown) => reason instanceof DOMException && reason.name === 'TimeoutError'

export async function answerOf(response: Response): Promise<Wire> {
  try {
    return (await response.json()) as Wire
  } catch {
    return {}
  }
}

export function callError(call: CallSpec, response: Response, answer: Wire): CallError {
  const text = (call.errorKeys ?? ['Message']).map((key) => answer[key]).find((value) => typeof value === 'string')
  return new CallError(text ?? requestFaults.internal.text, {
    status: response.status,
    reason: textAt(answer, 'status_reason') || (response.status >= 500 ? requestFaults.unavailable.reason : ''),
    errors: Array.isArray(answer['errors']) ? (answer['errors'] as FieldError[]) : [],
    requestId: textAt(answer, 'request_id') || (response.headers.get('x-request-id') ?? ''),
    retryAfter: Number.parseInt(response.headers.get('retry-after') ?? '', 10) || null,
  })
}

const textAt = (answer: Wire, key: string) => (typeof answer[key] === 'string' ? answer[key] : '')

export function headersOf(
  call: Call,
  { credentials, idempotencyKey, actingFor, background }: Sending,
): Record<string, string> {
  const headers: Record<string, string> = {
    Accept: 'application/json',
    // Messages that the call causes are in the language of the screen, not of the browser.
    'Accept-Language': i18next.language ?? defaultLanguage,
  }
  // The browser itself sets the type of a form, with its multipart boundary.
  if (call.method !== 'GET' && !call.file) headers['Content-Type'] = 'application/json'
  if (call.method !== 'GET') headers['Idempotency-Key'] = idempotencyKey ?? crypto.randomUUID()
  if (background) headers['X-Background'] = '1'
  if (!credentials) return headers
  headers['Authorization'] = `Bearer ${credentials.token}`
  headers['X-Sub-User-Uuid'] = credentials.subUserUuid
  headers['X-Client-Key'] = credentials.clientKey
  if (actingFor) headers['X-Sub-Merchant-Key'] = actingFor
  return headers
}

/** The path with its parameters filled in; the merchant's parameter is the session's merchant unless one is given. */
export function filledPath(call: Call, values: Record<string, string>, merchant = ''): string {
  const own = merchantParams(call)
  return call.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(values[name] ?? (own.includes(name) ? merchant : '')),
  )
}

/** The query behind a path, with its question mark; empty without one. */
export function queryText(query: object | undefined): string {
  const given = Object.entries(query ?? {}).filter(([, value]) => value !== undefined)
  return given.length > 0 ? `?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}` : ''
}

/** The names of the path that {@link merchantParams} finds at run time. */
type MerchantPath<C extends CallSpec> = C extends { params: infer P }
  ? { [Name in keyof P]: P[Name] extends Ref<'merchant'> ? Name : never }[keyof P]
  : never
type OwnPath<C extends CallSpec> = Exclude<PathNames<C['at']>, MerchantPath<C>>
type InputPart<C extends CallSpec, K extends string> = K extends keyof WireInput<C> ? WireInput<C>[K] : never
type Body<C extends CallSpec> = C extends { signed: object }
  ? Omit<InputPart<C, 'body'>, C extends { signedIn: infer Field extends string } ? Field : 'signature_hash'>
  : InputPart<C, 'body'>

/**
 * The input of a call by a screen: the references of its path, its query and its body. The merchant and the signature are
 * added when it is sent.
 */
export type CallInput<C extends CallSpec> = ([OwnPath<C>] extends [never]
  ? unknown
  : { path: Pick<Path<C>, OwnPath<C> & keyof Path<C>> }) &
  ([InputPart<C, 'query'>] extends [never] ? unknown : { query: InputPart<C, 'query'> }) &
  ([InputPart<C, 'body'>] extends [never] ? unknown : { body: Body<C> }) &
  (C extends { file: object } ? { file: File } : unknown)
