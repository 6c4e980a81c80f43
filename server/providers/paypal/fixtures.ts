import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { request } from 'undici'
import { type Exchanged, faultsOf } from '#test/openapi/paypal.ts'
import type { Asked, AuthoriseRequest, Outcome, Provider } from '../provider.ts'
import { credentialBy } from '../simulator/dialect.ts'
import { startSimulator } from '../simulator/main.ts'
import { paypalProvider, type PaypalOptions } from './adapter.ts'

const secretKey = 'sk_test_paypal_fixtures'
const signal = AbortSignal.timeout(600_000)

/** For tests: the simulator as PayPal behind a recorder, and the adapter to it. */
export interface TestPaypal {
  /** The address for `PAYPAL_API`. */
  readonly api: string
  /** Every request to the interface and its answer. */
  readonly exchanged: Exchanged[]
  readonly warned: object[]
  /** The keys under which a path was requested. */
  keysOf(path: RegExp): string[]
  /** The credentials of another account there. */
  account(name: string): Pick<PaypalOptions, 'clientId' | 'clientSecret'>
  now: Date
  provider(options?: Partial<PaypalOptions>): Provider
  call(
    path: string,
    question?: { method?: string; body?: unknown; key?: string },
  ): Promise<{ status: number; json: Json }>
  /** What the payer does on the page, a second later. */
  act(outcome: Outcome, form?: { act?: 'agree' | 'cancel'; funds?: string; callbacks?: string }): Promise<string>
  /** How the account is treated. */
  treat(manner: object): Promise<void>
  /** Cuts the next request with this path, before it is passed on or once it was answered. */
  cut(path: RegExp, when: 'before' | 'after'): void
  /** The certificate of the simulator's authority. */
  root(): Promise<string>
  restart(): Promise<void>
  close(): Promise<void>
}
export type Json = { [name: string]: unknown }

export async function openPaypal(): Promise<TestPaypal> {
  const dir = await mkdtemp(join(tmpdir(), 'paypal-'))
  const clock = { now: new Date() }
  const recorded = await recorder()
  const start = () =>
    startSimulator({
      port: 0,
      host: '127.0.0.1',
      dir,
      secretKey,
      publishableKey: 'pk_test_paypal',
      now: () => clock.now,
      delayMs: 20,
      origin: recorded.url,
    })
  let running = await start()
  recorded.setPort(running.port)
  const credential = credentialBy('paypal', secretKey)
  const warned: object[] = []
  const account: TestPaypal['account'] = (name) => ({
    clientId: credential('A', name),
    clientSecret: credential('E', name),
  })
  const { clientId, clientSecret } = account('acme')
  const api = `${recorded.url}/paypal`

  async function token(): Promise<string> {
    const answer = await request(`${api}/v1/oauth2/token`, {
      method: 'POST',
      headers: {
        authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`,
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: 'grant_type=client_credentials',
    })
    return ((await answer.body.json()) as { access_token: string }).access_token
  }

  return {
    api,
    exchanged: recorded.exchanged,
    keysOf: (path) => recorded.keys.filter((each) => path.test(each.path)).map(({ key }) => key),
    account,
    warned,
    get now() {
      return clock.now
    },
    set now(time) {
      clock.now = time
    },
    provider: (options = {}) =>
      paypalProvider({
        clientId,
        clientSecret,
        webhookId: '',
        api,
        now: () => clock.now,
        log: { warn: (fields) => void warned.push(fields) },
        timeoutMs: 1_500,
        ...options,
      }),
    async call(path, { method = 'GET', body, key } = {}) {
      const answer = await request(`${api}${path}`, {
        method: body === undefined ? (method as 'GET') : 'POST',
        headers: {
          authorization: `Bearer ${await token()}`,
          ...(key !== undefined && { 'paypal-request-id': key }),
          ...(body !== undefined && { 'content-type': 'application/json', prefer: 'return=representation' }),
        },
        body: body === undefined ? null : JSON.stringify(body),
      })
      const text = await answer.body.text()
      return { status: answer.statusCode, json: (text === '' ? {} : JSON.parse(text)) as Json }
    },
    async act(outcome, { act = 'agree', funds = 'good', callbacks = '' } = {}) {
      if (outcome.kind !== 'pending' || outcome.action?.kind !== 'redirect') throw new Error(`no page: ${outcome.kind}`)
      clock.now = new Date(clock.now.getTime() + 1_000)
      const answer = await request(outcome.action.url, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({ act, funds, callbacks }).toString(),
      })
      await answer.body.dump()
      return String(answer.headers['location'])
    },
    async treat(manner) {
      const answer = await request(`http://127.0.0.1:${running.port}/v1/control/accounts/paypal/acme`, {
        method: 'POST',
        headers: { authorization: `Bearer ${secretKey}`, 'content-type': 'application/json' },
        body: JSON.stringify(manner),
      })
      await answer.body.dump()
    },
    cut: recorded.cut,
    async root() {
      const answer = await request(`${api}/v1/notifications/certs/authority`)
      return answer.body.text()
    },
    async restart() {
      await running.close()
      running = await start()
      recorded.setPort(running.port)
    },
    async close() {
      await running.close()
      await recorded.close()
      await rm(dir, { recursive: true })
    },
  }
}

