import type { TestCard as ShownCard } from '#contract/card-entry.ts'
import type { DeclineReason } from '#contract/declines.ts'

/**
 * The cards that the simulator knows, and what a payment with each does. `docs/simulator.md` prints this table for
 * merchants. Where card networks and payment providers publish a number for an outcome, it is that number.
 * Any other number is refused, so that a real card never gets past the form.
 */
export const testCards: readonly TestCard[] = [
  { number: '4242424242424242', brand: 'visa', scenario: 'success' },
  { number: '4111111111111111', brand: 'visa', scenario: 'success' },
  { number: '5555555555554444', brand: 'mastercard', scenario: 'success' },
  { number: '2223003122003222', brand: 'mastercard', scenario: 'success' },
  { number: '5105105105105100', brand: 'mastercard', scenario: 'success' },
  { number: '378282246310005', brand: 'amex', scenario: 'success' },
  { number: '371449635398431', brand: 'amex', scenario: 'success' },
  { number: '3566002020360505', brand: 'jcb', scenario: 'success' },
  { number: '3530111333300000', brand: 'jcb', scenario: 'success' },
  { number: '6200000000000005', brand: 'unionpay', scenario: 'success' },
  { number: '6200000000000047', brand: 'unionpay', scenario: 'success' },

  { number: '4000000000005118', brand: 'visa', scenario: 'do_not_honor' },
  { number: '4000000000009995', brand: 'visa', scenario: 'insufficient_funds' },
  { number: '4000000000000127', brand: 'visa', scenario: 'incorrect_details' },
  { number: '4000000000005100', brand: 'visa', scenario: 'card_not_supported' },
  { number: '4000000000000069', brand: 'visa', scenario: 'expired_card' },
  { number: '4000000000000002', brand: 'visa', scenario: 'card_declined' },
  { number: '4000000000009979', brand: 'visa', scenario: 'blocked_card' },
  { number: '4000008400001629', brand: 'visa', scenario: 'authentication_failed' },
  { number: '4000000000000119', brand: 'visa', scenario: 'processing_error' },
  { number: '4000000000006975', brand: 'visa', scenario: 'limit_exceeded' },
  { number: '4000000000009987', brand: 'visa', scenario: 'lost_card' },
  { number: '4100000000000019', brand: 'visa', scenario: 'suspected_fraud' },

  { number: '4000000000005019', brand: 'visa', scenario: 'pending_then_success' },
  { number: '4000000000005027', brand: 'visa', scenario: 'pending_then_decline' },
  { number: '4000000000005035', brand: 'visa', scenario: 'authorised_only' },
  { number: '4000000000005043', brand: 'visa', scenario: 'no_answer' },
  { number: '4000000000005050', brand: 'visa', scenario: 'error_after_effect' },
  { number: '4000000000005068', brand: 'visa', scenario: 'error_before_effect' },
  { number: '4000000000005076', brand: 'visa', scenario: 'callbacks_thrice' },
  { number: '4000000000005084', brand: 'visa', scenario: 'callbacks_reversed' },
  { number: '4000000000005092', brand: 'visa', scenario: 'callbacks_late' },
  { number: '4000000000006017', brand: 'visa', scenario: 'refund_declined' },
  { number: '4000000000006025', brand: 'visa', scenario: 'refund_pending' },
  { number: '4000000000006041', brand: 'visa', scenario: 'refund_pending_then_declined' },
  { number: '4000000000006058', brand: 'visa', scenario: 'refund_no_answer' },
  { number: '4000000000006066', brand: 'visa', scenario: 'refund_error_after_effect' },
  { number: '4000000000006074', brand: 'visa', scenario: 'refund_callbacks_reversed' },
  { number: '4000000000003055', brand: 'visa', scenario: 'frictionless' },
  { number: '4000000000003220', brand: 'visa', scenario: 'challenge' },
  { number: '5200000000001096', brand: 'mastercard', scenario: 'challenge' },
  { number: '4000000000006033', brand: 'visa', scenario: 'callbacks_never' },

  { number: '4000000000007015', brand: 'visa', scenario: 'second_charge_lacks_funds' },
  { number: '4000000000007023', brand: 'visa', scenario: 'lacks_funds_off_session' },
  { number: '4000000000007031', brand: 'visa', scenario: 'third_charge_stolen' },
  { number: '4000000000007049', brand: 'visa', scenario: 'asks_off_session' },
  { number: '4000000000007056', brand: 'visa', scenario: 'replaced' },
  { number: '4000000000007064', brand: 'visa', scenario: 'expires_next_month' },
  { number: '4000000000007072', brand: 'visa', scenario: 'no_answer_off_session' },
  { number: '4000000000007080', brand: 'visa', scenario: 'error_after_effect_off_session' },
  { number: '4000000000007098', brand: 'visa', scenario: 'error_before_effect_off_session' },
  { number: '4000000000007106', brand: 'visa', scenario: 'callbacks_thrice_off_session' },
  { number: '4000000000007114', brand: 'visa', scenario: 'callbacks_late_off_session' },
  { number: '4000000000007122', brand: 'visa', scenario: 'callbacks_reversed_off_session' },
]

