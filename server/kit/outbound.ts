import { Resolver } from 'node:dns/promises'
import { isIP } from 'node:net'
import type { LookupFunction } from 'node:net'
import { Agent, request } from 'undici'
import type { Dispatcher } from 'undici'
import { isLoopbackAddress, isPublicAddress } from './address.ts'
import { outboundFault, Undelivered } from './outbound-fault.ts'
import type { OutboundFault } from './outbound-fault.ts'
import { checkOutboundUrl, isLoopbackHost } from './outbound-url.ts'
import { retryAfterSeconds } from './retry-after.ts'
import { createTurnstile } from './turnstile.ts'
import type { Turnstile } from './turnstile.ts'

export { checkOutboundUrl }

/** Sends to addresses that strangers gave us, without letting them lead us into our own network or hold us up. */
export interface Outbound {
  /**
   * Posts once. Never follows a redirect: a 3xx is an answer like any other. Never throws for what the URL, the network
   * or the receiver does: that is a fault, with words fit for the merchant.
   */
  post: (url: string, options: PostOptions) => Promise<OutboundAnswer | OutboundFault>
  /** The same with a method of one's own. */
  send: (url: string, options: SendOptions) => Promise<OutboundAnswer | OutboundFault>
  /** Ends idle connections and waits for the busy ones. */
  close: () => Promise<void>
}

export interface PostOptions {
  headers: Readonly<Record<string, string>>
  body: string
  /** From being sent to the last byte of the answer; 15 s when absent. */
  timeoutMs?: number
  /** The longest answer that is read; 64 KiB when absent. */
  maxBytes?: number
  /** See {@link checkOutboundUrl}. */
  allowLoopback: boolean
}

export interface SendOptions extends Omit<PostOptions, 'body'> {
  method: 'GET' | 'POST'
  body: string | null
}

export interface OutboundAnswer {
  status: number
  /** What the receiver calls it, where it says. */
  contentType?: string
  /** As UTF-8, whatever the receiver calls it; NUL characters replaced, so that PostgreSQL can keep it. */
  bodyText: string
  /** How long the receiver asked us to wait. */
  retryAfterSeconds?: number
}

/**
 * At most 4 posts at a time to one origin, 4 more wait, the rest are told `busy`, so that a slow receiver holds up
 * nobody else. `resolve` gives the addresses of a name.
 */
export function createOutbound({ resolve = resolveName, connectTimeoutMs = 3000 }: OutboundOptions = {}): Outbound {
  const agent = new Agent({
    connect: { lookup: checkedLookup(resolve), timeout: connectTimeoutMs, autoSelectFamilyAttemptTimeout: 1000 },
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
    try {
      return await pass(new URL(url).origin, () => ask(agent, url, options))
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

/** Posts by the one outbound of this process, whose idle connections keep no process alive. */
export const post: Outbound['post'] = (url, options) => ours().post(url, options)
/** Sends by it. */
export const send: Outbound['send'] = (url, options) => ours().send(url, options)
const ours = () => (shared ??= createOutbound())
let shared: Outbound | undefined

export interface OutboundOptions {
  resolve?: (host: string) => Promise<string[]>
  connectTimeoutMs?: number
}

const perOrigin = 4

/** Lets work pass by the turnstile of its origin, which is there for as long as someone is at it. */
function turnstilesByOrigin() {
  const origins = new Map<string, { turnstile: Turnstile; users: number }>()
  const full = () => new Undelivered({ fault: 'busy', text: 'Too many messages are on their way to this address.' })
  return async <T>(origin: string, work: () => Promise<T>): Promise<T> => {
    const at = origins.get(origin) ?? {
      turnstile: createTurnstile({ concurrent: perOrigin, queue: 4, full }),
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

async function ask(agent: Dispatcher, url: string, options: SendOptions): Promise<OutboundAnswer> {
  const { statusCode, headers, body } = await request(url, {
    dispatcher: agent,
    method: options.method,
    headers: { 'accept-encoding': 'identity', ...options.headers },
    body: options.body,
    signal: AbortSignal.timeout(options.timeoutMs ?? 15_000),
  })
  const bodyText = await readText(body, options.maxBytes ?? 65_536)
  const seconds = retryAfterSeconds(headers['retry-after'], headers['date'])
  const type = headers['content-type']
  return {
    status: statusCode,
    bodyText,
    ...(typeof type === 'string' && { contentType: type }),
    ...(seconds === null ? {} : { retryAfterSeconds: seconds }),
  }
}

async function readText(body: Dispatcher.ResponseData['body'], maxBytes: number): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body as AsyncIterable<Uint8Array>) {
    size += chunk.length
    if (size > maxBytes) throw new Undelivered({ fault: 'too_large', text: 'The answer is too long.' })
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString().replaceAll('\0', '\ufffd')
}

/**
 * A look-up that gives only addresses we may connect to. The socket connects to just these, so that a name which
 * resolves differently a moment later gains nothing. Asks the name server itself: the system's resolver would let a
 * slow one hold the threads that hash passwords.
 */
function checkedLookup(resolve: (host: string) => Promise<string[]>): LookupFunction {
  return (host, options, done) => {
    const answer = async () => {
      const resolved = await resolve(host).catch(() => [])
      const found = resolved.filter(isLoopbackHost(host) ? isLoopbackAddress : isPublicAddress)
      if (found.length === 0) throw new Undelivered(resolved.length === 0 ? nameUnknown : nameRefused)
      return found.map((address) => ({ address, family: isIP(address) }))
    }
    answer().then(
      (found) => (options.all ? done(null, found) : done(null, found[0]?.address ?? '', found[0]?.family)),
      (error: Undelivered) => done(error, ''),
    )
  }
}

const nameUnknown = { fault: 'connection', text: 'The name of the host could not be resolved.' } as const
const nameRefused = { fault: 'refused_address', text: 'The name of the host leads to no address we send to.' } as const

async function resolveName(host: string): Promise<string[]> {
  if (host === 'localhost') return ['127.0.0.1', '::1']
  const answers = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
  return answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
}

const resolver = new Resolver({ timeout: 1000, tries: 2 })
