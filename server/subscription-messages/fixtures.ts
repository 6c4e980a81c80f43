import { sign } from '#server/kit/auth/signature.ts'
import { messagesTo } from '#server/messages/fixtures.ts'
import { openPaying, type Paying } from '#server/payments/fixtures.ts'
import type { Subscription } from '#contract/subscription-answers.ts'
import { runJobs } from '#test/run-jobs.ts'
import type { Answer } from '#test/test-app.ts'

/** For tests: subscriptions made, set up and charged as merchants and customers do it, with jobs that a test runs by hand. */
export interface Subscribing {
  paying: Paying
  ask(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object): Promise<Answer>
  /** The reference of a price of 30.00 SGD a month, unless said. */
  price(wish?: object): Promise<string>
  subscribe(wish?: object): Promise<string>
  read(ref: string): Promise<Subscription>
  /** The customer agrees and pays by card. */
  setUp(ref: string, more?: object): Promise<string>
  run(until?: Date): Promise<number>
  /** Texts without the marks that keep directions apart. */
  mails(to: string): Promise<{ subject: string; text: string }[]>
  close(): Promise<void>
}

export const goodCard = '4242424242424242'

export async function openSubscribing(): Promise<Subscribing> {
  const paying = await openPaying()
  const { testApp, session, merchant } = paying
  const ask: Subscribing['ask'] = (method, path, body) => testApp.call(session, method, path, body)
  const contentOf = <T>(answer: Answer): T => {
    if (answer.status !== 200) throw new Error(answer.text)
    return answer.body.content as T
  }
  const plain = (text: string) => text.replaceAll(/[\u2066-\u2069]/g, '').replaceAll('\u00a0', ' ')
  const signed = (names: Record<string, string>) => sign(names, session.signingKey)
  const own = { chaipay_key: merchant.key, environment: 'sandbox' }
  return {
    paying,
    ask,
    async price(wish = {}) {
      const made = { amount: 30, currency: 'SGD', frequency: 1, period: 'M', name: 'Gold', ...wish }
      const merchant_order_ref = crypto.randomUUID()
      const { amount, currency, frequency } = made
      const isRegular = amount !== undefined
      const signature_hash = signed({
        client_key: merchant.key,
        currency,
        merchant_order_ref,
        ...(isRegular && { amount: String(amount), frequency: String(frequency) }),
      })
      const body = { ...own, ...made, merchant_order_ref, signature_hash }
      return contentOf<{ order_ref: string }>(await ask('POST', '/merchant/subscription/createPrice', body)).order_ref
    },
    async subscribe(wish = {}) {
      const price_order_ref = 'price_order_ref' in wish ? wish.price_order_ref : await this.price()
      const order = { merchant_order_ref: crypto.randomUUID(), success_url: '', failure_url: '', ...wish }
      const { merchant_order_ref, success_url, failure_url } = order
      const made = { currency: 'SGD', quantity: 1, customer_name: 'Mei Tan', ...order, price_order_ref }
      const signature_hash = signed({
        client_key: merchant.key,
        currency: made.currency,
        failure_url,
        merchant_order_ref,
        quantity: String(made.quantity),
        success_url,
      })
      const answer = await ask('POST', '/merchant/subscription/createSubscription', { ...own, ...made, signature_hash })
      return contentOf<{ order_ref: string }>(answer).order_ref
    },
    read: async (ref) => contentOf(await ask('GET', `/merchant/subscription/${ref}`)),
    async setUp(ref, { card = goodCard, ...more }: { card?: string } = {}) {
      const token = await paying.simulator.token(card)
      const body = { method: 'SUBSCRIPTION_CARD', token, agrees: true, language: 'en', ...more }
      const { orderRef, text } = await paying.start(ref, body)
      if (!orderRef) throw new Error(text)
      await this.run()
      return orderRef
    },
    run: (until) => runJobs(testApp, { ...(until && { until }) }),
    mails: async (to) =>
      (await messagesTo(testApp, to)).map(({ subject, text }) => ({ subject: plain(subject), text: plain(text) })),
    close: () => paying.close(),
  }
}
