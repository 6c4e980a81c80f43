import type { FastifyReply } from 'fastify'

/** PayPal's names of errors by status, with its words. */
const names = {
  400: ['INVALID_REQUEST', 'Request is not well-formed, syntactically incorrect, or violates schema.'],
  401: [
    'AUTHENTICATION_FAILURE',
    'Authentication failed due to missing authorization header, or invalid authentication credentials.',
  ],
  403: ['NOT_AUTHORIZED', 'Authorization failed due to insufficient permissions.'],
  404: ['RESOURCE_NOT_FOUND', 'The specified resource does not exist.'],
  409: ['RESOURCE_CONFLICT', 'The server has detected a conflict while processing this request.'],
  422: [
    'UNPROCESSABLE_ENTITY',
    'The requested action could not be performed, semantically incorrect, or failed business validation.',
  ],
  429: ['RATE_LIMIT_REACHED', 'Too many requests. Blocked due to rate limiting.'],
  500: ['INTERNAL_SERVER_ERROR', 'An internal server error has occurred.'],
} as const
export type ErrorStatus = keyof typeof names

/** An error with its issue; a reply of another status than its effect is never made of it. */
export class PaypalError extends Error {
  readonly status: ErrorStatus
  readonly issue: string | undefined
  readonly field: string | undefined
  constructor(status: ErrorStatus, issue?: string, message = '', field?: string) {
    super(message)
    this.status = status
    this.issue = issue
    this.field = field
  }
}

/** The order cannot be paid with these funds; the payer may choose others. */
export const instrumentDeclined = 'The instrument presented was either declined by the processor or bank.'
export const notFound = (): PaypalError =>
  new PaypalError(404, 'INVALID_RESOURCE_ID', 'Specified resource ID does not exist. Please check the resource ID.')

export function refuse(reply: FastifyReply, { status, issue, message, field }: PaypalError): FastifyReply {
  const [name, words] = names[status]
  const details = issue === undefined ? [] : [{ issue, description: message, ...(field && { field }) }]
  if (status === 429) void reply.header('retry-after', '1')
  return reply.code(status).send({
    name,
    message: words,
    debug_id: reply.request.id,
    ...(details.length > 0 && { details }),
    links: [{ href: 'https://developer.paypal.com/api/rest/', rel: 'information_link' }],
  })
}
