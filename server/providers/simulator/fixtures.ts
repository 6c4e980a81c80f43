import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { request } from 'undici'
import type { MandateRequest } from '../mandates.ts'
import type { Asked, AuthoriseRequest, CaptureRequest, Provider, RefundRequest } from '../provider.ts'
import { simulatorProvider } from './adapter.ts'
import { startSimulator } from './main.ts'
import type { HolderAct } from './mandates.ts'
import type { PayerAct } from './payer.ts'

export const secretKey = 'sk_test_fixtures'
export const publishableKey = 'pk_test_fixtures'

/** For tests: a simulator on a folder of its own, the adapter to it, and calls to pay by a card number. */
export interface TestSimulator {
  readonly url: string
  readonly dir: string
  readonly provider: Provider
  /** The form of a shopper with this card, sent as the browser sends it. */
  submitCard(form: {
    [field: string]: unknown
  }): Promise<{ status: number; json: unknown; headers: IncomingHttpHeaders }>
  /** A token for a card number. */
  token(number: string): Promise<string>
  /** A call by the secret key. */
  call(
    path: string,
    question?: { key?: string; body?: unknown; bearer?: string },
  ): Promise<{ status: number; text: string; json: unknown }>
  /** Performs an act of the payer; true when it changed the payment. */
  act(key: string, act: PayerAct): Promise<boolean>
  /** Performs an act of a mandate's holder or their bank; true when it changed the mandate. */
  hold(key: string, act: HolderAct): Promise<boolean>
  /** Ends the simulator and starts it again on the same folder, with another port; `meanwhile` the folder is free. */
  restart(meanwhile?: () => Promise<void>): Promise<void>
  close(): Promise<void>
}

