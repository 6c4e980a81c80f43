import type { FaultSpec } from './faults.ts'

/** Faults of payments, and of the merchants that take them. */
export const paymentFaults = {
  invalidAmount: {
    http: 400,
    code: '4041',
    reason: 'INVALID_AMOUNT',
    text: 'The amount is not valid for this currency.',
  },
  duplicateOrder: {
    http: 400,
    code: '4002',
    reason: 'DUPLICATE_TRANSACTION_ERROR',
    text: 'This merchant order id is already used.',
  },
  recipientMissing: {
    http: 400,
    code: '4064',
    reason: 'RECIPIENT_MISSING',
    text: 'There is no address or phone number to send this to.',
  },
  cardToken: {
    http: 400,
    code: '6011',
    reason: 'INVALID_CARD_INFO_ERROR',
    text: 'The card details could not be used. Enter them again.',
  },
  channelMissing: {
    http: 400,
    code: '5023',
    reason: 'INVALID_PAYMENT_CHANNEL',
    text: 'No payment channel can take this payment.',
  },
  tooManyAttempts: {
    http: 400,
    code: '4088',
    reason: 'MAX_RETRY_LIMIT_EXCEED',
    text: 'There were too many attempts. Contact the merchant.',
  },
  inFlight: {
    http: 409,
    code: '4097',
    reason: 'TRANSACTION_UNDER_REVIEW',
    text: 'A payment is under way. Wait for its result.',
  },
  refundNotAllowed: {
    http: 409,
    code: '4070',
    reason: 'INVALID_PAYMENT_REQUEST_REFUND_NOT_ALLOWED',
    text: 'Nothing of this payment can be refunded.',
  },
  merchantInactive: {
    http: 409,
    code: '4079',
    reason: 'MERCHANT_INACTIVE',
    text: 'This merchant does not take payments at the moment.',
  },
  reviewByOperator: {
    http: 409,
    code: '4081',
    reason: 'REVIEW_BY_OPERATOR',
    text: 'In this installation its operator decides on KYC.',
  },
} as const satisfies Record<string, FaultSpec>
