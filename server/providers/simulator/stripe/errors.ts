import type { FastifyReply } from 'fastify'
import type { DeclineCode } from '../cards.ts'

/** An error in Stripe's form. */
export interface StripeError {
  type: 'api_error' | 'card_error' | 'idempotency_error' | 'invalid_request_error'
  code?: string
  decline_code?: string
  message: string
  param?: string
  charge?: string
  payment_intent?: object
  payment_method?: object
}

export class StripeRefusal extends Error {
  readonly statusCode: number
  readonly error: StripeError
  constructor(statusCode: number, error: StripeError) {
    super(error.message)
    this.statusCode = statusCode
    this.error = error
  }
}

export const refusal = (reply: FastifyReply, { statusCode, error }: StripeRefusal): FastifyReply =>
  reply.code(statusCode).send({ error })

export const missing = (what: string, id: string, param: string): StripeRefusal =>
  new StripeRefusal(404, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    message: `No such ${what}: '${id}'`,
    param,
  })

export const internal = (): StripeRefusal =>
  new StripeRefusal(500, { type: 'api_error', message: 'An unknown error occurred' })

/** What Stripe says of each way in which the simulator declines. */
export function declineError(code: DeclineCode): StripeError {
  const known = errors[code]
  if (!known) return { ...card, code: 'card_declined', decline_code: 'generic_decline', message: declined }
  return known
}

const card = { type: 'card_error' } as const
const declined = 'Your card was declined.'
const bank = (decline_code: string, message = declined): StripeError => ({
  ...card,
  code: 'card_declined',
  decline_code,
  message,
})
const errors: Partial<Record<DeclineCode, StripeError>> = {
  do_not_honor: bank('do_not_honor'),
  insufficient_funds: bank('insufficient_funds', 'Your card has insufficient funds.'),
  incorrect_details: {
    ...card,
    code: 'incorrect_cvc',
    decline_code: 'incorrect_cvc',
    message: "Your card's security code is incorrect.",
  },
  card_not_supported: bank('card_not_supported', 'Your card is not supported.'),
  expired_card: { ...card, code: 'expired_card', decline_code: 'expired_card', message: 'Your card has expired.' },
  blocked_card: bank('stolen_card'),
  authentication_failed: {
    type: 'invalid_request_error',
    code: 'payment_intent_authentication_failure',
    message: 'The provided PaymentMethod has failed authentication.',
  },
  processing_error: {
    ...card,
    code: 'processing_error',
    message: 'An error occurred while processing your card. Try again in a little bit.',
  },
  limit_exceeded: bank('card_velocity_exceeded', 'Your card has exceeded its limit.'),
  lost_card: bank('lost_card'),
  suspected_fraud: bank('fraudulent'),
  payer_declined: {
    type: 'invalid_request_error',
    code: 'payment_method_customer_decline',
    message: 'The customer declined the payment.',
  },
}
