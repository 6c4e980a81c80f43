/**
 * The policies for money that arrives after its payable can no longer be paid: booked as usual, held until a user
 * decides, or held to be refunded.
 */
export const latePayments = ['accept', 'hold', 'refund'] as const
export type LatePayment = (typeof latePayments)[number]
