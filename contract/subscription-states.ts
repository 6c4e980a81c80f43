import { machine } from './kit/machine.ts'

/** A price: who has subscribed goes on when it is cancelled, and nobody can subscribe any more. */
export const priceStates = machine({
  states: ['active', 'cancelled'],
  actions: { cancel: { from: ['active'], to: 'cancelled' } },
})

/**
 * A subscription. A trial, a pause and a cancel at the period's end are facts beside the state. It is past due while the charge of its
 * current period was tried and is unpaid.
 */
export const subscriptionStates = machine({
  states: ['created', 'active', 'past_due', 'completed', 'expired', 'cancelled'],
  actions: {
    activate: { from: ['created'], to: 'active' },
    expire: { from: ['created'], to: 'expired' },
    fail: { from: ['active'], to: 'past_due' },
    recover: { from: ['past_due'], to: 'active' },
    complete: { from: ['active'], to: 'completed' },
    cancel: { from: ['created', 'active', 'past_due'], to: 'cancelled' },
  },
})
export type SubscriptionState = (typeof subscriptionStates.states)[number]
/** The states in which it may be charged. */
export const chargedStates = ['active', 'past_due'] as const satisfies readonly SubscriptionState[]

/**
 * A charge. `due` waits for its moment, `trying` has an attempt in flight or about to begin, `unpaid` was tried; a next try is a
 * moment beside it. `carried` is part of a later charge, with which it is paid.
 */
export const chargeStates = machine({
  states: ['due', 'trying', 'unpaid', 'carried', 'paid', 'written_off', 'forgiven', 'cancelled'],
  actions: {
    claim: { from: ['due', 'unpaid'], to: 'trying' },
    /** Nothing was asked of the provider: what was claimed is as it was. */
    release: { from: ['trying'], to: 'due' },
    fail: { from: ['trying', 'due', 'unpaid'], to: 'unpaid' },
    carry: { from: ['due', 'unpaid'], to: 'carried' },
    pay: { from: ['due', 'trying', 'unpaid', 'carried'], to: 'paid' },
    writeOff: { from: ['due', 'unpaid', 'carried'], to: 'written_off' },
    forgive: { from: ['due', 'unpaid', 'carried'], to: 'forgiven' },
    cancel: { from: ['due', 'trying', 'unpaid', 'carried'], to: 'cancelled' },
  },
})
export type ChargeState = (typeof chargeStates.states)[number]

/** What is charged: a period, the first amount of one on demand, a deduction, or the difference of a change. */
export const chargeKinds = ['period', 'initial', 'deduction', 'change'] as const

/** A mandate: what the customer agreed to, and the provider's leave to charge by it. One of a subscription is active. */
export const mandateStates = machine({
  states: ['requested', 'active', 'revoked', 'expired', 'failed'],
  actions: {
    activate: { from: ['requested'], to: 'active' },
    fail: { from: ['requested'], to: 'failed' },
    expire: { from: ['active'], to: 'expired' },
    revoke: { from: ['requested', 'active'], to: 'revoked' },
  },
})

/** A change of price or quantity. One that is to be paid first is `paying`, one of the next period `scheduled`. */
export const subscriptionChangeStates = machine({
  states: ['paying', 'scheduled', 'done', 'failed', 'cancelled'],
  actions: {
    apply: { from: ['paying', 'scheduled'], to: 'done' },
    fail: { from: ['paying'], to: 'failed' },
    cancel: { from: ['paying', 'scheduled'], to: 'cancelled' },
  },
})

export const subscriptionTypes = ['REGULAR', 'ONDEMAND'] as const

/** What a customer is told of, in the order in which messages of one moment are sent. */
export const subscriptionMessageKinds = [
  'link', 'set_up', 'receipt', 'trial_ends', 'price_changes', 'failed', 'confirm', 'last_notice', 'method_expires', 'paused', 'cancelled',
  'money_back', 'missed', 'method_link',
] as const // prettier-ignore
export type SubscriptionMessageKind = (typeof subscriptionMessageKinds)[number]
