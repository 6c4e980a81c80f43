import type { SubscriptionTerms } from '#checkout/subscriptions/view.ts'
import type { OrderDocument, OrderView, PartFault } from '#checkout/view.ts'
import type { Currency } from '#contract/kit/money.ts'
import type { LatePayment } from '#contract/late-payments.ts'
import type { MethodDetails } from '#contract/method-details.ts'
import type { OfferedMethod } from '#contract/methods.ts'
import type { Language } from '#i18n/languages.ts'
import type { Ctx, Owner } from '#server/kit/ctx.ts'
import type { MandateFacts, MandateUse } from '#server/providers/mandates.ts'

/** Names one payable: its kind, and its public reference of 27 characters, which no payable of any kind shares. */
export interface PayableRef {
  kind: string
  ref: string
}

/** A payable and its owner. */
export interface FoundPayable {
  owner: Owner
  payable: PayableRef
}

/** The state of a payable, in the fields that every kind has. */
export interface Standing {
  ref: string
  /** `payable` until it is paid, expired or cancelled. */
  state: 'payable' | 'paid' | 'expired' | 'cancelled'
  /** The expiry: no attempt starts from then on, and money after it is late; null without an expiry. */
  expiresAt: Date | null
  /** The merchant's own reference of the order. */
  merchantOrderRef: string
  /** The amount in minor units; of a payable whose amount the shopper chooses, the largest. */
  amountMinor: bigint
  /** Of a payable whose amount the shopper chooses, the smallest. */
  leastMinor?: bigint
  currency: Currency
  /** ISO 3166-1 alpha-2: the channels of this country and the global channels apply. */
  country: string
  /** The accepted methods; null for all methods of the channels. */
  methods: readonly OfferedMethod[] | null
  /** The channels that alone may take it, the first one first; absent for those that routing chooses. */
  channels?: readonly string[]
  /** Its money is only authorised, and captured on its merchant's word. */
  authorisesOnly?: true
  /** Whether it takes a way to pay, of those methods; absent for all. */
  takes?: (type: OfferedMethod, subType: string) => boolean
  /** Paying it sets up a mandate, so that it takes the ways that do, and no others. */
  recurring?: true
  /** The moment that the test clock shows by which it goes; absent where time is real. */
  simulatedAt?: Date
  description: string
  /** The same, and the merchant's words after the payment, in a language; absent where they are in one only. */
  wordsIn?: (language: Language) => { description: string; thanks: string }
  /** The shopper's data as the merchant gave it; empty where unknown. */
  shopper: { name: string; email: string; phone: string; address: string }
  /** Further content of the shopper's page. An empty name or logo is that of the merchant. */
  page: Pick<OrderView, 'merchant' | 'look' | 'promo' | 'shippingMinor'>
  /** Whether no shopper's browser is known to have opened it yet; absent of kinds that count no openings. */
  unopened?: true
  /** The merchant's policy for late money, shown on the payment's page. */
  latePayment: LatePayment
  /** The object that the payable was made from, such as the page of an order; empty where there is none. */
  sourceRef: string
}

/** An attempt that is about to start. */
export interface Wish {
  orderRef: string
  /** The amount that the shopper chose, in minor units; undefined where the page did not ask. */
  amountMinor: bigint | undefined
}
/** The amount of an attempt. */
export interface Begun {
  amountMinor: bigint
  /** The number of the part, of a payable that is paid in parts: each part is paid once. 0 of any other payable. */
  part: number
  /** The latest end of the attempt, null without one; by default the payable's expiry. */
  expiresAt?: Date | null
}

/** An attempt that was begun, of a payable whose payment sets up a mandate. */
export interface BegunAttempt {
  orderRef: string
  channelKey: string
  method: OfferedMethod
  subType: string
  language: Language
  /** The address that the customer gave; empty for none. */
  email: string
}
/** What a request to the provider says beside the payment itself. */
export interface Asking {
  mandate: MandateUse
  simulatedAt: Date | null
}

