import type { Book, Payment } from '../book.ts'
import { Entry, type Merchant, type Order, type Referral, type Refund, type Webhook } from './entries.ts'

/** An order as it stands, computed from the entries. */
export interface OrderState {
  readonly order: Order
  approved: 'good' | 'declined' | 'pending' | null
  changedAt: string
  /** The id of its capture or authorisation, once there is one. */
  payment: string | null
  /** Of an authorisation: the id of its capture. */
  capture: string | null
  voided: boolean
  readonly refunds: Refund[]
}

/** What the simulator knows as PayPal. It changes only by `record`. */
export interface State {
  record(entry: unknown): void
  order(id: string): OrderState | undefined
  /** By the id of a capture or authorisation. */
  orderOf(payment: string): OrderState | undefined
  refund(id: string): Refund | undefined
  /** What a key made, and when. */
  made(account: string, key: string, operation: string): { made: string; at: Date } | undefined
  webhooks(account: string): Webhook[]
  referral(id: string): Referral | undefined
  /** Of a partner, newest first. */
  referrals(account: string): Referral[]
  /** The merchant of a referral, once its account is connected. */
  merchant(id: string): Merchant | undefined
  authority(): { key: string; certificate: string } | undefined
  /** The payment of an order in the book. */
  paymentOf(id: string): Payment | undefined
}

export function openState(book: Book): State {
  const orders = new Map<string, OrderState>()
  const byPayment = new Map<string, OrderState>()
  const refunds = new Map<string, Refund>()
  const keys = new Map<string, { made: string; at: Date }>()
  const webhooks = new Map<string, Webhook>()
  const referrals = new Map<string, Referral>()
  const merchants = new Map<string, Merchant>()
  let authority: { key: string; certificate: string } | undefined

  function change(id: string, at: string, by: (state: OrderState) => void): void {
    const state = orders.get(id)
    if (!state) return
    by(state)
    state.changedAt = at
  }

  function apply(entry: Entry): void {
    switch (entry.kind) {
      case 'order':
        orders.set(entry.id, {
          order: entry,
          approved: null,
          changedAt: entry.at,
          payment: null,
          capture: null,
          voided: false,
          refunds: [],
        })
        return
      case 'approval':
        return change(entry.id, entry.at, (state) => (state.approved = entry.funds))
      case 'refused':
        return change(entry.id, entry.at, (state) => (state.approved = null))
      case 'completion':
        return change(entry.id, entry.at, (state) => {
          state.payment = entry.payment
          byPayment.set(entry.payment, state)
        })
      case 'capture':
        return change(entry.order, entry.at, (state) => {
          state.capture = entry.id
          byPayment.set(entry.id, state)
        })
      case 'void':
        return change(entry.id, entry.at, (state) => (state.voided = true))
      case 'refund':
        refunds.set(entry.id, entry)
        return change(entry.order, entry.at, (state) => state.refunds.push(entry))
      case 'key':
        keys.set(keyName(entry.account, entry.id, entry.operation), { made: entry.made, at: new Date(entry.at) })
        return
      case 'webhook':
        webhooks.set(entry.id, entry)
        return
      case 'webhook-gone':
        webhooks.delete(entry.id)
        return
      case 'referral':
        referrals.set(entry.id, entry)
        return
      case 'merchant':
        merchants.set(entry.id, entry)
        return
      case 'authority':
        authority = entry
    }
  }

  return {
    record: (entry) => apply(Entry.parse(entry)),
    order: (id) => orders.get(id),
    orderOf: (payment) => byPayment.get(payment),
    refund: (id) => refunds.get(id),
    made: (account, key, operation) => keys.get(keyName(account, key, operation)),
    webhooks: (account) => [...webhooks.values()].filter((webhook) => webhook.account === account),
    referral: (id) => referrals.get(id),
    referrals: (account) => [...referrals.values()].filter((referral) => referral.account === account).reverse(),
    merchant: (id) => merchants.get(id),
    authority: () => authority,
    paymentOf: (id) => book.payment(`paypal:${id}`),
  }
}

const keyName = (account: string, key: string, operation: string): string => `${account}\n${operation}\n${key}`
