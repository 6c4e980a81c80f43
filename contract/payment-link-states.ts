import { machine } from './kit/machine.ts'

/**
 * A link is `processing` from the first attempt on. It can be paid until an attempt succeeds, it expires or it is
 * cancelled.
 */
export const paymentLinkStates = machine({
  states: ['created', 'processing', 'success', 'expired', 'cancelled'],
  actions: {
    attempt: { from: ['created', 'processing'], to: 'processing' },
    pay: { from: ['processing'], to: 'success' },
    expire: { from: ['created', 'processing'], to: 'expired' },
    cancel: { from: ['created', 'processing'], to: 'cancelled' },
  },
})
/** How far a link has got, as its list filters and its funnel counts. Each step includes those before it. */
export const linkSteps = ['opened', 'started', 'paid'] as const
export type LinkStep = (typeof linkSteps)[number]
export type PaymentLinkState = (typeof paymentLinkStates.states)[number]
