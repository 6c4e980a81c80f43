import { feeOf, currencies, type Currency, type FeeTerms } from '#contract/kit/money.ts'
import type { PaymentMethod } from '#contract/methods.ts'
import type { PaymentState } from '#contract/payment-states.ts'
import type { DeclineReason } from '#contract/declines.ts'
import type { PaymentLinkState } from '#contract/payment-link-states.ts'
import type { Language } from '#i18n/languages.ts'
import { newReference } from '#server/kit/auth/token.ts'
import type { Chance } from './chance.ts'
import { countSale, saleAt, type Sale, type SellingPage } from './page-sales.ts'
import { aboutWorth, channelOfMethod, declineWeights, shopperOf, type Profile, type Shopper } from './profiles.ts'

/** An order of the past: its link, or what was ordered at a page, and every attempt to pay it. */
export interface Order {
  /** Of the link, or of the order at a page. */
  ref: string
  sale: Sale | null
  orderId: string
  good: string
  amountMinor: bigint
  currency: Currency
  /** Null for the merchant's own. */
  country: string | null
  shopper: Shopper
  at: Date
  status: PaymentLinkState
  latePayment: 'accept' | 'hold'
  expiresAt: Date | null
  attempts: Attempt[]
  /** Whether the shopper has paid before. */
  payer: 'new' | 'returning'
  /** The language of the page that the shopper saw. */
  language: Language
}
export interface Attempt {
  orderRef: string
  at: Date
  endedAt: Date
  status: Extract<PaymentState, 'Success' | 'Failed' | 'Expired'>
  reason: DeclineReason | ''
  method: PaymentMethod
  channelKey: string
  card: { masked: string; brand: string }
  /** How a card's holder was authenticated; null of another way to pay. */
  authentication: 'frictionless' | 'challenge' | null
  feeMinor: bigint
  taxMinor: bigint
  late: boolean
  /** Whether its late money is held. */
  held: boolean
}

/** The fee terms of the regional channel and the simulator, for every currency. */
export const feeTerms: FeeTerms = {
  percentFee: '2.9',
  minimumFeeMinor: 0n,
  flatFeeMinor: 30n,
  taxPercent: '8',
}

interface Market {
  profile: Profile
  pages: readonly SellingPage[]
  /** How many different people buy. */
  people: number
  /** The addresses of who has paid. */
  payersBefore: Set<string>
}

const languagesOfShoppers = [['en', 85], ['ar', 15]] as const satisfies readonly (readonly [Language, number])[] // prettier-ignore

/** Makes up an order of a moment, as the merchant's profile has it; `now` is the end of the history. */
export function orderAt(
  at: Date,
  now: Date,
  number: number,
  { profile, pages, people, payersBefore }: Market,
  chance: Chance,
): Order {
  const sale = saleAt(pages, at, chance)
  const currency = sale?.page.currency ?? chance.weighed(profile.currencies)
  const [good, price] = chance.one(profile.goods)
  // A few buy often, many once.
  const shopper = shopperOf(Math.floor(people * chance.next() ** 2.2))
  const order: Order = {
    ref: newReference(at, chance.bytes(16)),
    sale,
    orderId: `${sale?.page.merchant_order_id ?? 'ORDER'}-${at.getTime().toString(36).toUpperCase()}-${number}`,
    good: sale ? (sale.quantity === 1 ? sale.page.title : `${sale.quantity} × ${sale.page.title}`) : good,
    amountMinor: sale?.totalMinor ?? amountOf(price, profile, currency, chance),
    currency,
    country: (!sale && profile.abroad?.[currency]) || null,
    shopper,
    at,
    status: 'created',
    latePayment: 'accept',
    expiresAt: null,
    attempts: [],
    payer: payersBefore.has(shopper.email) ? 'returning' : 'new',
    language: sale?.language ?? chance.weighed(languagesOfShoppers),
  }
  addAttempts(order, profile, { now, isLate: !sale && number >= lateFrom && number < lateTo }, chance)
  if (order.attempts.at(-1)?.status === 'Success') payersBefore.add(shopper.email)
  if (sale)
    countSale(
      sale,
      at,
      order.status === 'success' ? 'paid' : order.attempts.length > 0 ? 'attempted' : 'ordered',
      chance,
    )
  return order
}

