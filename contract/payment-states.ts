import { machine } from './kit/machine.ts'

/**
 * A transaction is one attempt to pay an order. Failed and expired ones become a success when the provider proves a
 * capture.
 */
export const paymentStates = machine({
  states: ['Initiated', 'Pending', 'Authorized', 'Success', 'Failed', 'Expired'],
  actions: {
    wait: { from: ['Initiated'], to: 'Pending' },
    authorise: { from: ['Initiated', 'Pending'], to: 'Authorized' },
    capture: { from: ['Initiated', 'Pending', 'Authorized', 'Failed', 'Expired'], to: 'Success' },
    decline: { from: ['Initiated', 'Pending', 'Authorized'], to: 'Failed' },
    expire: { from: ['Initiated', 'Pending', 'Authorized'], to: 'Expired' },
    /** A manual outcome, for methods that no provider confirms. */
    confirm: { from: ['Initiated', 'Pending'], to: 'Success' },
    reject: { from: ['Initiated', 'Pending'], to: 'Failed' },
  },
})
export type PaymentState = (typeof paymentStates.states)[number]
/** The states of attempts that may still take money; meanwhile the order takes no other attempt. */
export const inFlightStates = ['Initiated', 'Pending', 'Authorized'] as const satisfies readonly PaymentState[]
/** The others, of which the success rate is the part that succeeded. */
export const endedStates = ['Success', 'Failed', 'Expired'] as const satisfies readonly PaymentState[]