export interface TestCard {
  number: string
  brand: Brand
  scenario: Scenario
}

/** The provider's own decline codes with its words; the adapter maps them to our reasons. */
export const declineCodes = {
  do_not_honor: 'The bank refused the transaction.',
  insufficient_funds: 'The card has insufficient funds.',
  incorrect_details: 'The card details do not match.',
  card_not_supported: 'The card does not support this kind of purchase.',
  expired_card: 'The card has expired.',
  card_declined: 'The card was declined.',
  blocked_card: 'The card is blocked.',
  authentication_failed: 'The holder was not authenticated (3-D Secure).',
  processing_error: 'The card could not be processed.',
  limit_exceeded: 'The card is over its limit.',
  lost_card: 'The card was reported lost.',
  stolen_card: 'The card was reported stolen.',
  authentication_required: 'The bank asks its holder, who is not there.',
  debit_returned: 'The bank of the payer returned the debit.',
  mandate_revoked: 'The holder or the merchant has revoked the mandate.',
  mandate_invalid: 'The mandate is unknown, or was never agreed to.',
  suspected_fraud: 'The transaction looks fraudulent.',
  payer_declined: 'The payer declined the payment.',
  cancelled: 'The payment was cancelled before it was paid.',
  token_invalid: 'The token is unknown, used or expired.',
  refund_declined: 'The bank refused the refund.',
  payment_not_found: 'There is no payment with this key.',
  exceeds_authorised: 'The amount exceeds what is authorised and not yet captured.',
  exceeds_captured: 'The amount exceeds what is captured and not yet refunded.',
} as const
export type DeclineCode = keyof typeof declineCodes

/** What each decline code means in the vocabulary of the gateway. */
export const declineReasonOf: Record<DeclineCode, DeclineReason> = {
  do_not_honor: 'BANK_REFUSED_TRANSACTION',
  insufficient_funds: 'FUNDS_LIMIT_ERROR',
  incorrect_details: 'INVALID_CARD_INFO_ERROR',
  card_not_supported: 'INVALID_CARD_NOT_SUPPORTED_ERROR',
  expired_card: 'INVALID_CARD_EXPIRED_ERROR',
  card_declined: 'INVALID_CARD_DECLINED_ERROR',
  blocked_card: 'INVALID_CARD_BLOCKED_ERROR',
  authentication_failed: 'INVALID_CARD_3DS_ERROR',
  processing_error: 'INVALID_CARD_PROCESSING_ERROR',
  limit_exceeded: 'EXCEEDED_MAX_LIMIT',
  lost_card: 'INVALID_CARD_LOST_ERROR',
  stolen_card: 'INVALID_CARD_LOST_ERROR',
  authentication_required: 'INVALID_CARD_3DS_ERROR',
  debit_returned: 'BANK_REFUSED_TRANSACTION',
  mandate_revoked: 'MANDATE_REVOKED',
  mandate_invalid: 'MANDATE_REVOKED',
  suspected_fraud: 'SUSPECTED_FRAUDULENT_TRANSACTION_ERROR',
  payer_declined: 'INVALID_TRANSACTION_ORDER_CANCELLED_ERROR',
  cancelled: 'INVALID_TRANSACTION_ORDER_CANCELLED_ERROR',
  token_invalid: 'INVALID_CARD_INFO_ERROR',
  refund_declined: 'BANK_REFUSED_TRANSACTION',
  payment_not_found: 'BANK_REFUSED_TRANSACTION',
  exceeds_authorised: 'EXCEEDED_MAX_LIMIT',
  exceeds_captured: 'EXCEEDED_MAX_LIMIT',
}

/**
 * How the simulator behaves for a card. `payment` and `refund` say what becomes of the operation, `answer` what the
 * caller of its first request gets, `callbacks` how events are sent. What is left out is the plain case.
 */