/** A payment as its payable sees it. */
export interface Attempt {
  order_ref: string
  merchant_order_ref: string
  amount_minor: bigint
  currency: Currency
  /** The number of the part that it is for, as `begin` has said. */
  payable_part: number
  created_at: Date
}
/** A payment for which the provider is about to be asked; `mandate_ref` is empty where its customer is there. */
export interface ToAsk {
  order_ref: string
  mandate_ref: string
  simulated_at: Date | null
}
/** The units that a payment bought, how many of them came back, and whether those that come back can be sold again as stock. */
export interface BoughtUnits {
  sold: number
  returned: number
  to_stock: boolean
}
/** Money that was accepted, or went back, after a capture. */
export interface LaterMoney {
  orderRef: string
  capturedMinor: bigint
  refundedMinor: bigint
  /** Of money that went back. */
  refundId?: string
}
/** An attempt that has ended, as the shopper's return address carries it. */
export interface Paid {
  amount_minor: bigint
  status_reason: string
  method_details: MethodDetails
  order_ref: string
  merchant_order_ref: string
  channel_order_ref: string
  status: string
}

/**
 * An object that attempts pay: one implementation for each kind, registered by its domain's `domain.ts`. Payments, the
 * shopper's page and the roll-ups use this interface only. Everything but `read` and `returnTo` runs with the payable's row
 * locked, before the payment's. The caller guarantees that at most one attempt is in flight, that each part is paid in time at
 * most once, and that attempts end; the caller writes both timelines and the ledger.
 */
