import { setTimeout as delay } from 'node:timers/promises'
import { request } from 'undici'
import { credentialBy } from '#server/providers/simulator/dialect.ts'
import { xenditCredentials } from '#server/providers/simulator/xendit/credentials.ts'
import { ask, askUntilCertain, cardToken, demoPassword, isCertain, type Answer, type Load } from './client.ts'
import { anyAddress, anyOf, attemptIntent, createIntent, type Merchant } from './intents.ts'
import { becomes } from './deployment.ts'
import type { Intent } from './journal.ts'

/** A merchant with a channel at each provider and rules over them, and shoppers who pay whatever is in the way. */
export interface ChannelShop {
  merchant: Merchant
  /** Calls the API as the merchant's administrator. */
  call(path: string, body: object): Promise<Record<string, unknown>>
  /** Makes an order and pays it by a way: a card, GrabPay or PayPal. Returns its reference. */
  buy(way: Way): Promise<string>
  /** Shoppers who wait give up. */
  close(): void
}
/** One after the other, as shoppers choose. */
export const ways = ['grabpay', 'paypal', 'grabpay', 'card'] as const
export type Way = (typeof ways)[number]

const accounts = { STRIPE: 'borneo', XENDIT: 'borneo', PAYPAL: 'borneo', PAYPAL_2: 'borneo2' }

/** Connects Stripe, Xendit and two accounts of PayPal, and makes the two rules. */
export async function openChannelShop(load: Load): Promise<ChannelShop> {
  const { deployment, journal } = load
  const merchant = load.merchants.find(({ slug }) => slug === 'borneo')
  const secret = deployment.settings['SIMULATOR_SECRET_KEY'] ?? ''
  if (!merchant) throw new Error('no such merchant')
  const answerTo = async (authorization: string, path: string, body: object): Promise<Answer> => {
    const headers = { authorization, 'idempotency-key': crypto.randomUUID() }
    const question = { method: 'POST', path: path.replace('{key}', merchant.key), body, headers } as const
    let answer: Answer | null = null
    // A node that is too busy says so, and is asked again.
    await becomes(async () => isCertain((answer = await ask(journal, anyOf(deployment.apis).url, question))), 60_000)
    return answer ?? { status: 0, reason: '', text: 'no answer', content: {}, replayed: false }
  }
  const call: ChannelShop['call'] = async (path, body) => {
    const authorization = `Bearer ${anyOf(merchant.sessions).token}`
    let answer = await answerTo(authorization, path, body)
    // The proof of who it is lasts for five minutes.
    if (answer.reason === 'STEP_UP_REQUIRED') {
      await answerTo(authorization, '/api/account/step-up', { password: demoPassword })
      answer = await answerTo(authorization, path, body)
    }
    if (answer.status !== 200) throw new Error(`${path}: ${answer.text}`)
    return answer.content
  }

  const make = (provider: string) => credentialBy(provider, secret)
  const stripe = { publishable_key: make('stripe')('pk_test_', accounts.STRIPE), secret_key: make('stripe')('sk_test_', accounts.STRIPE) } // prettier-ignore
  const xendit = xenditCredentials(make('xendit'), accounts.XENDIT)
  const paypal = (account: string) => ({ client_id: make('paypal')('A', account), client_secret: make('paypal')('E', account) }) // prettier-ignore
  for (const [entry, creds] of [
    ['STRIPE', stripe],
    ['XENDIT', xendit],
    ['PAYPAL', paypal(accounts.PAYPAL)],
    ['PAYPAL', paypal(accounts.PAYPAL_2)],
  ] as const)
    await call(`/merchants/{key}/add-paychannel/${entry}`, { creds, country: 'MY' })
  const callbacks = await request(`${deployment.simulator.url}/xendit/callback_urls/payment`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from(`${xendit.secret_key}:`).toString('base64')}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({
      url: `http://127.0.0.1:${deployment.relay.port}/gateway/api/callbacks/XENDIT/${merchant.key}/sandbox`,
    }),
  })
  await callbacks.body.dump()
  // Xendit takes cards on its own page, where no shopper of this test types one.
  const card = { type: 'CARD', sub_type: 'INT_CREDIT_DEBIT_CARD', is_enabled: false }
  await call('/merchants/{key}/update-pay-methods/XENDIT', { methods: [card] })
  const rule = (name: string, methods: object[], channels: object[]) =>
    call('/merchants/txn-router/create', { chaipay_key: merchant.key, name, conditions: { methods }, channels })
  await rule(
    'Cards and GrabPay',
    [{ type: 'CARD', sub_type: 'INT_CREDIT_DEBIT_CARD' }, { type: 'WALLET', sub_type: 'GRABPAY' }],
    [
      { channel_key: 'STRIPE', rank: 1, weight: 1 },
      { channel_key: 'XENDIT', rank: 1, weight: 2 },
      { channel_key: 'SIMULATOR', rank: 2 },
    ],
  ) // prettier-ignore
  await rule(
    'PayPal',
    [{ type: 'WALLET', sub_type: 'PAYPAL' }],
    ['PAYPAL', 'PAYPAL_2', 'SIMULATOR'].map((channel_key, rank) => ({ channel_key, rank: rank + 1 })),
  )
  const shopper: Shopper = { load, publishableKey: stripe.publishable_key, isOver: false }
  return { merchant, call, buy: (way) => buy(shopper, merchant, way), close: () => void (shopper.isOver = true) }
}

