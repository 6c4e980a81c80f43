import { z } from 'zod'
import { Action } from '#contract/method-details.ts'
import { paymentMethods } from '#contract/methods.ts'
import type { MandateOutcome } from '../mandates.ts'
import type { Callback, Known, Outcome } from '../provider.ts'
import { bankCallback } from './bank/adapter.ts'
import { remittanceCallback } from './remittance/adapter.ts'
import {
  Granted,
  knownMandate,
  MandateAnswer,
  mandateCallback,
  MandateEvent,
  mandateFacts,
  whyOf,
} from './mandate-answers.ts'

/** What the simulator is asked. */
export interface Question {
  key: string
  /** Absent when only the status is asked. */
  kind?: 'payment' | 'capture' | 'refund'
  body?: { amount_minor?: string; currency?: string; reason?: 'shopper' | 'time' }
}

export interface Answer {
  status: number
  text: string
}

/** The simulator understood and refused a request of ours: a defect, as repeating it can only end the same. */
export class RefusedRequest extends Error {}

/** Only an answer in the simulator's own form counts; a proxy in between may say anything with any status. */
export function outcomeOf({ status, text }: Answer, question: Question): Outcome {
  if (status === 200 || status === 201) {
    const operation = Operation.safeParse(parsedJson(text))
    if (operation.success && isAbout(operation.data, question)) return knownOutcome(operation.data)
    return notAbout
  }
  return refusalOf({ status, text })
}

export function mandateOutcomeOf({ status, text }: Answer, key: string): MandateOutcome {
  if (status === 200 || status === 201) {
    const mandate = MandateAnswer.safeParse(parsedJson(text))
    return mandate.success && mandate.data.key === key ? knownMandate(mandate.data) : notAbout
  }
  return refusalOf({ status, text })
}
const notAbout = { kind: 'unknown', why: 'the answer is not about what was asked' } as const

function refusalOf({ status, text }: Answer): { kind: 'absent' } | { kind: 'unknown'; why: string } {
  const json = parsedJson(text)
  const code = ErrorAnswer.safeParse(json).data?.error.code
  if (status === 404 && code === 'operation_not_found') return { kind: 'absent' }
  if (refusals.some((refusal) => refusal.status === status && refusal.code === code)) {
    throw new RefusedRequest(`The simulator refused the request: ${code}.`)
  }
  return { kind: 'unknown', why: `answered ${status}${code ? ` ${code}` : ''}` }
}

const refusals = [
  { status: 400, code: 'request_invalid' },
  { status: 400, code: 'idempotency_key_invalid' },
  { status: 400, code: 'currency_mismatch' },
  { status: 422, code: 'idempotency_key_reused' },
]

const isAbout = (operation: Operation, { key, kind, body }: Question): boolean =>
  operation.key === key &&
  (!kind || operation.kind === kind) &&
  (body?.amount_minor === undefined ||
    (operation.amount_minor === body.amount_minor && operation.currency === body.currency))

function knownOutcome({ status, ref, card, action, paid_by, authentication, mandate, ...rest }: Operation): Known {
  const facts = {
    providerRef: ref,
    ...(card && { card }),
    ...(paid_by && { paidBy: { type: paid_by.type, subType: paid_by.sub_type, payer: paid_by.payer } }),
    ...(authentication && { authentication }),
    ...(mandate && { mandate: mandateFacts(mandate) }),
  }
  if (status === 'pending') return { kind: 'pending', ...facts, ...(action && { action }) }
  if (status !== 'declined') return { kind: status === 'succeeded' ? 'captured' : status, ...facts }
  return { kind: 'declined', ...facts, ...whyOf(rest.decline) }
}

/** The capture of an authorised payment tells nothing about the payment's card or payer, so the payment is asked for. */
export function eventIn(body: string): Callback {
  const json = parsedJson(body)
  const told = bankCallback(json) ?? remittanceCallback(json)
  if (told) return told
  const event = CallbackBody.safeParse(json)
  if (!event.success) return { kind: 'forged', why: 'form' }
  const { id, key, at } = event.data
  if ('mandate' in event.data) return mandateCallback(event.data)
  const { payment } = event.data
  if (payment.key !== key) return { kind: 'forged', why: 'an operation of another key' }
  if (payment.kind === 'capture') return { kind: 'ask', id, key: payment.payment_key ?? key, at }
  return { kind: 'event', id, key, at, outcome: knownOutcome(payment) }
}

export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Open objects: a provider may add fields. */
const Operation = z.object({
  kind: z.enum(['payment', 'capture', 'refund']),
  key: z.string(),
  ref: z.string(),
  payment_key: z.string().optional(),
  status: z.enum(['authorised', 'captured', 'succeeded', 'pending', 'declined', 'expired']),
  amount_minor: z.string(),
  currency: z.string(),
  decline: z.object({ code: z.string(), message: z.string() }).nullable(),
  card: z.object({ brand: z.string(), masked: z.string() }).nullable(),
  action: Action.nullish(),
  paid_by: z.object({ type: z.enum(paymentMethods), sub_type: z.string(), payer: z.string() }).nullish(),
  authentication: z.enum(['frictionless', 'challenge']).nullish(),
  mandate: Granted.optional(),
})
type Operation = z.infer<typeof Operation>
const CallbackBody = z.union([
  z.object({ id: z.string(), key: z.string(), at: z.iso.datetime(), payment: Operation }),
  MandateEvent,
])
export const ErrorAnswer = z.object({ error: z.object({ code: z.string() }) })
