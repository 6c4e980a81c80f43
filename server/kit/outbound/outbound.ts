import { isIP } from 'node:net'
import type { LookupFunction } from 'node:net'
import { Agent, request } from 'undici'
import type { Dispatcher } from 'undici'
import { outboundFault, Undelivered } from './outbound-fault.ts'
import type { OutboundFault } from './outbound-fault.ts'
import { checkOutboundUrl } from './outbound-url.ts'
import { permittedAddresses, resolveName, type Resolve } from './permitted-addresses.ts'
import { newNotes, timed, timedConnector, type OutboundNotes } from './outbound-times.ts'
import { retryAfterSeconds } from './retry-after.ts'
import { createConcurrencyLimit } from '#server/kit/process/concurrency-limit.ts'
import type { ConcurrencyLimit } from '#server/kit/process/concurrency-limit.ts'

export { checkOutboundUrl }

/**
 * Sends requests to untrusted addresses. Such an address can neither reach the internal network nor block the process.
 */
export interface Outbound {
  /**
   * Posts once. Never follows a redirect: a 3xx is an answer like any other. Errors of the URL, the network or the
   * receiver are returned as a fault with a text that may be shown to the merchant.
   */
  post: (url: string, options: PostOptions) => Promise<OutboundAnswer | OutboundFault>
  /** As `post`, with any method. */
  send: (url: string, options: SendOptions) => Promise<OutboundAnswer | OutboundFault>
  /** Closes idle connections and waits for the busy ones. */
  close: () => Promise<void>
}

export interface PostOptions {
  headers: Readonly<Record<string, string>>
  body: string
  /** The time limit from sending to the last byte of the answer; 15 s by default. */
  timeoutMs?: number
  /** The limit of the answer in bytes; 64 KiB by default. */
  maxBytes?: number
  /** See {@link checkOutboundUrl}. */
  allowLoopback: boolean
  /** Gets what is noted of the request and its answer, also of one that fails. */
  notes?: OutboundNotes
}

export interface SendOptions extends Omit<PostOptions, 'body'> {
  method: 'GET' | 'POST'
  body: string | null
}

export interface OutboundAnswer {
  status: number
  /** The Content-Type of the answer, if present. */
  contentType?: string
  /**
   * Decoded as UTF-8, whatever its Content-Type states; NUL characters are replaced, because PostgreSQL cannot store
   * them.
   */
  bodyText: string
  /** The Retry-After of the answer, in seconds. */
  retryAfterSeconds?: number
}

/**
 * At most 4 requests at a time to one origin; 4 more wait and the rest fail with `busy`, so that a slow receiver delays
 * no other. `resolve` returns the addresses of a name.
 */
export function createOutbound({ resolve = resolveName, connectTimeoutMs = 3000 }: OutboundOptions = {}): Outbound {
  const agent = new Agent({
    connect: timedConnector({
      lookup: checkedLookup(resolve),
      timeout: connectTimeoutMs,
      autoSelectFamilyAttemptTimeout: 1000,
      allowH2: false,
    }),
    connections: perOrigin,
    allowH2: false,
    maxHeaderSize: 16_384,
    headersTimeout: 0,
    bodyTimeout: 0,
  })
  const pass = turnstilesByOrigin()
  const send: Outbound['send'] = async (url, options) => {
    const refused = checkOutboundUrl(url, options)
    if (refused) return { fault: 'refused_address', text: `This address is not one we send to (${refused}).` }
    const notes = options.notes ?? newNotes()
    try {
      return await pass(new URL(url).origin, () => timed(notes, () => ask(agent, url, { ...options, notes })))
    } catch (error) {
      return outboundFault(error)
    }
  }
  return {
    post: (url, options) => send(url, { ...options, method: 'POST' }),
    send,
    close: () => agent.close(),
  }
}

