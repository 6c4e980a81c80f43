/**
 * What becomes of money that arrives after its link has expired: booked as usual, kept apart until somebody decides, or
 * kept apart to be given back. Each link says which.
 */
export const latePayments = ['accept', 'hold', 'refund'] as const
export type LatePayment = (typeof latePayments)[number]