const scenarios = {
  success: {},
  do_not_honor: { payment: { decline: 'do_not_honor' } },
  insufficient_funds: { payment: { decline: 'insufficient_funds' } },
  incorrect_details: { payment: { decline: 'incorrect_details' } },
  card_not_supported: { payment: { decline: 'card_not_supported' } },
  expired_card: { payment: { decline: 'expired_card' } },
  card_declined: { payment: { decline: 'card_declined' } },
  blocked_card: { payment: { decline: 'blocked_card' } },
  authentication_failed: { payment: { decline: 'authentication_failed' } },
  processing_error: { payment: { decline: 'processing_error' } },
  limit_exceeded: { payment: { decline: 'limit_exceeded' } },
  lost_card: { payment: { decline: 'lost_card' } },
  suspected_fraud: { payment: { decline: 'suspected_fraud' } },
  pending_then_success: { payment: { later: true } },
  pending_then_decline: { payment: { later: true, decline: 'do_not_honor' } },
  authorised_only: { authoriseOnly: true },
  no_answer: { answer: 'never' },
  error_after_effect: { answer: 'error-after' },
  error_before_effect: { answer: 'error-before' },
  callbacks_thrice: { callbacks: 'thrice' },
  callbacks_reversed: { payment: { later: true }, callbacks: 'reversed' },
  callbacks_late: { payment: { later: true }, callbacks: 'late' },
  callbacks_never: { callbacks: 'never' },
  frictionless: { authentication: 'frictionless' },
  challenge: { authentication: 'challenge' },
  refund_declined: { refund: { decline: 'refund_declined' } },
  refund_pending: { refund: { later: true } },
  refund_pending_then_declined: { refund: { later: true, decline: 'refund_declined' } },
  refund_no_answer: { refundAnswer: 'never' },
  refund_error_after_effect: { refundAnswer: 'error-after' },
  refund_callbacks_reversed: { refund: { later: true }, callbacks: 'reversed' },
  // Of one charge by a mandate; what leads to it is in `courses.ts`, as is what follows the set-up in the last ones.
  stolen_card: { payment: { decline: 'stolen_card' } },
  authentication_required: { payment: { decline: 'authentication_required' } },
  debit_returned: { payment: { later: true, decline: 'debit_returned' } },
  second_charge_lacks_funds: {},
  lacks_funds_off_session: {},
  third_charge_stolen: {},
  asks_off_session: { authentication: 'challenge' },
  replaced: {},
  expires_next_month: {},
  no_answer_off_session: {},
  error_after_effect_off_session: {},
  error_before_effect_off_session: {},
  callbacks_thrice_off_session: {},
  callbacks_late_off_session: {},
  callbacks_reversed_off_session: {},
  debits_returned: {},
} as const satisfies Record<string, Manner>

export type Scenario = keyof typeof scenarios
export const scenarioNames = Object.keys(scenarios) as [Scenario, ...Scenario[]]

export const mannerOf = (scenario: Scenario): Manner => scenarios[scenario]

/** The scenario that a payer's name asks for, 'Sim error after effect' as `error_after_effect`; plain for any other. */
export const scenarioOfName = (name: string): Scenario => {
  const wished = /^sim\s+(.+)$/i
    .exec(name.trim())?.[1]
    ?.toLowerCase()
    .replaceAll(/[\s-]+/g, '_')
  return scenarioNames.find((scenario) => scenario === wished) ?? 'success'
}

export interface Manner {
  payment?: Fate
  refund?: Fate
  authoriseOnly?: true
  answer?: 'never' | 'error-after' | 'error-before'
  /** The same of its refunds alone. */
  refundAnswer?: 'never' | 'error-after'
  callbacks?: CallbackManner
  /** How the card holder is authenticated: invisibly, or on the page of the bank. */
  authentication?: 'frictionless' | 'challenge'
}
export const callbackManners = ['thrice', 'reversed', 'late', 'never'] as const
/** `reversed`: the first event is delivered again after the final one. */
export type CallbackManner = (typeof callbackManners)[number]
/** Declined with `decline`, else successful; `later` keeps it pending for the configured delay first. */
export interface Fate {
  decline?: DeclineCode
  later?: true
}

/** The test cards that the shopper's page shows: one that pays, one whose bank asks, two that are declined. */
export const shownCards: readonly ShownCard[] = [
  { number: '4242424242424242', outcome: 'paid' },
  { number: '4000000000003220', outcome: 'asked' },
  { number: '4000000000000002', outcome: 'INVALID_CARD_DECLINED_ERROR' },
  { number: '4000000000009995', outcome: 'FUNDS_LIMIT_ERROR' },
]

/** The test card with this number of digits only, or undefined. */
export const testCardOf = (number: string): TestCard | undefined => testCards.find((card) => card.number === number)

/** First six and last four digits: '424242******4242'. `number` has at least 12 digits. */
export const maskCard = (number: string): string =>
  number.slice(0, 6) + '*'.repeat(number.length - 10) + number.slice(-4)

/** Whether the check digit of a number (digits only) holds: ISO/IEC 7812-1, annex B. */
export function passesLuhn(number: string): boolean {
  const sum = number
    .split('')
    .reverse()
    .reduce((total, digit, index) => total + weighed(Number(digit), index), 0)
  return sum % 10 === 0
}
function weighed(digit: number, indexFromRight: number): number {
  if (indexFromRight % 2 === 0) return digit
  return digit > 4 ? digit * 2 - 9 : digit * 2
}

export const brands = ['visa', 'mastercard', 'amex', 'jcb', 'unionpay'] as const
export type Brand = (typeof brands)[number]

/** The brand that issued a number, with the lengths it uses; undefined when none of ours did. */
export const brandOf = (number: string): Brand | undefined => brands.find((brand) => brandPatterns[brand].test(number))

const brandPatterns: Record<Brand, RegExp> = {
  visa: /^4(\d{12}|\d{15}|\d{18})$/,
  mastercard: /^(5[1-5]\d{14}|2(2(2[1-9]|[3-9]\d)|[3-6]\d\d|7([01]\d|20))\d{12})$/,
  amex: /^3[47]\d{13}$/,
  jcb: /^35(2[89]|[3-8]\d)\d{12,15}$/,
  unionpay: /^62\d{14,17}$/,
}