interface Shopper {
  load: Load
  publishableKey: string
  isOver: boolean
}
const wishes = {
  grabpay: { method: 'WALLET', sub_type: 'GRABPAY' },
  paypal: { method: 'WALLET', sub_type: 'PAYPAL' },
}

async function buy(shopper: Shopper, merchant: Merchant, way: Way): Promise<string> {
  const { load } = shopper
  const created = createIntent(merchant)
  await askUntilCertain(load, created)
  const linkRef = created.answer?.ref ?? ''
  // Each order may be tried twenty times, and its shopper gives up only then.
  for (let tries = 0; tries < 15 && !shopper.isOver; tries++) {
    const given = way === 'card' ? await enterCard(shopper, linkRef) : wishes[way]
    const attempted = attemptIntent(created, { linkRef, ...given })
    const answer = await askUntilCertain(load, attempted)
    const ref = answer?.status === 200 ? (attempted.answer?.ref ?? '') : ''
    // Another attempt is under way, the channel has changed, or nobody answers: the page is loaded anew.
    if (ref === '') await delay(500)
    else if ((await follow(shopper, created, linkRef, ref)) === 'paid') return linkRef
  }
  return linkRef
}

/** Does what the page says for an attempt and those that follow it, until one is paid or the last was declined. */
async function follow(shopper: Shopper, created: Intent, linkRef: string, first: string): Promise<'paid' | 'declined'> {
  const { load } = shopper
  const visited = new Map<string, string>()
  let ref = first
  for (const deadline = performance.now() + patienceMs; performance.now() < deadline && !shopper.isOver;) {
    const { state, action, next } = await stateOf(load, linkRef, ref)
    if (state === 'paid') return 'paid'
    if (state === 'declined') {
      // Who still has the provider's page open agrees there once more; that must not count.
      const page = visited.get(ref)
      if (page) await decide(load, page)
      if (!next) return 'declined'
      ref = next
    } else if (action?.url && !visited.has(ref)) {
      visited.set(ref, action.url)
      await decide(load, action.url)
      await comeBack(load, linkRef)
    } else {
      await delay(150)
    }
  }
  if (shopper.isOver) return 'declined'
  const [row] = await load.deployment.sql('select * from payments where order_ref = $1', [ref])
  throw new Error(`no end is told of ${created.mark}: ${JSON.stringify(row)}`)
}
/** A provider whose answer was lost is told anew after up to 95 s to take the money; that may befall a payment three times. */
const patienceMs = 300_000

interface State {
  state: string
  action?: { url: string }
  next?: string
}
async function stateOf({ deployment, journal }: Load, linkRef: string, ref: string): Promise<State> {
  const headers = { 'x-forwarded-for': anyAddress() }
  const path = `/api/checkout/${linkRef}/attempts/${ref}`
  const answer = await ask(journal, anyOf(deployment.apis).url, { method: 'GET', path, headers })
  return answer?.status === 200 ? (answer.content as unknown as State) : { state: 'waiting' }
}

/** The payer agrees on the provider's page; the wire may be cut, and the provider's own address is not. */
async function decide({ deployment }: Load, page: string): Promise<void> {
  const { pathname, search } = new URL(page)
  const act = pathname.endsWith('/checkoutnow') ? 'agree' : 'approve'
  const answer = await request(`${deployment.simulator.url}${pathname}${search}`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ act, callbacks: '' }).toString(),
  })
  await answer.body.dump()
}

async function comeBack({ deployment }: Load, linkRef: string): Promise<void> {
  const url = `${anyOf(deployment.apis).url}/pay/${linkRef}?returned=1`
  const page = await request(url, { headers: { 'x-forwarded-for': anyAddress() } }).catch(() => null)
  await page?.body.dump()
}

/** A card for the channel that the page is made for. */
async function enterCard(
  { load, publishableKey }: Shopper,
  linkRef: string,
): Promise<{ token: string; channel: string }> {
  let channel = ''
  await becomes(async () => ((channel = await cardChannelOf(load, linkRef)), channel !== ''), 30_000)
  if (channel !== 'STRIPE') return { token: await cardToken(load, '4242424242424242'), channel }
  const answer = await request(`${load.deployment.simulator.url}/stripe/v1/payment_methods`, {
    method: 'POST',
    headers: { authorization: `Bearer ${publishableKey}`, 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ type: 'card', 'card[number]': '4242424242424242', 'card[exp_month]': '12', 'card[exp_year]': '39', 'card[cvc]': '123' }).toString(), // prettier-ignore
  })
  const { id = '' } = (await answer.body.json()) as { id?: string }
  return { token: id, channel }
}

async function cardChannelOf({ deployment }: Load, linkRef: string): Promise<string> {
  const url = `${anyOf(deployment.apis).url}/pay/${linkRef}`
  const page = await request(url, { headers: { 'x-forwarded-for': anyAddress() } }).catch(() => null)
  const [, json = '{}'] = /id="page-data">(.*?)<\/script>/s.exec((await page?.body.text()) ?? '') ?? []
  const { card } = JSON.parse(json) as { card?: { provider: string } | null }
  return card?.provider.toUpperCase() ?? ''
}
