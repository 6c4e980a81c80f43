import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { ask, isCertain, type Load } from './client.ts'
import { becomes } from './deployment.ts'
import { anyAddress, anyOf, type Merchant } from './intents.ts'
import type { Intent } from './journal.ts'
import { asMerchant, makeOrder, makePage, merchantOf, readPage, savePage, timePasses } from './page-calls.ts'
import { pay as beginAttempt, untilTold, type Card } from './shoppers.ts'

/** One payment page, its merchant who changes and saves it, and what everybody who wanted something was told. */
export interface Sale {
  merchant: Merchant
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

/** Of one unit: 3.50 SGD. */
const unitMinor = 350n

/** A merchant of the demo opens a page with so many units. */
export async function openSale(load: Load, units: number): Promise<Sale> {
  const merchant = merchantOf(load, 'acme')
  const stock = { stock: 'limited', stock_available: units }
  const { page_ref: pageRef } = await makePage(load, merchant, { unitMinor, ...stock })
  const buyers: Buyer[] = []
  const sale: Sale = {
    merchant,
    pageRef,
    stocked: units,
    buyers,
    async buy(wishes) {
      const coming = wishes.map((wish): Buyer => ({ ...wish, end: 'unknown', orderRef: '' }))
      buyers.push(...coming)
      await Promise.all(coming.map((buyer) => buy(load, sale, buyer)))
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
        await Promise.all(fitting.map((buyer) => buy(load, sale, { ...buyer }, buyer)))
        if (buyers.filter(({ end }) => end === 'refused').length === before) return
      }
    },
    async restock(change) {
      const question = { method: 'POST', path: `/api/payment-pages/${pageRef}/stock`, body: { change } } as const
      if (await asMerchant(load, merchant, question, { refusal: 'PAGE_OUT_OF_STOCK' })) sale.stocked += change
    },
    async save() {
      const page = await readPage(load, merchant, pageRef)
      await savePage(load, merchant, page, { terms: randomUUID() })
    },
  }
  return sale
}

const freeUnits = async (load: Load, merchant: Merchant, pageRef: string) =>
  (await readPage(load, merchant, pageRef)).stock_available ?? 0

/** One buyer, until the end. One who comes again is somebody who was refused before and pays at once. */
async function buy(load: Load, { merchant, pageRef }: Sale, buyer: Buyer, known = buyer): Promise<void> {
  const order = () => makeOrder(load, { merchant, pageRef, version: 1, unitMinor, quantity: buyer.quantity })
  let { answer, intent } = await order()
  // Who finds too little left looks again a little later.
  for (let tries = 1; tries < 3 && answer?.reason === 'PAGE_OUT_OF_STOCK'; tries++) {
    await delay(Math.random() * 1_000)
    ;({ answer, intent } = await order())
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

/** One attempt with a card, until the page is told its end. `begun` is when the attempt is under way. */
function pay(load: Load, created: Intent, card: Card): Promise<string> & { begun: Promise<unknown> } {
  const begun = beginAttempt(load, created, card)
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
