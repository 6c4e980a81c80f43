import { machine } from './kit/machine.ts'

/** From the first attempt a link is processing; it stays payable until one succeeds, it expires or is cancelled. */
export const paymentLinkStates = machine({
  states: ['created', 'processing', 'success', 'expired', 'cancelled'],
  actions: {
    attempt: { from: ['created', 'processing'], to: 'processing' },
    pay: { from: ['processing'], to: 'success' },
    expire: { from: ['created', 'processing'], to: 'expired' },
    cancel: { from: ['created', 'processing'], to: 'cancelled' },
  },
})
export type PaymentLinkState = (typeof paymentLinkStates.states)[number]
