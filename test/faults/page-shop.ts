import { createHmac, randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { ask, askUntilCertain, cardToken, isCertain, type Answer, type Load } from './client.ts'
import { becomes } from './deployment.ts'
import { anyAddress, anyOf, attemptIntent, type Merchant } from './intents.ts'
import type { Intent } from './journal.ts'
import { cards, untilTold, type Card } from './shoppers.ts'

/** One payment page, its merchant who changes and saves it, and what everybody who wanted something was told. */
export interface Sale {
  pageRef: string
  /** Units that the merchant was told are stocked, all changes together. */
  stocked: number
  buyers: Buyer[]
  /** Lets so many buyers buy, all at once; resolves when each has an end: paid, refused or gone. */
  buy(wishes: readonly Wish[]): Promise<void>
  /** Buyers who were refused come again while there is enough for one of them. */
  sellRest(): Promise<void>
  /** Changes the stock by units, or is refused. */
  restock(change: number): Promise<void>
  /** Saves a new text of the page. */
  save(): Promise<void>
}
export interface Wish {
  quantity: number
  manner: 'pays' | 'pays slowly' | 'declined first' | 'leaves' | 'gives up'
}
export interface Buyer extends Wish {
  end: 'paid' | 'gone' | 'refused' | 'unknown'
  /** The last order; empty when none was made. */
  orderRef: string
}

/** Of five hundred buyers a fifth leaves without paying, and a tenth pays with the second card. */
export const someWishes = (count: number): Wish[] =>
  Array.from({ length: count }, (_, n) => ({
    quantity: 1 + Math.floor(Math.random() * 5),
    manner: (['leaves', 'gives up', 'declined first', 'pays slowly'] as const)[n % 10] ?? 'pays',
  }))

/** A merchant of the demo opens a page with so many units at 3.50 SGD. */
export async function openSale(load: Load, units: number): Promise<Sale> {
  const merchant = load.merchants.find(({ slug }) => slug === 'acme')
  if (!merchant) throw new Error('no such merchant')
  const { page_ref: pageRef } = await asMerchant<{ page_ref: string }>(load, merchant, {
    method: 'POST',
    path: '/merchants/paymentPage',
    body: newPage(merchant, units),
  })
  const buyers: Buyer[] = []
  const sale: Sale = {
    pageRef,
    stocked: units,
    buyers,
    async buy(wishes) {
      const coming = wishes.map((wish): Buyer => ({ ...wish, end: 'unknown', orderRef: '' }))
      buyers.push(...coming)
      await Promise.all(coming.map((buyer) => buy(load, pageRef, buyer)))
    },
    async sellRest() {
      for (;;) {
        let free = await freeUnits(load, merchant, pageRef)
        const fitting = buyers.filter(({ end, quantity }) => {
          const fits = end === 'refused' && quantity <= free
          if (fits) free -= quantity
          return fits
        })
        const before = buyers.filter(({ end }) => end === 'refused').length
        await Promise.all(fitting.map((buyer) => buy(load, pageRef, { ...buyer }, buyer)))
        if (buyers.filter(({ end }) => end === 'refused').length === before) return
      }
    },
    async restock(change) {
      const path = `/api/payment-pages/${pageRef}/stock`
      if (await asMerchant(load, merchant, { method: 'POST', path, body: { change } }, 'PAGE_OUT_OF_STOCK'))
        sale.stocked += change
    },
    async save() {
      const path = `/merchants/paymentPage/${pageRef}`
      const { version } = await readSale(load, merchant, pageRef)
      await asMerchant(load, merchant, { method: 'PUT', path, body: { version, terms: randomUUID() } })
    },
  }
  return sale
}

interface ShownPage {
  version: number
  stock_available: number
  units_sold: number
  revenue: number
}
/** The page as its merchant sees it. */
export const readSale = (load: Load, merchant: Merchant, pageRef: string): Promise<ShownPage> =>
  asMerchant(load, merchant, { method: 'GET', path: `/merchants/${merchant.key}/paymentPage/${pageRef}` })

const freeUnits = async (load: Load, merchant: Merchant, pageRef: string) =>
  (await readSale(load, merchant, pageRef)).stock_available

function newPage({ key, currency, sessions: [session] }: Merchant, stock_available: number): object {
  const signed = {
    amount: '3.5',
    client_key: key,
    currency,
    failure_url: '',
    merchant_order_id: randomUUID(),
    success_url: '',
  }
  const { client_key: chaipay_key, amount, ...order } = signed
  return {
    ...order,
    chaipay_key,
    amount: Number(amount),
    environment: 'sandbox',
    title: 'Harbour tour',
    page_type: 'fixed_with_quantity',
    max_quantity: 5,
    email_field: 'off',
    stock: 'limited',
    stock_available,
    notify_shopper: false,
    signature_hash: createHmac('sha256', session?.signingKey ?? '')
      .update(new URLSearchParams(signed).toString())
      .digest('base64'),
  }
}

/** Asks either API as the merchant until the answer is certain; null when refused for the named reason. */
async function asMerchant<Content>(
  { deployment, journal }: Load,
  merchant: Merchant,
  question: { method: 'GET' | 'POST' | 'PUT'; path: string; body?: object },
  reason = '',
): Promise<Content> {
  const authorization = `Bearer ${merchant.sessions[0]?.token}`
  const headers = { authorization, 'idempotency-key': randomUUID(), 'x-forwarded-for': anyAddress() }
  let answer: Answer | null = null
  const asked = async () =>
    isCertain((answer = await ask(journal, anyOf(deployment.apis).url, { ...question, headers })))
  await becomes(asked, 60_000)
  const { status, text, content, reason: why } = (answer ?? noAnswer) as Answer
  if (reason !== '' && why === reason) return null as Content
  if (status !== 200) throw new Error(`${question.path}: ${text}`)
  return content as unknown as Content
}

const noAnswer: Answer = { status: 0, reason: '', text: 'no answer', content: {}, replayed: false }

/** One buyer, until the end. One who comes again is somebody who was refused before and pays at once. */
async function buy(load: Load, pageRef: string, buyer: Buyer, known = buyer): Promise<void> {
  let { answer, intent } = await order(load, pageRef, buyer.quantity)
  // Who finds too little left looks again a little later.
  for (let tries = 1; tries < 3 && answer?.reason === 'PAGE_OUT_OF_STOCK'; tries++) {
    await delay(Math.random() * 1_000)
    ;({ answer, intent } = await order(load, pageRef, buyer.quantity))
  }
  known.orderRef = answer?.status === 200 ? (intent.answer?.ref ?? '') : ''
  known.end = answer === null ? 'unknown' : answer.status === 200 ? 'unknown' : 'refused'
  if (answer && answer.status !== 200 && answer.reason !== 'PAGE_OUT_OF_STOCK')
    throw new Error(`an order of ${buyer.quantity} was answered ${answer.text}`)
  if (known.orderRef === '') return
  if (known === buyer && (buyer.manner === 'leaves' || buyer.manner === 'gives up')) {
    if (buyer.manner === 'gives up') await giveUp(load, pageRef, known.orderRef)
    await timePasses(load, known.orderRef)
    known.end = 'gone'
    return
  }
  if (buyer.manner === 'declined first' && (await pay(load, intent, 'declined')) === 'paid') known.end = 'paid'
  const isSlow = buyer.manner === 'pays slowly'
  const paying = pay(load, intent, isSlow ? 'pendingThenSuccess' : anyOf(quick))
  if (isSlow) await paying.begun.then(() => timePasses(load, known.orderRef))
  if ((await paying) === 'paid') known.end = 'paid'
}
const quick: readonly Card[] = ['success', 'success', 'success', 'callbacksThrice', 'callbacksReversed']

/** Makes an order, with one key until the answer is certain. */
async function order(
  load: Load,
  pageRef: string,
  quantity: number,
): Promise<{ answer: Answer | null; intent: Intent }> {
  const key = randomUUID()
  const total = 3.5 * quantity
  const question = {
    method: 'POST',
    path: `/api/checkout/pages/${pageRef}/orders`,
    body: { version: 1, quantity, seen_total: total },
    headers: { 'idempotency-key': key, 'x-forwarded-for': anyAddress() },
  } as const
  let answer: Answer | null = null
  const asked = async () => isCertain((answer = await ask(load.journal, anyOf(load.deployment.apis).url, question)))
  if (!(await becomes(asked, 60_000))) answer = null
  const { status, content, reason, text } = (answer ?? noAnswer) as Answer
  const { order_ref: ref = '' } = content as { order_ref?: string }
  const about = { merchant: 'acme', amountMinor: BigInt(total * 100), currency: 'SGD', linkRef: '', tries: 1 }
  return { answer, intent: { ...about, mark: key, key, kind: 'create', answer: { status, reason, ref, body: text } } }
}

/** One attempt with a card, until the page is told its end. `begun` is when the attempt is under way. */
function pay(load: Load, created: Intent, card: Card): Promise<string> & { begun: Promise<unknown> } {
  const begun = (async () => {
    const token = await cardToken(load, cards[card])
    const attempted = attemptIntent(created, { linkRef: created.answer?.ref ?? '', token })
    await askUntilCertain(load, attempted)
    return attempted
  })()
  const told = begun.then((attempted) =>
    attempted.answer?.status === 200 ? untilTold(load, attempted, undefined, { patienceMs: 60_000 }) : 'unknown',
  )
  return Object.assign(told, { begun })
}

async function giveUp({ deployment, journal }: Load, pageRef: string, orderRef: string): Promise<void> {
  const question = {
    method: 'POST',
    path: `/api/checkout/pages/${pageRef}/orders/${orderRef}/cancel`,
    headers: { 'idempotency-key': randomUUID(), 'x-forwarded-for': anyAddress() },
  } as const
  const taken = async () => isCertain(await ask(journal, anyOf(deployment.apis).url, question))
  if (!(await becomes(taken, 30_000))) throw new Error('nobody takes the wish to give an order up')
}

/** The minutes that an order has are brought forward to this moment, and the job that ends it with them. */
export async function timePasses({ deployment }: Load, orderRef: string): Promise<void> {
  const brought = () =>
    deployment
      .sql(
        `with brought as (
           update pgboss.job set start_after = now() where name = 'expire-payable' and data ->> 'ref' = $1 and state = 'created')
         update page_orders set expires_at = now() where order_ref = $1 and attempt_ref = ''`,
        [orderRef],
      )
      .then(() => true)
      // PostgreSQL may be down at this moment.
      .catch(() => false)
  while (!(await brought())) await delay(100)
}
