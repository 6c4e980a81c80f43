import { machine } from './kit/machine.ts'

/** What the merchant has decided about a page; whether it sells is its {@link availabilities}. */
export const paymentPageStates = machine({
  states: ['activated', 'deactivated', 'cancelled'],
  actions: {
    activate: { from: ['deactivated'], to: 'activated' },
    deactivate: { from: ['activated'], to: 'deactivated' },
    cancel: { from: ['activated', 'deactivated'], to: 'cancelled' },
  },
})

/**
 * Whether a shopper can order at this moment, derived and never stored. The first that applies counts, from the last to the
 * first of this list: `unavailable` when no channel takes the currency or the merchant is inactive.
 */
export const availabilities = ['open', 'unavailable', 'sold_out', 'expired', 'deactivated', 'cancelled'] as const
export type Availability = (typeof availabilities)[number]

/** The types: one unit, several units, or an amount that the shopper chooses. */
export const pageTypes = ['fixed_amount', 'fixed_with_quantity', 'custom_amount'] as const
export type PageType = (typeof pageTypes)[number]

/**
 * The order of a shopper. It is `processing` from the first attempt on, and keeps its units until it is paid or over. One that is
 * expired or given up is not paid any more; late money of it may take units that are free.
 */
export const pageOrderStates = machine({
  states: ['created', 'processing', 'success', 'expired', 'cancelled'],
  actions: {
    attempt: { from: ['created', 'processing'], to: 'processing' },
    pay: { from: ['created', 'processing'], to: 'success' },
    expire: { from: ['created', 'processing'], to: 'expired' },
    cancel: { from: ['created', 'processing'], to: 'cancelled' },
  },
})
export type PageOrderState = (typeof pageOrderStates.states)[number]

/** How far shoppers come, in this order. */
export const funnelSteps = ['opened', 'began', 'ordered', 'attempted', 'paid'] as const
export type FunnelStep = (typeof funnelSteps)[number]
