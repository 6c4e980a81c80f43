import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { request } from 'undici'
import { faultsOf } from '#test/openapi/stripe.ts'
import type { Asked, AuthoriseRequest, Provider } from '../provider.ts'
import type { AccountManner } from '../simulator/account-manners.ts'
import { credentialBy } from '../simulator/dialect.ts'
import { startSimulator } from '../simulator/main.ts'
import { type StripeProviderOptions, stripeProvider } from './adapter.ts'

const simulatorSecret = 'sk_test_fixtures'
const account = 'acme'
const credential = credentialBy('stripe', simulatorSecret)

/** For tests: the simulator as Stripe, with a proxy before it that holds each exchange against Stripe's document. */
export interface TestStripe {
  /** The address of the proxy, as STRIPE_API has it. */
  readonly url: string
  readonly provider: Provider
  readonly keys: Readonly<Record<'publishable_key' | 'secret_key' | 'restricted_key', string>>
  readonly warnings: string[]
  /** What was not as the document has it. */
  readonly faults: string[]
  /** Method and path of each request to the interface. */
  readonly requests: string[]
  adapter(options?: Partial<StripeProviderOptions>): Provider
  method(number: string): Promise<string>
  /** A request as a program without the library sends it. */
  call(
    path: string,
    question?: { form?: Record<string, string>; key?: string; secret?: string; method?: string },
  ): Promise<{ status: number; headers: Record<string, unknown>; json: Record<string, unknown> }>
  /** How the provider treats the account from now on. */
  manner(manner: Partial<AccountManner>): Promise<void>
  /** Plays the payer of a payment of Stripe. */
  act(intent: string, act: 'approve' | 'decline' | 'no_funds'): Promise<void>
  /** The captured amount of a currency in the simulator's book, in minor units. */
  captured(currency: string): Promise<string>
  close(): Promise<void>
}

export async function openStripe({ now = () => new Date(), timeoutMs = 2_000 } = {}): Promise<TestStripe> {
  const dir = await mkdtemp(join(tmpdir(), 'stripe-'))
  const options = { port: 0, host: '127.0.0.1', dir, secretKey: simulatorSecret, publishableKey: 'pk_test_fixtures' }
  const simulator = await startSimulator({ ...options, delayMs: 40, now })
  const behind = `http://127.0.0.1:${simulator.port}`
  const faults: string[] = []
  const requests: string[] = []
  const proxy = createServer(async (incoming, reply) => {
    const chunks: Buffer[] = []
    for await (const chunk of incoming as AsyncIterable<Buffer>) chunks.push(chunk)
    const sent = Buffer.concat(chunks).toString('utf8')
    const { method = 'GET', url: path = '' } = incoming
    requests.push(`${method} ${path.replace('/stripe', '').split('?')[0]}`)
    try {
      const { connection: _, host: __, 'content-length': ___, ...headers } = incoming.headers
      const answer = await request(behind + path, { method: method as 'GET', headers, body: sent || null })
      const answered = await answer.body.text()
      const { statusCode: status } = answer
      if (path.startsWith('/stripe/v1/')) {
        const found = faultsOf({ method, path: path.slice('/stripe'.length), status, sent, answered })
        faults.push(...(found ?? [`${method} ${path} is not in the document`]))
      }
      const replayed = answer.headers['idempotent-replayed']
      reply.writeHead(status, {
        'content-type': 'application/json',
        ...(replayed && { 'idempotent-replayed': replayed }),
      })
      reply.end(answered)
    } catch (error) {
      const isCut =
        error instanceof Error && 'code' in error && (error.code === 'UND_ERR_SOCKET' || error.code === 'ECONNRESET')
      if (!isCut) faults.push(`${method} ${path}: ${String(error)}`)
      reply.socket?.resetAndDestroy()
    }
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  const url = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}/stripe`
  const keys = {
    publishable_key: credential('pk_test_', account),
    secret_key: credential('sk_test_', account),
    restricted_key: credential('rk_test_', account),
  }
  const warnings: string[] = []
  const warn = (what: string, about: object) => void warnings.push(`${what} ${JSON.stringify(about)}`)
  const adapter = (given: Partial<StripeProviderOptions> = {}) =>
    stripeProvider({ credentials: keys, url, now, warn, timeoutMs, ...given })

  async function control(path: string, body: object): Promise<void> {
    await request(`${behind}/v1/control/${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${simulatorSecret}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }).then((answer) => answer.body.dump())
  }
  const stripe: TestStripe = {
    url,
    keys,
    faults,
    requests,
    warnings,
    provider: adapter(),
    adapter,
    async call(path, { form, key, secret = keys.secret_key, method = form ? 'POST' : 'GET' } = {}) {
      const answer = await request(url + path, {
        method: method as 'GET',
        headers: {
          authorization: `Bearer ${secret}`,
          ...(key && { 'idempotency-key': key }),
          ...(form && { 'content-type': 'application/x-www-form-urlencoded' }),
        },
        body: form ? new URLSearchParams(form).toString() : null,
      })
      const json = (await answer.body.json()) as Record<string, unknown>
      return { status: answer.statusCode, headers: answer.headers, json }
    },
    async method(number) {
      const cvc = /^3[47]/.test(number) ? '1234' : '123'
      const card = { 'card[number]': number, 'card[exp_month]': '12', 'card[exp_year]': '2039', 'card[cvc]': cvc }
      const { json } = await stripe.call('/v1/payment_methods', {
        form: { type: 'card', ...card },
        secret: keys.publishable_key,
      })
      return String(json['id'])
    },
    manner: (manner) => control(`accounts/stripe/${account}`, manner),
    act: (intent, act) => control(`payments/${encodeURIComponent(`stripe:${intent}`)}`, { act }),
    async captured(currency) {
      const headers = { authorization: `Bearer ${simulatorSecret}` }
      const answer = await request(`${behind}/v1/witness`, { headers })
      const { totals } = (await answer.body.json()) as { totals: Record<string, { captured_minor: string }> }
      return totals[currency]?.captured_minor ?? '0'
    },
    async close() {
      proxy.close()
      proxy.closeAllConnections()
      await simulator.close()
      await rm(dir, { recursive: true })
    },
  }
  return stripe
}

export const payment = ({ token, ...fields }: { key: string; token?: string } & Partial<AuthoriseRequest>) =>
  ({
    amountMinor: 1_000n,
    currency: 'USD',
    method: { type: 'CARD', subType: 'INT_CREDIT_DEBIT_CARD' },
    given: token === undefined ? {} : { token },
    payerName: 'Ada Lovelace',
    capture: true,
    description: 'a lamp',
    callbackUrl: '',
    returnUrl: 'http://127.0.0.1:9/pay/1',
    expiresAt: null,
    country: 'SG',
    payerEmail: 'ada@example.com',
    merchantKey: 'mk_acme',
    environment: 'sandbox',
    ...fields,
  }) satisfies AuthoriseRequest

/** What a caller knows of a payment that it asked for. */
export const askedOf = (wished: AuthoriseRequest, known: Partial<Asked> = {}): Asked => ({
  kind: 'payment',
  key: wished.key,
  providerRef: '',
  firstAskedAt: new Date(),
  amountMinor: wished.amountMinor,
  currency: wished.currency,
  method: wished.method,
  ...known,
})