export async function openSimulator({
  delayMs = 40,
  now = () => new Date(),
  timeoutMs = 2_000,
  quoteMs = 1_800_000,
} = {}): Promise<TestSimulator> {
  const dir = await mkdtemp(join(tmpdir(), 'simulator-'))
  const start = () =>
    startSimulator({ port: 0, host: '127.0.0.1', dir, secretKey, publishableKey, delayMs, now, quoteMs })
  let running = await start()
  const urlNow = () => `http://127.0.0.1:${running.port}`
  const providerNow = () => simulatorProvider({ url: urlNow(), secretKey, publishableKey, timeoutMs })
  let provider = providerNow()

  const simulator: TestSimulator = {
    get url() {
      return urlNow()
    },
    get provider() {
      return provider
    },
    dir,
    async submitCard(form) {
      const body = JSON.stringify({ ...goodForm, ...form })
      const headers = { 'content-type': 'application/json', origin: 'https://shop.example' }
      const answer = await request(`${simulator.url}/v1/tokens`, { method: 'POST', headers, body })
      return { status: answer.statusCode, json: await answer.body.json(), headers: answer.headers }
    },
    async token(number) {
      const { json } = await simulator.submitCard({ number, cvc: /^3[47]/.test(number) ? '1234' : '123' })
      return (json as { token: string }).token
    },
    async call(path, { key, body, bearer = secretKey } = {}) {
      const answer = await request(simulator.url + path, {
        method: body === undefined ? 'GET' : 'POST',
        headers: {
          authorization: `Bearer ${bearer}`,
          ...(key === undefined ? {} : { 'idempotency-key': key }),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        body: body === undefined ? null : JSON.stringify(body),
      })
      const text = await answer.body.text()
      return { status: answer.statusCode, text, json: JSON.parse(text) as unknown }
    },
    async act(key, act) {
      const { json } = await simulator.call(`/v1/control/payments/${key}`, { body: act })
      return (json as { changed: boolean }).changed
    },
    async hold(key, act) {
      const { json } = await simulator.call(`/v1/control/mandates/${key}`, { body: act })
      return (json as { changed: boolean }).changed
    },
    async restart(meanwhile) {
      await running.close()
      await meanwhile?.()
      running = await start()
      provider = providerNow()
    },
    async close() {
      await running.close()
      await rm(dir, { recursive: true })
    },
  }
  return simulator
}

const goodForm = {
  publishable_key: publishableKey,
  number: '4242424242424242',
  exp_month: '12',
  exp_year: '39',
  cvc: '123',
  holder: 'Ada Lovelace',
}

/** A payment request of the gateway; port 9 of the call-back address has no listener. */
export const payment = ({
  token,
  ...fields
}: { key: string; token?: string } & Partial<AuthoriseRequest>): AuthoriseRequest => ({
  amountMinor: 1_000n,
  currency: 'USD',
  method: { type: 'CARD', subType: 'INT_CREDIT_DEBIT_CARD' },
  given: token === undefined ? {} : { token },
  payerName: 'Ada Lovelace',
  capture: true,
  description: 'a lamp',
  callbackUrl: 'http://127.0.0.1:9/',
  returnUrl: 'http://127.0.0.1:9/pay/1',
  expiresAt: null,
  country: 'SG',
  payerEmail: '',
  merchantKey: 'fixtures',
  environment: 'sandbox',
  ...fields,
})

/** A request of the gateway for a mandate without money. */
export const mandate = (fields: { key: string; token?: string } & Partial<MandateRequest>): MandateRequest => {
  const { amountMinor: _, capture: _capture, ...request } = payment(fields)
  return { ...request, method: { type: 'SUBSCRIPTION_CARD', subType: '' }, ...withoutToken(fields) }
}
const withoutToken = ({ token: _, ...fields }: { token?: string } & Partial<MandateRequest>) => fields

const method = { type: 'CARD', subType: 'INT_CREDIT_DEBIT_CARD' } as const
/** What is known of a payment or refund with this key before its provider is asked about it. */
export const askedOf = (key: string, fields: Partial<Asked> = {}): Asked => ({
  kind: 'payment',
  key,
  providerRef: '',
  firstAskedAt: new Date(),
  amountMinor: 1_000n,
  currency: 'USD',
  method,
  ...fields,
})
type Moved = { key: string; paymentKey: string } & Partial<RefundRequest>
/** A refund, or a capture, of a payment in US dollars. */
export const moved = (fields: Moved): RefundRequest & CaptureRequest => ({
  paymentRef: '',
  amountMinor: 1_000n,
  currency: 'USD',
  method,
  ...fields,
})

export interface Received {
  headers: IncomingHttpHeaders
  body: string
}
/** A server that takes call-backs; `answer` says with which status, given how many came before. */
export async function receiver(answer: (before: number) => number = () => 204): Promise<{
  url: string
  received: Received[]
  close: () => Promise<void>
}> {
  const received: Received[] = []
  const server = createServer((incoming, reply) => {
    let body = ''
    incoming.setEncoding('utf8')
    incoming.on('data', (chunk: string) => (body += chunk))
    incoming.on('end', () => {
      reply.statusCode = answer(received.length)
      received.push({ headers: incoming.headers, body })
      reply.end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    url: `http://127.0.0.1:${port}/callbacks`,
    received,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

export interface Child {
  url: string
  /** What it has printed on both streams. */
  printed(): string
  /** Sends SIGKILL and waits for the end. */
  kill(): Promise<void>
}
/** The simulator on `dir` as a process of its own, to be killed; `origin` is where browsers find it. */
export async function spawnSimulator(
  dir: string,
  { port = 0, delayMs = 40, keys = { secretKey, publishableKey }, origin = '' } = {},
): Promise<Child> {
  const options = JSON.stringify({ port, host: '127.0.0.1', dir, ...keys, delayMs, ...(origin && { origin }) })
  const main = JSON.stringify(new URL('main.ts', import.meta.url).href)
  const program = `process.on('disconnect', () => process.exit())
    const { startSimulator } = await import(${main})
    console.log('port', (await startSimulator(${options})).port)`
  const args = ['--input-type=module', '-e', program]
  // The last of these pipes tells the child when the test process has gone.
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe', 'ipc'] })
  const ended = once(child, 'exit')
  let printed = ''
  const listening = await new Promise<string>((resolve, reject) => {
    const hear = (chunk: Buffer) => {
      printed += chunk.toString()
      const found = /^port (\d+)$/m.exec(printed)?.[1]
      if (found) resolve(found)
    }
    child.stdout?.on('data', hear)
    child.stderr?.on('data', hear)
    void ended.then(() => reject(new Error(`The simulator ended at its start: ${printed}`)))
  })
  return {
    url: `http://127.0.0.1:${listening}`,
    printed: () => printed,
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
  }
}