/** Posts through the shared instance of this process, whose idle connections do not keep it alive. */
export const post: Outbound['post'] = (url, options) => ours().post(url, options)
/** Sends through the shared instance. */
export const send: Outbound['send'] = (url, options) => ours().send(url, options)
const ours = () => (shared ??= createOutbound())
let shared: Outbound | undefined

export interface OutboundOptions {
  resolve?: Resolve
  connectTimeoutMs?: number
}

const perOrigin = 4

/** Runs work under the concurrency limit of its origin; the limit is removed with its last work. */
function turnstilesByOrigin() {
  const origins = new Map<string, { turnstile: ConcurrencyLimit; users: number }>()
  const full = () => new Undelivered({ fault: 'busy', text: 'Too many messages are on their way to this address.' })
  return async <T>(origin: string, work: () => Promise<T>): Promise<T> => {
    const at = origins.get(origin) ?? {
      turnstile: createConcurrencyLimit({ concurrent: perOrigin, queue: 4, full }),
      users: 0,
    }
    origins.set(origin, at)
    at.users += 1
    try {
      return await at.turnstile.pass(work)
    } finally {
      at.users -= 1
      if (at.users === 0) origins.delete(origin)
    }
  }
}

async function ask(
  agent: Dispatcher,
  url: string,
  { notes, ...options }: SendOptions & { notes: OutboundNotes },
): Promise<OutboundAnswer> {
  const { statusCode, headers, body } = await request(url, {
    dispatcher: agent,
    method: options.method,
    headers: { 'accept-encoding': 'identity', ...options.headers },
    body: options.body,
    signal: AbortSignal.timeout(options.timeoutMs ?? 15_000),
  })
  notes.firstByte = Math.round(performance.now() - notes.began)
  const seen = { headers: textHeaders(headers), bodyText: '' }
  notes.seen = seen
  await readText(body, options.maxBytes ?? 65_536, (text) => (seen.bodyText = text))
  const seconds = retryAfterSeconds(headers['retry-after'], headers['date'])
  const type = headers['content-type']
  return {
    status: statusCode,
    bodyText: seen.bodyText,
    ...(typeof type === 'string' && { contentType: type }),
    ...(seconds === null ? {} : { retryAfterSeconds: seconds }),
  }
}

/** Reads to the end, or to the limit; `read` gets what there was, also when it then fails. */
async function readText(
  body: Dispatcher.ResponseData['body'],
  maxBytes: number,
  read: (text: string) => void,
): Promise<void> {
  const chunks: Uint8Array[] = []
  let size = 0
  try {
    for await (const chunk of body as AsyncIterable<Uint8Array>) {
      size += chunk.length
      chunks.push(chunk)
      if (size > maxBytes) throw new Undelivered({ fault: 'too_large', text: 'The answer is too long.' })
    }
  } finally {
    read(Buffer.concat(chunks).subarray(0, maxBytes).toString().replaceAll('\0', '\ufffd'))
  }
}

const textHeaders = (headers: Dispatcher.ResponseData['headers']): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, [value].flat().join(', ').replaceAll('\0', '\ufffd')]),
  )

/** A DNS look-up that returns only permitted addresses. The socket connects to exactly these. */
function checkedLookup(resolve: Resolve): LookupFunction {
  return (host, options, done) => {
    const answer = async () => {
      const { permitted, resolved } = await permittedAddresses(host, resolve)
      if (permitted.length === 0) throw new Undelivered(resolved === 0 ? nameUnknown : nameRefused)
      return permitted.map((address) => ({ address, family: isIP(address) }))
    }
    answer().then(
      (found) => (options.all ? done(null, found) : done(null, found[0]?.address ?? '', found[0]?.family)),
      (error: Undelivered) => done(error, ''),
    )
  }
}

const nameUnknown = { fault: 'connection', text: 'The name of the host could not be resolved.' } as const
const nameRefused = { fault: 'refused_address', text: 'The name of the host leads to no address we send to.' } as const