/** Passes requests on and keeps what is said; a connection that is cut behind it is cut before it. */
async function recorder() {
  const exchanged: Exchanged[] = []
  const keys: { path: string; key: string }[] = []
  let port = 0
  let cut: { path: RegExp; when: 'before' | 'after' } | null = null
  const server = createServer((incoming, reply) => {
    const chunks: Buffer[] = []
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
    incoming.on('end', () => {
      const sent = Buffer.concat(chunks)
      const { host: _host, connection: _connection, ...headers } = incoming.headers
      const path = new URL(incoming.url ?? '', 'http://x').pathname.replace(/^\/paypal/, '')
      const cutNow = cut?.path.test(path) ? cut.when : null
      if (cutNow) cut = null
      if (cutNow === 'before') return void incoming.socket.resetAndDestroy()
      const passed = async () => {
        const answer = await request(`http://127.0.0.1:${port}${incoming.url}`, {
          method: incoming.method as 'GET',
          headers: headers as Record<string, string>,
          body: sent.length > 0 ? sent : null,
        })
        const answered = await answer.body.text()
        const method = incoming.method ?? ''
        const key = incoming.headers['paypal-request-id']
        if (key !== undefined) keys.push({ path, key: String(key) })
        exchanged.push({ method, path, status: answer.statusCode, sent: sent.toString(), answered })
        if (cutNow === 'after') return void incoming.socket.resetAndDestroy()
        const { 'transfer-encoding': _encoding, connection: _kept, ...back } = answer.headers
        reply.writeHead(answer.statusCode, back as Record<string, string>).end(answered)
      }
      passed().catch(() => incoming.socket.resetAndDestroy())
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return {
    url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
    exchanged,
    keys,
    cut: (path: RegExp, when: 'before' | 'after') => void (cut = { path, when }),
    setPort: (next: number) => void (port = next),
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

export const wished = (key: string, fields: Partial<AuthoriseRequest> = {}): AuthoriseRequest => ({
  key,
  amountMinor: 1_250n,
  currency: 'USD',
  method: { type: 'WALLET', subType: 'PAYPAL' },
  given: {},
  payerName: 'Ada Lovelace',
  capture: true,
  description: 'a lamp',
  callbackUrl: 'http://127.0.0.1:9/',
  returnUrl: 'https://shop.example/pay/1?returned=1',
  expiresAt: null,
  country: 'US',
  payerEmail: '',
  merchantKey: 'acme',
  environment: 'sandbox',
  ...fields,
})

/** What is known here about a payment after an outcome. */
export const asked = (request: AuthoriseRequest, outcome: Outcome | null, firstAskedAt = new Date()): Asked => ({
  kind: 'payment',
  key: request.key,
  providerRef: outcome && 'providerRef' in outcome ? outcome.providerRef : '',
  firstAskedAt,
  amountMinor: request.amountMinor,
  currency: request.currency,
  method: request.method,
})

/** A payment whose shopper agreed. */
export async function agreed(paypal: TestPaypal, provider: Provider, request: AuthoriseRequest): Promise<Asked> {
  const outcome = await provider.authorise(request, signal)
  await paypal.act(outcome)
  return asked(request, outcome)
}
export async function paid(paypal: TestPaypal, provider: Provider, request: AuthoriseRequest): Promise<Asked> {
  const payment = await agreed(paypal, provider, request)
  const outcome = await provider.complete?.(payment, signal)
  if (outcome?.kind !== 'captured') throw new Error(`not captured: ${JSON.stringify(outcome)}`)
  return payment
}

/** What of the exchanges is not as PayPal's published documents have it; tokens and certificates are not in them. */
export const unpublished = ({ exchanged }: TestPaypal) =>
  exchanged
    .filter(({ path, answered }) => !/oauth2|certs|checkoutnow|onboard/.test(path) && answered !== '{}')
    .map((each) => ({ ...each, faults: faultsOf(each) }))
    .filter(({ faults }) => faults === null || faults.length > 0)
