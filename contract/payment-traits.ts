/**
 * What payments are told apart by beside state, method and channel. Each is a field of a payment, a filter of its list and a
 * dimension of the sums, under one name.
 */
export const paymentTraits = [
  'source',
  'payment_sub_type',
  'status_reason',
  'country',
  'language',
  'device',
  'system',
  'browser',
  'card_brand',
  'authentication',
  'payer',
] as const
export type PaymentTrait = (typeof paymentTraits)[number]

/** What a shopper pays with. */
export const devices = ['computer', 'phone', 'tablet', 'other'] as const
export const systems = ['windows', 'macos', 'linux', 'chromeos', 'android', 'ios', 'other'] as const
export const browsers = ['chrome', 'safari', 'firefox', 'edge', 'opera', 'samsung', 'other'] as const
/** How a card's holder was authenticated. */
export const authentications = ['frictionless', 'challenge'] as const
/** Whether somebody has paid before. */
export const payers = ['new', 'returning'] as const
