import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import { request } from 'undici'
import type { Asked, AuthoriseRequest, Outcome, Provider } from '../provider.ts'
import { credentialBy } from '../simulator/dialect.ts'
import { openSimulator, payment, secretKey, type TestSimulator } from '../simulator/fixtures.ts'
import { xenditCredentials } from '../simulator/xendit/credentials.ts'
import { xenditProvider } from './adapter.ts'

/** For tests: the adapter against the simulator as Xendit, with every exchange held against the description of Xendit's interface. */
export interface TestXendit {
  provider: Provider
  simulator: TestSimulator
  /** Facts of the adapter's warnings. */
  warned: Record<string, unknown>[]
  /** Exchanges that the description does not allow; a test ends with none. */
  faults: string[]
  credentials: { secretKey: string; callbackToken: string }
  /** Another adapter to the same surface. */
  open(options?: {
    secretKey?: string
    callbackToken?: string
    timeoutMs?: number
    underWayMs?: number
    now?: () => Date
  }): Provider
  /** How the account is treated from now on. */
  manner(manner: Record<string, unknown>): Promise<void>
  /** Enters the address of call-backs, as a person does in Xendit's dashboard. */
  callbacksTo(address: string): Promise<void>
  /** Brings money onto the account's balance in a currency, in major units. */
  topUp(amount: number, currency: string): Promise<void>
  /** A request as the merchant's server sends it, past the adapter. */
  call(path: string, body?: unknown): Promise<{ status: number; json: unknown }>
  close(): Promise<void>
}

export async function openXendit({ now = () => new Date(), delayMs = 40 } = {}): Promise<TestXendit> {
  const simulator = await openSimulator({ now, delayMs })
  const own = xenditCredentials(credentialBy('xendit', secretKey), 'acme')
  const credentials = { secretKey: own.secret_key, callbackToken: own.callback_token }
  const warned: Record<string, unknown>[] = []
  const faults: string[] = []
  const proxy = await recordingProxy(() => `${simulator.url}/xendit`, faults)
  const open: TestXendit['open'] = (options = {}) =>
    xenditProvider({
      url: proxy.url,
      ...credentials,
      now,
      timeoutMs: 2_000,
      underWayMs: 0,
      warn: (facts) => warned.push(facts),
      ...options,
    })
  /** What a person does at Xendit. */
  async function dashboard(path: string, body: object): Promise<void> {
    const { statusCode } = await request(`${simulator.url}/xendit${path}`, {
      method: 'POST',
      headers: { authorization: basic(credentials.secretKey), 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (statusCode !== 200) throw new Error(`${path} was refused: ${statusCode}`)
  }
  return {
    provider: open(),
    simulator,
    warned,
    faults,
    credentials,
    open,
    async manner(manner) {
      const { status } = await simulator.call('/v1/control/accounts/xendit/acme', { body: manner })
      if (status !== 200) throw new Error(`the manner was refused: ${status}`)
    },
    callbacksTo: (address) => dashboard('/callback_urls/payment', { url: address }),
    topUp: (amount, currency) => dashboard('/balance/top_ups', { amount, currency }),
    async call(path, body) {
      const answer = await request(proxy.url + path, {
        method: body === undefined ? 'GET' : 'POST',
        headers: { authorization: basic(credentials.secretKey), 'content-type': 'application/json' },
        body: body === undefined ? null : JSON.stringify(body),
      })
      return { status: answer.statusCode, json: await answer.body.json() }
    },
    async close() {
      await proxy.close()
      await simulator.close()
    },
  }
}

export const basic = (key: string): string => `Basic ${Buffer.from(`${key}:`).toString('base64')}`
export const soon = (): AbortSignal => AbortSignal.timeout(10_000)

/** A payment by DANA of 15,000 rupiah. */
export const wished = (fields: { key: string } & Partial<AuthoriseRequest>): AuthoriseRequest =>
  payment({
    amountMinor: 1_500_000n,
    currency: 'IDR',
    method: { type: 'WALLET', subType: 'DANA' },
    country: 'ID',
    ...fields,
  })

/** What is asked about a payment afterwards, as a worker asks; first asked a while ago. */
export const askedAbout = (
  { key, amountMinor, currency, method }: AuthoriseRequest,
  fields: Partial<Asked> = {},
): Asked => ({
  kind: 'payment',
  key,
  providerRef: '',
  firstAskedAt: new Date(Date.now() - 600_000),
  amountMinor,
  currency,
  method,
  ...fields,
})

export const refOf = (outcome: Outcome): string => ('providerRef' in outcome ? outcome.providerRef : '')

interface Operation {
  request?: object
  answers: Record<string, object>
}
interface Description {
  paths: Record<string, Partial<Record<string, Operation>>>
}

/** Passes requests on and holds each, and its answer, against the description. */
async function recordingProxy(target: () => string, faults: string[]) {
  const file = new URL('../../../test/openapi/xendit.json', import.meta.url)
  const description = JSON.parse(readFileSync(file, 'utf8')) as Description & { $id: string }
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  ajv.addSchema(description)
  const validators = new Map<string, ValidateFunction>()
  const templates = Object.keys(description.paths).map(
    (path) => [path, new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`)] as const,
  )

  function check(what: string, pointer: string[], body: unknown): void {
    const name = `${description.$id}#/${pointer.map((part) => encodeURIComponent(escapedPointer(part))).join('/')}`
    const validate = validators.get(name) ?? ajv.compile({ $ref: name })
    validators.set(name, validate)
    if (!validate(body)) faults.push(`${what}: ${ajv.errorsText(validate.errors)} in ${JSON.stringify(body)}`)
  }

  async function pass(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const { method = 'GET', url = '/', headers } = incoming
    const chunks: Buffer[] = []
    for await (const chunk of incoming) chunks.push(chunk as Buffer)
    const body = Buffer.concat(chunks)
    const [, path = ''] = /^([^?]*)/.exec(url) ?? []
    const found = templates.find(([, pattern]) => pattern.test(path))?.[0]
    const operation = found === undefined ? undefined : description.paths[found]?.[method.toLowerCase()]
    const what = `${method} ${path}`
    const pointer = ['paths', found ?? '', method.toLowerCase()]
    if (!operation) faults.push(`${what} is not described`)
    else if (operation.request) check(what, [...pointer, 'request'], JSON.parse(body.toString('utf8')))
    else if (body.length > 0) faults.push(`${what} has a body`)
    const { authorization = '', 'idempotency-key': key } = headers
    const answer = await request(target() + url, {
      method: method as 'GET' | 'POST',
      headers: {
        authorization,
        ...(typeof key === 'string' && { 'idempotency-key': key }),
        ...(body.length > 0 && { 'content-type': 'application/json' }),
      },
      body: body.length > 0 ? body : null,
    })
    const text = await answer.body.text()
    const status = String(answer.statusCode)
    // What the simulator plays as a broken answer is none of Xendit's.
    if (text !== '{}') {
      const schema = operation?.answers[status] ? [...pointer, 'answers', status] : ['components', 'schemas', 'Error']
      check(`${what} → ${status}`, schema, JSON.parse(text))
    }
    outgoing.writeHead(answer.statusCode, { 'content-type': 'application/json' }).end(text)
  }

  const server = createServer((incoming, outgoing) => {
    pass(incoming, outgoing).catch(() => incoming.socket.resetAndDestroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return {
    url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

const escapedPointer = (part: string): string => part.replaceAll('~', '~0').replaceAll('/', '~1')
