import type { Currency } from '#contract/kit/money.ts'
import type { Attempt } from '#contract/checkout.ts'
import type { Payment } from '#contract/payments.ts'
import { runJob } from '#server/kit/jobs/jobs.ts'
import { ownTransaction } from '#server/kit/db/own-transaction.ts'
import { sign } from '#server/kit/auth/signature.ts'
import { verifyLedger } from '#server/ledger/verify.ts'
import { isKnown, type Outcome, type Provider } from '#server/providers/provider.ts'
import { askedOf, openSimulator, type TestSimulator } from '#server/providers/simulator/fixtures.ts'
import { openTestApp, type Answer, type TestApp, type TestMerchant, type TestSession } from '#test/test-app.ts'
import { applyOutcome } from './apply-outcome.ts'
import { settlePayment } from './jobs.ts'

/** For tests: a test app whose payments go to the real simulated provider, with jobs that a test runs by hand. */
export interface Paying {
  testApp: TestApp
  simulator: TestSimulator
  /** The fixtures' provider; while `away` is set it is unreachable, and every outcome is unknown. */
  provider: Provider & { away: boolean }
  merchant: TestMerchant
  clock: TestApp['clock']
  /** Of an administrator of the merchant. */
  session: TestSession
  call(method: 'GET' | 'POST', path: string, body?: unknown): Promise<Answer>
  link(wish: { country?: string; currency?: Currency; expiry_hours?: number; late_payment?: string }): Promise<string>
  start(link: string, body: object): Promise<Started>
  attempt(link: string, orderRef: string): Promise<Attempt>
  cancel(link: string, orderRef: string): Promise<Started>
  /** Runs the job of a payment once. */
  settle(orderRef: string): Promise<void>
  /** Applies the provider's present status of a payment, as a call-back would bring it. */
  callBack(orderRef: string): Promise<void>
  details(orderRef: string): Promise<Answer>
  read(orderRef: string): Promise<Payment>
  linkState(link: string): Promise<string>
  /** The number of queued jobs of a payment. */
  waitingJobs(orderRef: string): Promise<number>
  /** As the owner; $1 is the merchant. */
  sql<R extends object>(text: string): Promise<R[]>
  findings(): Promise<unknown[]>
  close(): Promise<void>
}
interface Started {
  status: number
  reason: string
  orderRef: string
  text: string
  content: Attempt | undefined
}

export async function openPaying(): Promise<Paying> {
  const simulator = await openSimulator({ delayMs: 20 })
  const testApp = await openTestApp()
  const provider = switchable(simulator)
  testApp.serveParts.services.provider = () => provider
  const merchant = await testApp.addMerchant()
  const session = await testApp.signIn(merchant)
  const scope = { merchantId: merchant.merchantId, environment: 'sandbox' as const }
  const attempts = (link: string) => `/api/checkout/${link}/attempts`
  const contentOf = <T>(answer: Answer) => answer.body.content as unknown as T
  const started = (answer: Answer): Started => {
    const content = contentOf<Attempt | undefined>(answer)
    const reason = (answer.body['status_reason'] as string | undefined) ?? ''
    return { status: answer.status, reason, orderRef: content?.order_ref ?? '', text: answer.text, content }
  }
  const paying: Paying = {
    testApp,
    simulator,
    provider,
    merchant,
    session,
    clock: testApp.clock,
    call: (method, path, body) => testApp.call(session, method, path, body),
    async link({ currency = 'SGD', ...wish }) {
      const order = { merchant_order_id: crypto.randomUUID(), success_url: '', failure_url: '' }
      const signed = { amount: '100', client_key: merchant.key, currency, ...order }
      const body = { ...wish, ...order, amount: 100, currency, chaipay_key: merchant.key, environment: 'sandbox' }
      const signature_hash = sign(signed, session.signingKey)
      const answer = await testApp.call(session, 'POST', '/merchants/paymentLink', { ...body, signature_hash })
      if (answer.status !== 200) throw new Error(answer.text)
      return contentOf<{ link_ref: string }>(answer).link_ref
    },
    start: async (link, body) => started(await testApp.call(null, 'POST', attempts(link), body)),
    attempt: async (link, orderRef) => contentOf(await testApp.call(null, 'GET', `${attempts(link)}/${orderRef}`)),
    cancel: async (link, orderRef) => started(await testApp.call(null, 'POST', `${attempts(link)}/${orderRef}/cancel`)),
    settle: (orderRef) => {
      const data = { ...scope, orderRef, asks: 0 }
      return runJob(settlePayment as never, data, testApp.serveParts, new AbortController().signal)
    },
    async callBack(orderRef) {
      const outcome = await simulator.provider.status(askedOf(orderRef), AbortSignal.timeout(5_000))
      if (!isKnown(outcome)) throw new Error(outcome.kind)
      await ownTransaction(testApp.serveParts, scope, { requestId: 'test' }, (ctx) =>
        applyOutcome(ctx, orderRef, outcome),
      )
    },
    details: (order_ref) =>
      testApp.call(session, 'POST', `/merchant/${merchant.key}/transaction-details`, { order_ref }),
    read: async (orderRef) => contentOf(await paying.details(orderRef)),
    linkState: async (link) =>
      contentOf<{ status: string }>(
        await testApp.call(session, 'GET', `/merchants/${merchant.key}/paymentLink/${link}`),
      ).status,
    async waitingJobs(orderRef) {
      const text = `select from pgboss.job where name = 'settle-payment' and data->>'orderRef' = $1`
      return (await testApp.owner.transaction(null, (tx) => tx.query(text, [orderRef]))).length
    },
    sql: (text) =>
      testApp.owner.transaction(null, (tx) => tx.query(text, text.includes('$1') ? [merchant.merchantId] : [])),
    findings: () => verifyLedger(testApp.owner, scope),
    async close() {
      await testApp.close()
      await simulator.close()
    },
  }
  return paying
}

function switchable(simulator: TestSimulator): Provider & { away: boolean } {
  const unknown: Outcome = { kind: 'unknown', why: 'away' }
  const unlessAway =
    <Given extends unknown[]>(ask: (...given: Given) => Promise<Outcome>) =>
    async (...given: Given): Promise<Outcome> =>
      provider.away ? unknown : ask(...given)
  const provider: Provider & { away: boolean } = {
    away: false,
    authorise: unlessAway((...given) => simulator.provider.authorise(...given)),
    capture: unlessAway((...given) => simulator.provider.capture(...given)),
    void: unlessAway((...given) => simulator.provider.void(...given)),
    cancel: unlessAway((...given) => simulator.provider.cancel(...given)),
    status: unlessAway((...given) => simulator.provider.status(...given)),
    refund: unlessAway((...given) => simulator.provider.refund(...given)),
    verifyCallback: simulator.provider.verifyCallback,
    cardEntry: simulator.provider.cardEntry,
    ...(simulator.provider.mandates && { mandates: simulator.provider.mandates }),
  }
  return provider
}
