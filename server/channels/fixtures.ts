import type { Environment } from '#contract/kit/wire.ts'
import type { Outcome, Provider, Tested } from '#server/providers/provider.ts'
import { openTestApp, type Answer, type TestApp, type TestMerchant, type TestSession } from '#test/test-app.ts'

/** For tests: a test app whose providers say of credentials what a test wants. */
export interface Connecting {
  testApp: TestApp
  script: Script
  newShop(options?: { environment?: Environment; onboarded?: boolean }): Promise<Shop>
  /** As the owner of the schema. */
  rows<R extends object>(text: string, ...values: unknown[]): Promise<R[]>
  close(): Promise<void>
}
interface Script {
  /** What a provider says of credentials, called with those that it is asked about. */
  says: (credentials: Readonly<Record<string, string>>) => Tested | Promise<Tested>
  /** What it gives when an address is registered. */
  registers: (address: string) => Promise<{ credentials: Record<string, string> } | null>
  asked: { name: string; credentials: Readonly<Record<string, string>>; environment: Environment }[]
  registered: string[]
}
/** A merchant, and what its administrator asks for. */
export interface Shop {
  merchant: TestMerchant
  session: TestSession
  ask<T = never>(method: 'GET' | 'POST', path: string, body?: object): Promise<Said<T>>
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
export const stripeKeys = { publishable_key: 'pk_test_abcdefghij', secret_key: 'sk_test_0123456789' }

export async function openConnecting(...options: Parameters<typeof openTestApp>): Promise<Connecting> {
  const testApp = await openTestApp(...options)
  const script: Script = { says: () => working, registers: async () => null, asked: [], registered: [] }
  const { services } = testApp.serveParts
  const real = services.provider
  services.providers = ['simulator', 'stripe', 'paypal', 'xendit']
  services.provider = (name, credentials, environment) =>
    name === 'simulator' ? real(name, credentials, environment) : scripted(script, { name, credentials, environment })
  return {
    testApp,
    script,
    async newShop({ environment = 'sandbox', onboarded = true } = {}) {
      const merchant = await testApp.addMerchant({ onboarded })
      const session = await testApp.signIn(merchant, { environment })
      return { merchant, session, ask: (...asked) => ask(testApp, { merchant, session }, ...asked) }
    },
    rows: (text, ...values) => testApp.owner.transaction(null, (tx) => tx.query(text, values)),
    close: () => testApp.close(),
  }
}

async function ask<T>(
  testApp: TestApp,
  { merchant, session }: Pick<Shop, 'merchant' | 'session'>,
  method: 'GET' | 'POST',
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
    },
  }
}
