import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { DialectCallback, DialectParts } from '../dialect.ts'
import type { Answer } from '../once.ts'
import { bookAmount, type XenditCurrency } from './amounts.ts'
import type { Entry, InvoiceEntry, Made, Shelf } from './records.ts'
import type { XenditViews } from './views.ts'

export interface RouteParts extends DialectParts {
  shelf: Shelf
  show: XenditViews
  /** The account and mode of a request's key; null for a key that is none. */
  ownerOf(request: FastifyRequest): string | null
  enter(entry: Entry): Promise<void>
  tokenOf(owner: string): string
  messageOfInvoice(invoice: InvoiceEntry): DialectCallback[]
}

/** An error as Xendit answers it. */
export class Refusal extends Error {
  readonly status: number
  readonly code: string
  constructor(status: number, code: string, message: string) {
    super(message)
    this.status = status
    this.code = code
  }
}

/** Whose request it is, and whether it is a repetition. */
export function askers(parts: RouteParts) {
  const { shelf, now } = parts
  const owner = (request: FastifyRequest): string => {
    const found = parts.ownerOf(request)
    if (found === null) throw new Refusal(401, 'INVALID_API_KEY', 'The API key is invalid.')
    return found
  }
  const owned = (request: FastifyRequest) => ({ owner: owner(request), at: now().toISOString() })

  /** The object that an earlier request with the key made, while the key is remembered; throws for another body. */
  function repeated(request: FastifyRequest): { made: Made['idempotency']; before: Made | null } {
    const key = request.headers['idempotency-key']
    if (typeof key !== 'string' || key === '') return { made: null, before: null }
    const digest = createHash('sha256')
      .update(`${request.url} ${JSON.stringify(request.body)}`)
      .digest('hex')
    const before = shelf.madeBy(owner(request), key)
    const account = owner(request).split(' ')[1] ?? ''
    if (!before || !parts.manners.remembers('xendit', account, new Date(before.at), keyLifeMs)) {
      return { made: { key, digest }, before: null }
    }
    if (before.idempotency?.digest !== digest) {
      throw new Refusal(409, 'IDEMPOTENCY_ERROR', 'The idempotency key was used with another body.')
    }
    return { made: { key, digest }, before }
  }

  return { owner, owned, repeated }
}

/** How long keys are remembered; Xendit publishes no time. */
const keyLifeMs = 24 * 3_600_000

export const notFound = () => new Refusal(404, 'DATA_NOT_FOUND', 'There is nothing with this id.')

export function parsed<T>(schema: z.ZodType<T>, given: unknown): T {
  const result = schema.safeParse(given)
  if (result.success) return result.data
  const [issue] = result.error.issues
  throw new Refusal(400, 'API_VALIDATION_ERROR', `${issue?.path.join('.')}: ${issue?.message}`)
}

export function inBook(amount: number, currency: XenditCurrency): string {
  const minor = bookAmount(amount, currency)
  if (minor === null) throw new Refusal(400, 'API_VALIDATION_ERROR', `${amount} is no amount in ${currency}`)
  return minor
}

export function paged<T extends { id: string }, V>(
  all: T[],
  limit: number,
  after: string | undefined,
  show: (each: T) => V,
) {
  const from = after === undefined ? 0 : all.findIndex(({ id }) => id === after) + 1
  return { data: all.slice(from, from + limit).map(show), has_more: all.length > from + limit }
}

/** The answer after an effect, unless the payer's scenario loses it. */
export function deliver(reply: FastifyReply, answer: Answer<unknown>, view: () => unknown, status = 200): FastifyReply {
  if (answer.kind !== 'done' || answer.delivery === 'error') {
    return reply.code(500).send({ error_code: 'SERVER_ERROR', message: 'An unexpected error occurred.' })
  }
  if (answer.delivery === 'never') return reply.hijack()
  return reply.code(status).send(view())
}
