import type { FaultSpec } from './faults.ts'

/** Faults of payments, and of the merchants that take them. */
export const paymentFaults = {
  invalidAmount: {
    http: 400,
    code: '4041',
    reason: 'INVALID_AMOUNT',
    text: "This amount isn't valid for this currency.",
  },
  duplicateOrder: {
    http: 400,
    code: '4002',
    reason: 'DUPLICATE_TRANSACTION_ERROR',
    text: 'This merchant order id has already been used.',
  },
  recipientMissing: {
    http: 400,
    code: '4064',
    reason: 'RECIPIENT_MISSING',
    text: "There's no e-mail address or phone number to send this to.",
  },
  cardToken: {
    http: 400,
    code: '6011',
    reason: 'INVALID_CARD_INFO_ERROR',
    text: "We couldn't use these card details. Enter them again.",
  },
  channelMissing: {
    http: 400,
    code: '5023',
    reason: 'INVALID_PAYMENT_CHANNEL',
    text: 'No payment channel can take this payment.',
  },
  channelChanged: {
    http: 409,
    code: '5023',
    reason: 'PAYMENT_CHANNEL_CHANGED',
    text: 'This way to pay has changed, and nothing was taken. Enter the details again.',
  },
  channelUnknown: {
    http: 404,
    code: '4046',
    reason: 'INVALID_PAYMENT_CHANNEL_KEY',
    text: "There's no payment channel with this key.",
  },
  nothingToImport: {
    http: 404,
    code: '4044',
    reason: 'CREDS_NOT_FOUND',
    text: "There's nothing to import.",
  },
  channelLent: {
    http: 409,
    code: '5022',
    reason: 'PAYMENT_CHANNEL_LENT',
    text: 'Your master merchant manages this channel.',
  },
  channelNotSupported: {
    http: 400,
    code: '5022',
    reason: 'PAYMENT_CHANNEL_NOT_SUPPORTED',
    text: "This channel can't take payments here.",
  },
  credentialsRefused: {
    http: 400,
    code: '8002',
    reason: 'PAYMENT_AUTHENTICATION_ERROR',
    text: "The provider doesn't accept these credentials.",
  },
  registrationRejected: {
    http: 400,
    code: '4080',
    reason: 'CHANNEL_REGISTRATION_REJECTED',
    text: "The provider doesn't accept this registration.",
  },
  registeredAlready: {
    http: 409,
    code: '4051',
    reason: 'CHANNEL_ALREADY_REGISTERED',
    text: 'This merchant is already registered with the provider.',
  },
  methodUnknown: {
    http: 400,
    code: '4057',
    reason: 'INVALID_PAYMENT_METHOD',
    text: "The channel doesn't have this way to pay.",
  },
  methodImpossible: {
    http: 400,
    code: '4058',
    reason: 'PAYMENT_METHOD_CONFIGURATION_ERROR',
    text: "This setting isn't possible.",
  },
  providerSilent: {
    http: 503,
    code: '5024',
    reason: 'PSP_COMMUNICATION_ERROR',
    text: "The provider isn't answering. Try again later.",
  },
  tooManyAttempts: {
    http: 400,
    code: '4088',
    reason: 'MAX_RETRY_LIMIT_EXCEED',
    text: 'Too many attempts. Contact the merchant.',
  },
  inFlight: {
    http: 409,
    code: '4097',
    reason: 'TRANSACTION_UNDER_REVIEW',
    text: 'A payment is in progress. Wait for its result.',
  },
  refundNotAllowed: {
    http: 409,
    code: '4070',
    reason: 'INVALID_PAYMENT_REQUEST_REFUND_NOT_ALLOWED',
    text: 'This payment has nothing left to refund.',
  },
  merchantInactive: {
    http: 409,
    code: '4079',
    reason: 'MERCHANT_INACTIVE',
    text: "This merchant isn't taking payments right now.",
  },
  reviewByOperator: {
    http: 409,
    code: '4081',
    reason: 'REVIEW_BY_OPERATOR',
    text: 'Verifications are reviewed by the operator of this installation.',
  },
} as const satisfies Record<string, FaultSpec>
