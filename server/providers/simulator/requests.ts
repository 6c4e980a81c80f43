import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { currencyCodes } from '#contract/kit/money.ts'
import { offeredMethods } from '#contract/methods.ts'
import { AccountName, isLoopback } from './dialect.ts'
import type { Answer } from './once.ts'

/** What requests of gateways have in common: their keys, their fields and the errors that they get. */

const Key = z.string().regex(/^[\x21-\x7e]{1,255}$/)
export const KeyPath = z.object({ key: Key })

export const AmountMinor = z.string().regex(/^[1-9]\d{0,17}$/)
export const CurrencyCode = z.enum(currencyCodes)
export const PaymentBody = z.strictObject({
  amount_minor: AmountMinor,
  currency: CurrencyCode,
  method: z
    .strictObject({ type: z.enum(offeredMethods), sub_type: z.string().max(40) })
    .default({ type: 'CARD', sub_type: 'INT_CREDIT_DEBIT_CARD' }),
  token: z.string().min(1).max(200).optional(),
  phone: z.string().max(40).optional(),
  upi_id: z.string().max(100).optional(),
  plan_months: z.number().int().min(2).max(60).optional(),
  bank: z.string().max(40).optional(),
  payer_name: z.string().max(200).default(''),
  capture: z.boolean(),
  description: z.string().max(5_000),
  callback_url: z.string().max(2_000).refine(isLoopback, 'Call-backs go to this machine only.'),
  return_url: z.union([z.literal(''), z.url({ protocol: /^https?$/ }).max(2_000)]).default(''),
  expires_at: z.iso.datetime().nullable().default(null),
  mandate: z
    .union([
      z.strictObject({ set_up: z.literal(true) }),
      z.strictObject({ token: z.string().min(1).max(200), off_session: z.boolean() }),
    ])
    .optional(),
  simulated_at: z.iso.datetime().optional(),
  account: AccountName.optional(),
  country: z
    .string()
    .regex(/^[A-Z]{2}$/)
    .optional(),
})
export const MandateBody = PaymentBody.omit({
  amount_minor: true,
  phone: true,
  upi_id: true,
  plan_months: true,
  capture: true,
  mandate: true,
  account: true,
  country: true,
})

/** What was found by a key of the caller's. */
export function found<Found>(sought: Found | undefined): Found {
  if (sought !== undefined) return sought
  throw new Refusal(404, 'operation_not_found', 'No operation was ever asked for with this key.')
}

export function keyOf(request: FastifyRequest): string {
  const key = Key.safeParse(request.headers['idempotency-key'])
  if (key.success) return key.data
  throw new Refusal(400, 'idempotency_key_invalid', 'Idempotency-Key of 1 to 255 visible ASCII characters is required.')
}

export function parsed<T extends z.ZodType>(schema: T, value: unknown): z.output<T> {
  const outcome = schema.safeParse(value)
  if (outcome.success) return outcome.data
  const field = outcome.error.issues[0]?.path.join('.')
  throw new Refusal(400, 'request_invalid', 'The request is not well-formed.', field)
}

export async function answer(reply: FastifyReply, outcome: Answer<unknown>): Promise<FastifyReply> {
  if (outcome.kind === 'key_reused') {
    throw new Refusal(422, 'idempotency_key_reused', 'This key was used for another request.')
  }
  if (outcome.kind === 'currency_mismatch') {
    throw new Refusal(400, 'currency_mismatch', 'The payment is in another currency.', 'currency')
  }
  if (outcome.kind === 'failed' || outcome.delivery === 'error') {
    throw new Refusal(500, 'internal_error', 'Something went wrong.')
  }
  if (outcome.delivery === 'never') {
    reply.hijack()
    return reply
  }
  if (outcome.replayed) reply.header('idempotent-replayed', 'true')
  return reply.code(201).send(outcome.view)
}

export class Refusal extends Error {
  readonly statusCode: number
  readonly code: string
  readonly field: string | undefined
  constructor(statusCode: number, code: string, message: string, field?: string) {
    super(message)
    this.statusCode = statusCode
    this.code = code
    this.field = field
  }
}

export const refuse = (reply: FastifyReply, { statusCode, code, message, field }: Refusal): FastifyReply =>
  reply.code(statusCode).send({ error: { code, ...(field ? { field } : {}), message } })