/** A price times how many are bought, sometimes with a discount; spread as prices are, and rounded as they are. */
function amountOf(price: number, { currencies: [first] }: Profile, currency: Currency, chance: Chance): bigint {
  const own = aboutWorth[first?.[0] ?? 'USD'] ?? 1
  const converted = (price * own) / (aboutWorth[currency] ?? 1)
  const many = chance.weighed([[1, 70], [2, 20], [3, 7], [5, 3]]) // prettier-ignore
  const paid = converted * many * Math.exp(0.18 * chance.normal())
  const exponent = currencies[currency]
  const step = exponent === 0 ? 100 : paid > 5_000 ? 1_000 : 0.1
  const rounded = Math.max(step, Math.round(paid / step) * step)
  return BigInt(Math.round(rounded * 10 ** exponent))
}

function addAttempts(
  order: Order,
  profile: Profile,
  { now, isLate }: { now: Date; isLate: boolean },
  chance: Chance,
): void {
  const method = chance.weighed(profile.methods)
  let at = later(order.at, 20 + 400 * chance.next())
  const old = now.getTime() - order.at.getTime() > 9 * dayMs
  // Some links nobody tries to pay.
  const most = !order.sale && !isLate && chance.next() < 0.1 ? 0 : 4
  for (let tries = 0; tries < most; tries++) {
    const end = chance.next()
    const ending = end < 0.855 ? 'Success' : end < 0.985 || !old ? 'Failed' : 'Expired'
    const attempt = attemptAt(order, at, ending, method, chance)
    if (attempt.endedAt > now) break
    order.attempts.push(attempt)
    if (ending === 'Success') return paid(order, attempt, { now, isLate }, chance)
    if (ending === 'Expired' || chance.next() > 0.62) break
    at = later(attempt.endedAt, 25 + 500 * chance.next())
  }
  if (order.sale) {
    // It has five minutes for its first attempt, and a quarter of an hour after each.
    const last = order.attempts.at(-1)
    Object.assign(order, { status: 'expired', expiresAt: last ? later(last.endedAt, 900) : later(order.at, 300) })
    return
  }
  // It is unpaid, and an old one has expired after a day.
  order.expiresAt = old ? later(order.at, 24 * 3_600) : null
  order.status = old ? 'expired' : order.attempts.length > 0 ? 'processing' : 'created'
}

function attemptAt(
  order: Order,
  at: Date,
  status: Attempt['status'],
  method: Attempt['method'],
  chance: Chance,
): Attempt {
  const paid = status === 'Success'
  const fee = feeOf(order.amountMinor, feeTerms)
  const last = String(1_000 + Math.floor(9_000 * chance.next()))
  const cards = [['visa', '424242'], ['mastercard', '555555'], ['amex', '378282']] as const // prettier-ignore
  const [brand, first] = chance.weighed<(typeof cards)[number]>([[cards[0], 58], [cards[1], 34], [cards[2], 8]]) // prettier-ignore
  return {
    orderRef: newReference(at, chance.bytes(16)),
    at,
    endedAt: status === 'Expired' ? later(at, 7 * 86_400 + 60) : later(at, 1 + 6 * chance.next()),
    status,
    reason: status === 'Failed' ? chance.weighed(declineWeights) : '',
    method,
    channelKey: channelOfMethod(method),
    card: method === 'CARD' ? { masked: `${first}******${last}`, brand } : { masked: '', brand: '' },
    authentication: method === 'CARD' ? chance.weighed([['frictionless', 7], ['challenge', 3]]) : null, // prettier-ignore
    feeMinor: paid ? fee.feeMinor : 0n,
    taxMinor: paid ? fee.taxMinor : 0n,
    late: false,
    held: false,
  }
}

/** Orders whose money is late and on hold, so that every merchant has some however short its history is. */
const [lateFrom, lateTo] = [20, 24]

/** Once in a while the money comes when the link has just expired. */
function paid(order: Order, attempt: Attempt, { now, isLate }: { now: Date; isLate: boolean }, chance: Chance): void {
  order.status = 'success'
  if (order.sale) return
  const expiresAt = later(order.at, 3_600)
  const endedAt = later(expiresAt, 4)
  if ((chance.next() > 0.003 && !isLate) || endedAt > now) return
  order.status = 'expired'
  order.expiresAt = expiresAt
  order.latePayment = isLate ? 'hold' : chance.weighed([['accept', 2], ['hold', 1]]) // prettier-ignore
  const held = order.latePayment === 'hold'
  Object.assign(attempt, { at: later(expiresAt, -1), endedAt, late: true, held })
  if (held) Object.assign(attempt, { feeMinor: 0n, taxMinor: 0n })
}

const later = (at: Date, seconds: number) => new Date(at.getTime() + Math.round(seconds * 1_000))
const dayMs = 86_400_000
