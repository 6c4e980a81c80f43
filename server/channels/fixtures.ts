import type { Connection } from '#contract/channels.ts'
import type { Environment } from '#contract/kit/wire.ts'
import { ownTransaction } from '#server/kit/db/own-transaction.ts'
import type { Outcome, Provider, Tested } from '#server/providers/provider.ts'
import { openTestApp, type Answer, type TestApp, type TestMerchant, type TestSession } from '#test/test-app.ts'
import { runJobs } from '#test/run-jobs.ts'
import { channelOf } from './channel.ts'

/** For tests: a test app whose providers say of credentials what a test wants. */
export interface Connecting {
  testApp: TestApp
  script: Script
  newShop(options?: { environment?: Environment; onboarded?: boolean }): Promise<Shop>
  /** A shop that has connected Stripe with `stripeKeys`, and providers that say nothing else than `working`. */
  stripeShop(): Promise<StripeShop>
  /** Runs the jobs that register addresses of call-backs. */
  registrations(): Promise<void>
  /** What another user of a merchant asks for. */
  askAs(who: Pick<Shop, 'merchant' | 'session'>): Shop['ask']
  /** As the owner of the schema. */
  rows<R extends object>(text: string, ...values: unknown[]): Promise<R[]>
  close(): Promise<void>
}
interface Script {
  /** What a provider says of credentials, called with those that it is asked about. */
  says: (credentials: Readonly<Record<string, string>>) => Tested | Promise<Tested>
  /** What it gives when an address is registered. */
  registers: (address: string) => Promise<{ credentials: Record<string, string> } | null>
  /** What becomes of an address that is taken away. */
  unregisters: (address: string) => Promise<void>
  asked: { name: string; credentials: Readonly<Record<string, string>>; environment: Environment }[]
  registered: string[]
  unregistered: string[]
}
/** A merchant, and what its administrator asks for. */
export interface Shop {
  merchant: TestMerchant
  session: TestSession
  ask<T = never>(method: 'GET' | 'POST' | 'PUT', path: string, body?: object): Promise<Said<T>>
}
export interface StripeShop extends Shop {
  update(body: object): Promise<Said<Connection>>
  test(): Promise<Said<Connection & { tested: string; field: string }>>
  shown(): Promise<Connection>
  /** The credentials of its channel as they are when they are used. */
  opened(channel?: string): Promise<Readonly<Record<string, string>>>
}
export interface Said<T> {
  status: number
  reason: string
  errors: { path: string; reason: string; text: string; params?: object }[]
  content: T
  answer: Answer
}

export const working: Tested = {
  kind: 'working',
  account: 'acct_1',
  checks: [{ name: 'payments', ok: true, text: 'Charges' }],
}
export const paypalKeys = { client_id: 'A'.repeat(40), client_secret: 'E'.repeat(40) }
export const stripeKeys = { publishable_key: 'pk_test_abcdefghij', secret_key: 'sk_test_0123456789' }

export async function openConnecting(...options: Parameters<typeof openTestApp>): Promise<Connecting> {
  const testApp = await openTestApp(...options)
  const script = unscripted()
  const { services } = testApp.serveParts
  const real = services.provider
  services.providers = ['simulator', 'stripe', 'paypal', 'xendit']
  services.provider = (name, credentials, environment) =>
    name === 'simulator' ? real(name, credentials, environment) : scripted(script, { name, credentials, environment })
  const registrations = async () => void (await runJobs(testApp, { names: ['register-callbacks'] }))
  const askAs: Connecting['askAs'] =
    (who) =>
    (...asked) =>
      ask(testApp, who, ...asked)
  const newShop: Connecting['newShop'] = async ({ environment = 'sandbox', onboarded = true } = {}) => {
    const merchant = await testApp.addMerchant({ onboarded })
    const session = await testApp.signIn(merchant, { environment })
    return { merchant, session, ask: askAs({ merchant, session }) }
  }
  return {
    testApp,
    script,
    newShop,
    async stripeShop() {
      await registrations()
      Object.assign(script, unscripted())
      const shop = await newShop()
      const added = await shop.ask('POST', 'add-paychannel/STRIPE', { creds: stripeKeys })
      if (added.status !== 200) throw new Error(added.answer.text)
      return stripeShop(testApp, shop)
    },
    registrations,
    askAs,
    rows: (text, ...values) => testApp.owner.transaction(null, (tx) => tx.query(text, values)),
    close: () => testApp.close(),
  }
}

const unscripted = (): Script => ({
  says: () => working,
  registers: async () => null,
  unregisters: async () => {},
  asked: [],
  registered: [],
  unregistered: [],
})

function stripeShop({ serveParts }: TestApp, shop: Shop): StripeShop {
  const { merchantId } = shop.merchant
  return {
    ...shop,
    update: (body) => shop.ask('POST', 'update-paychannel/STRIPE', body),
    test: () => shop.ask('POST', '/api/channels/{id}/STRIPE/test', {}),
    shown: async () => (await shop.ask<Connection[]>('GET', 'pay-channels/STRIPE')).content[0] as Connection,
    opened: (channel = 'STRIPE') =>
      ownTransaction(
        serveParts,
        { merchantId, environment: 'sandbox' },
        { requestId: 'test' },
        async (ctx) => (await channelOf(ctx, channel)).credentials,
      ),
  }
}

async function ask<T>(
  testApp: TestApp,
  { merchant, session }: Pick<Shop, 'merchant' | 'session'>,
  method: 'GET' | 'POST' | 'PUT',
  path: string,
  body?: object,
): Promise<Said<T>> {
  const at = path.startsWith('/') ? path.replace('{id}', merchant.key) : `/merchants/${merchant.key}/${path}`
  const answer = await testApp.call(session, method, at, body, { 'idempotency-key': crypto.randomUUID() })
  const { status_reason: reason, errors = [], content } = answer.body as Record<string, unknown>
  return { status: answer.status, reason: String(reason), errors: errors as [], content: content as T, answer }
}

function scripted(script: Script, given: Script['asked'][number]): Provider {
  const never = (): Promise<Outcome> => Promise.reject(new Error('no payment goes through a scripted provider'))
  return {
    authorise: never,
    capture: never,
    void: never,
    refund: never,
    cancel: never,
    status: never,
    verifyCallback: async () => ({ kind: 'forged', why: 'scripted' }),
    cardEntry: () => null,
    connection: {
      test: async () => {
        script.asked.push(given)
        return script.says(given.credentials)
      },
      register: async (address) => {
        script.registered.push(address)
        return script.registers(address)
      },
      unregister: async (address) => {
        script.unregistered.push(address)
        await script.unregisters(address)
      },
    },
  }
}
