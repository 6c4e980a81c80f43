import {
  readOnboarding,
  type OnboardingCase,
  type OnboardingLink,
  type OnboardingStatus,
} from '#contract/onboarding.ts'
import type { Environment } from '#contract/kit/wire.ts'
import type { Onboarding, OnboardingWish, Opened, Progress, Provider } from '#server/providers/provider.ts'
import { openTestApp, type Answer, type TestApp, type TestMerchant, type TestSession } from '#test/test-app.ts'

/** For tests: a test app whose partner accounts say what a test wants. */
export interface Partnering {
  testApp: TestApp
  script: Script
  newShop(options?: { environment?: Environment }): Promise<Shop>
  /** As the owner of the schema. */
  rows<R extends object>(text: string, ...values: unknown[]): Promise<R[]>
  close(): Promise<void>
}
interface Script {
  /** Whether the operator has partner accounts. */
  partner: boolean
  opens: (wish: OnboardingWish) => Opened | Promise<Opened>
  says: (account: { key: string; accountRef: string }) => Progress | Promise<Progress>
  opened: OnboardingWish[]
  asked: { key: string; accountRef: string }[]
}
export interface Shop {
  merchant: TestMerchant
  session: TestSession
  begin(): Promise<Said<OnboardingLink>>
  status(): Promise<Said<OnboardingStatus>>
  form(): Promise<Said<OnboardingCase>>
  handIn(facts?: object): Promise<Said<OnboardingCase>>
  call<T>(method: 'GET' | 'POST', path: string, body?: object): Promise<Said<T>>
}
interface Said<T> {
  status: number
  code: string
  reason: string
  errors: { path: string; reason: string; text: string }[]
  content: T
  answer: Answer
}

export const page: Opened = { kind: 'opened', accountRef: '', url: 'https://psp.example/page', expiresAt: null }
export const says = (state: 'PENDING' | 'ACTIVE' | 'ACTION_REQUIRED' | 'REJECTED', reason = ''): Progress => ({
  kind: 'known',
  state,
  accountRef: 'acct_1',
  reason,
  checks: [{ name: 'payments_receivable', ok: state === 'ACTIVE', text: reason, link: '' }],
})

/** Gives the operator of a test app partner accounts that say what a test wants. */
export function scriptPartner({ serveParts: { services } }: TestApp): Script {
  const script: Script = { partner: true, opens: () => page, says: () => says('PENDING'), opened: [], asked: [] }
  const onboarding: Onboarding = {
    async open(wish) {
      script.opened.push(wish)
      return script.opens(wish)
    },
    async ask(account) {
      script.asked.push(account)
      return script.says(account)
    },
    credentialsOf: (accountRef) => ({ merchant_id: accountRef }),
  }
  const real = services.provider
  services.provider = (name, credentials, environment): Provider => {
    const { onboarding: _none, ...provider } = real(name, credentials, environment)
    return script.partner ? { ...provider, onboarding } : provider
  }
  return script
}

export async function openPartnering(...options: Parameters<typeof openTestApp>): Promise<Partnering> {
  const testApp = await openTestApp(...options)
  const script = scriptPartner(testApp)

  async function newShop({ environment = 'sandbox' }: { environment?: Environment } = {}): Promise<Shop> {
    const merchant = await testApp.addMerchant()
    const session = await testApp.signIn(merchant, { environment })
    async function call<T>(method: 'GET' | 'POST', path: string, body?: object): Promise<Said<T>> {
      const answer = await testApp.call(session, method, path, body, { 'idempotency-key': crypto.randomUUID() })
      const { status_code: code, status_reason: reason, errors = [], content } = answer.body as Record<string, unknown>
      const said = { code: String(code), reason: String(reason), errors: errors as Said<T>['errors'] }
      return { status: answer.status, ...said, content: content as T, answer }
    }
    const form = readOnboarding.path.replace('{id}', merchant.key).replace('{channelName}', 'PAYPAL')
    const key = `iamport_key=${merchant.key}&env=${environment}`
    return {
      merchant,
      session,
      call,
      begin: () => call('GET', `/api/onboarding/PAYPAL?${key}`),
      status: () => call('GET', `/api/onboarding/PAYPAL/status?${key}`),
      form: () => call('GET', form),
      handIn: (facts = {}) => call('POST', form, facts),
    }
  }

  return {
    testApp,
    script,
    newShop,
    rows: (text, ...values) => testApp.owner.transaction(null, (tx) => tx.query(text, values)),
    close: () => testApp.close(),
  }
}