export interface Payable<Own extends Standing = Standing> {
  kind: string
  /** The object type in timelines. */
  objectType: string
  /** `source` of its payments on the wire. */
  source: string
  /** The PostgreSQL function that finds merchant_id and environment by the public reference, outside any scope. */
  finder: string
  /**
   * The PostgreSQL function that finds merchant_id, environment and page_ref of the page at which shoppers make such payables,
   * by its reference or name; absent where shoppers make none.
   */
  pageFinder?: string
  /** Undefined when absent or not the owner's. */
  read(ctx: Ctx, ref: string): Promise<Own | undefined>
  /** The same with its row locked until the commit: one statement, as others are sent in the same batch. */
  lock(ctx: Ctx, ref: string): Promise<Own | undefined>
  /**
   * Starts an attempt: returns its amount and reserves stock, if any. Throws a fault of `startAttempt` where none may start.
   */
  begin(ctx: Ctx, standing: Own, wish: Wish): Promise<Begun>
  /** Notes what the customer agreed to with an attempt that was just begun. Absent of kinds without mandates. */
  begun?(ctx: Ctx, standing: Own, attempt: BegunAttempt): Promise<void>
  /** Keeps what the provider told of the mandate that an attempt has set up, ahead of `pay`. */
  noteMandate?(
    ctx: Ctx,
    standing: Own,
    attempt: Attempt,
    told: { facts: MandateFacts; providerRef: string },
  ): Promise<void>
  /**
   * Looks once more right before the provider is asked for a payment, in a transaction that commits before: `stop` where it may not be
   * asked for any more. A payment that was asked for before is then only asked about. Absent of kinds without mandates.
   */
  beforeAsking?(ctx: Ctx, ref: string, payment: ToAsk): Promise<Asking | 'stop'>
  /**
   * Releases the reservation of an attempt that has ended without paying, or paid too late. May be called twice for one
   * attempt.
   */
  end(ctx: Ctx, standing: Own, attempt: Attempt): Promise<void>
  /**
   * Decides about received money, also of an attempt that was believed to have failed: null where it pays in time, else the
   * policy for late money. Money is always late where the state is not `payable`.
   */
  late(ctx: Ctx, standing: Own, attempt: Attempt): Promise<LatePayment | null>
  /** What the timeline calls a payment in time, where that is not `paid`, such as of a part. */
  paidEvent?(standing: Own, attempt: Attempt): string
  /** Marks the payable as paid, by an attempt in time. */
  pay(ctx: Ctx, standing: Own, attempt: Attempt): Promise<void>
  /** Tells people that late money goes back, where the kind has better words than those for any payment. */
  tellRefunded?(ctx: Ctx, standing: Own, attempt: Attempt): Promise<void>
  /**
   * Counts money of its payments that became the merchant's or went back after all: late money that was accepted, and refunds of
   * what was counted. `late` and `pay` count captures themselves. The payment's own sums have it already.
   */
  countMoney?(ctx: Ctx, ref: string, money: LaterMoney): Promise<void>
  /**
   * Takes a verified call-back about a mandate, by the key of its set-up; why it is ignored, or null. It is only a hint: how the mandate
   * stands is asked of the provider. Absent of kinds that keep no mandates.
   */
  receiveMandate?(ctx: Ctx, told: { channelKey: string; key: string }): Promise<string | null>
  /** The units that one of its payments bought; null where it bought none. Absent of kinds that sell no units. */
  readUnits?(ctx: Ctx, ref: string, payment: { late: boolean }): Promise<BoughtUnits | null>
  /**
   * Puts that many of them back for sale, once; changes the stock, so the payment is locked before. `at` is the field of the request
   * that says how many. Throws `invalidRequest` for more than were sold, `wrongState` when some are back.
   */
  returnUnits?(ctx: Ctx, ref: string, units: number, at: string): Promise<void>
  /** Why an amount within the bounds of `leastMinor` and `amountMinor` cannot be paid at once; null where it can. */
  partFault?(ctx: Ctx, standing: Own, amountMinor: bigint): Promise<PartFault | null>
  /** The document that is paid, for the shopper's page in a language; absent of kinds without one. */
  readDocument?(ctx: Ctx, standing: Own, language: Language): Promise<OrderDocument>
  /** What the customer of a subscription agrees to by paying, in a language; absent of kinds without mandates. */
  readTerms?(ctx: Ctx, standing: Own, language: Language): Promise<SubscriptionTerms>
  /** Notes that a shopper, and not the merchant, has asked for the page. */
  noteOpened?(ctx: Ctx, standing: Own): Promise<void>
  /** Notes, once, that a shopper's browser has run the page's script. Absent of kinds that count no openings. */
  noteFirstOpening?(ctx: Ctx, ref: string): Promise<void>
  /** The shopper's return address after the payment or a failed attempt, signed for the merchant; empty where there is none. */
  returnTo(ctx: Ctx, standing: Own, payment: Paid): Promise<string>
  /** Its domain sends receipts of its own, so that no other goes to the address that the shopper gave. */
  sendsReceipts?: true
  /** Further fields of its payments' webhooks; outside their signature. */
  webhookFields?(ctx: Ctx, ref: string): Promise<Record<string, unknown>>
  /**
   * Expires the payable if its time is over and it is still `payable`; safe to repeat. An attempt in flight does not change.
   */
  expire(ctx: Ctx, ref: string): Promise<void>
  /** The references of overdue payables: expired before a moment and still `payable`, at most 500. */
  listOverdue(ctx: Ctx, since: Date): Promise<string[]>
}

/** A payable whose row this transaction has locked. */
export interface LockedPayable {
  of: Payable
  standing: Standing
}

/** The implementation of a kind. An unregistered kind is a defect: another version of the program wrote it. */
export function payableOf({ services }: Pick<Ctx, 'services'>, kind: string): Payable {
  const found = services.payables.find((payable) => payable.kind === kind)
  if (!found) throw new Error(`no payable of the kind ${kind}`)
  return found
}

/** Locks a payable until the commit: the first lock of every change to it or its payments. Undefined when there is none. */
export async function lockPayable(ctx: Ctx, { kind, ref }: PayableRef): Promise<LockedPayable | undefined> {
  if (ref === '') return undefined
  const of = payableOf(ctx, kind)
  const standing = await of.lock(ctx, ref)
  return standing && { of, standing }
}

/** Whether an attempt may start now. The expiry may have passed before the job that records it has run. */
export const mayAttempt = ({ state, expiresAt }: Standing, now: Date): boolean =>
  state === 'payable' && (expiresAt === null || expiresAt > now)

/** The address of the shopper's page, for every kind. */
export const payAddress = (ctx: Pick<Ctx, 'services'>, ref: string) => `${ctx.services.publicUrl}/pay/${ref}`
