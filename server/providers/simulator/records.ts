import { z } from 'zod'
import { offeredMethods, paymentMethods } from '#contract/methods.ts'
import { bankLines, isBankEffect, type BankEffect } from './bank/records.ts'
import { isRemittanceEffect, isRemittanceLine, remittanceLines, type RemittanceEffect } from './remittance/records.ts'
import { isSettlementLine, settlementLines } from './settlement/records.ts'
import { brands, callbackManners, type DeclineCode, declineCodes, scenarioNames } from './cards.ts'

/**
 * The lines of the simulator's file. A payment, capture, refund or settlement is an effect: money moved, or was
 * refused; so are a mandate and what became of it. No line holds a card number. Amounts are minor units as decimal text, times ISO 8601 in UTC.
 */
export type Line = z.infer<typeof Line>
export type TokenRecord = z.infer<typeof TokenRecord>
export type PaymentRecord = z.infer<typeof PaymentRecord>
export type MovementRecord = z.infer<typeof MovementRecord>
export type OperationRecord = PaymentRecord | MovementRecord
export type SettlementRecord = z.infer<typeof SettlementRecord>

/** Every effect carries the id of its event, so that the id is the same in every delivery and after a restart. */
export type EffectRecord = OperationRecord | SettlementRecord

export type Status = z.infer<typeof Status>

const Status = z.enum(['authorised', 'captured', 'succeeded', 'pending', 'declined', 'expired'])
const Decline = z.enum(Object.keys(declineCodes) as [DeclineCode, ...DeclineCode[]])
const Card = z.strictObject({ brand: z.enum(brands), masked: z.string() })
const at = z.string()
/** Part of a generated history: no call-backs are sent. */
const past = z.literal(true).optional()
/** What the payer is shown to act on; all of it is made up. */
const Shown = z.strictObject({
  qr: z.string().optional(),
  code: z.string().optional(),
  account: z.strictObject({ bank: z.string(), number: z.string(), name: z.string(), reference: z.string() }).optional(),
  /** The telephone on which the payer is asked. */
  phone: z.string().optional(),
})
export type Shown = z.infer<typeof Shown>
const PaidBy = z.strictObject({ type: z.enum(paymentMethods), sub_type: z.string(), payer: z.string() })
export type PaidBy = z.infer<typeof PaidBy>

export type MandateRecord = z.infer<typeof MandateRecord>
export type MandateChangeRecord = z.infer<typeof MandateChangeRecord>
export type MandateEffect = MandateRecord | MandateChangeRecord
export type Grant = z.infer<typeof Grant>

/** What a mandate is charged by, and what of it may be shown. */
const Grant = z.strictObject({
  token: z.string(),
  masked: z.string(),
  /** Of a card. */
  brand: z.enum(brands).optional(),
  /** From when its card is good no more; absent for an account, and a card from when that was not kept. */
  good_until: z.string().optional(),
})
/** A mandate that comes with a payment, or by which a payment is charged. */
const MandateUse = z.union([
  z.strictObject({ page: z.string(), grant: Grant }),
  z.strictObject({ of: z.string(), off_session: z.boolean() }),
])
const Method = z.strictObject({ type: z.enum(offeredMethods), sub_type: z.string() })

const TokenRecord = z.strictObject({
  type: z.literal('token'),
  at,
  token: z.string(),
  ...Card.shape,
  scenario: z.enum(scenarioNames),
  expires_at: z.string(),
  /** From when the card is good no more. */
  good_until: z.string().optional(),
})

const Settles = z.strictObject({ at, status: Status, decline: Decline.optional() })
const operation = {
  at,
  key: z.string(),
  /** Of the request, so that the same key with another body is noticed. */
  digest: z.string(),
  ref: z.string(),
  event: z.string(),
  amount_minor: z.string(),
  currency: z.string(),
  status: Status,
  decline: Decline.optional(),
  /** When a pending operation comes to its end, and to which. */
  settles: Settles.optional(),
}
const PaymentRecord = z.strictObject({
  type: z.literal('payment'),
  ...operation,
  capture: z.boolean(),
  callback_url: z.string(),
  past,
  /** Of a card; absent where none was asked for. */
  token: z.string().optional(),
  scenario: z.enum(scenarioNames),
  /** Absent when the token was not good. */
  card: Card.optional(),
  /** Absent in lines from when there were only cards. */
  method: Method.optional(),
  /** The bank that the payer chose. */
  bank: z.string().optional(),
  description: z.string().optional(),
  return_url: z.string().optional(),
  expires_at: z.string().optional(),
  /** Names the page where a payment that waits for its payer is decided. */
  page: z.string().optional(),
  /** What the gateway shows the payer; without it the payer is sent to the page. */
  shown: Shown.optional(),
  mandate: MandateUse.optional(),
  /** The moment of the caller's test clock. */
  simulated_at: z.string().optional(),
  /** The merchant account that it is settled with; absent in lines from when there was one alone. */
  account: z.string().optional(),
  /** Of what is paid. */
  country: z.string().optional(),
})
/** A capture or a refund: it moves money of a payment. */
const MovementRecord = z.strictObject({
  type: z.enum(['capture', 'refund']),
  ...operation,
  past,
  payment_key: z.string(),
})
/** The end of an operation that was pending, or its payer's word where a bank takes its time after that. */
const SettlementRecord = z.strictObject({
  type: z.literal('settlement'),
  at,
  key: z.string(),
  event: z.string(),
  status: Status,
  decline: Decline.optional(),
  /** Of what stays pending although its payer has decided: when it comes to its end, and to which. */
  settles: Settles.optional(),
  paid_by: PaidBy.optional(),
  /** How the call-backs of this end are sent, if the payer's act said so. */
  callbacks: z.enum(callbackManners).optional(),
})
const mandateStates = ['pending', 'active', 'failed', 'expired', 'revoked'] as const
export type MandateStatus = (typeof mandateStates)[number]

/** A mandate that was set up without money; one that comes with a payment is in that payment's line. */
const MandateRecord = z.strictObject({
  type: z.literal('mandate'),
  past,
  at,
  key: z.string(),
  digest: z.string(),
  ref: z.string(),
  event: z.string(),
  currency: z.string(),
  status: z.enum(mandateStates),
  decline: Decline.optional(),
  /** When a pending one comes to its end by itself, and to which. */
  settles: z.strictObject({ at, status: z.enum(mandateStates), decline: Decline.optional() }).optional(),
  method: Method,
  /** Of a card; absent where none was asked for. */
  token: z.string().optional(),
  scenario: z.enum(scenarioNames),
  grant: Grant,
  description: z.string(),
  callback_url: z.string(),
  return_url: z.string(),
  expires_at: z.string().optional(),
  /** Names the page of its holder. */
  page: z.string(),
  simulated_at: z.string().optional(),
})
/** What became of a mandate. */
const MandateChangeRecord = z.strictObject({
  type: z.literal('mandate_change'),
  past,
  at,
  key: z.string(),
  event: z.string(),
  change: z.enum(['active', 'failed', 'expired', 'revoked', 'updated', 'expiring']),
  decline: Decline.optional(),
  /** What an updated one is charged by from then on. */
  grant: Grant.optional(),
  callbacks: z.enum(callbackManners).optional(),
})
/** A request that was answered 500 with no effect, so that the next one with its key works. */
const FaultRecord = z.strictObject({ type: z.literal('fault'), at, key: z.string(), digest: z.string() })
/** An event that needs no further sending: its receiver has it, or has not taken it for a day. */
const DeliveryRecord = z.strictObject({
  type: z.literal('delivery'),
  at,
  event: z.string(),
  result: z.enum(['delivered', 'abandoned']),
})

/** What a dialect keeps beside the operations of the book, in a form of its own. */
const DialectRecord = z.strictObject({ type: z.literal('dialect'), at, dialect: z.string(), entry: z.unknown() })

export const Line = z.discriminatedUnion('type', [
  TokenRecord,
  PaymentRecord,
  MovementRecord,
  SettlementRecord,
  MandateRecord,
  MandateChangeRecord,
  FaultRecord,
  DeliveryRecord,
  DialectRecord,
  ...bankLines,
  ...settlementLines,
  ...remittanceLines,
])

/** Whatever is told by call-backs. */
export type ToldEffect = EffectRecord | MandateEffect | BankEffect | RemittanceEffect
export const isEffect = (record: Line): record is ToldEffect =>
  isBankEffect(record) ||
  isRemittanceEffect(record) ||
  !(noEffects.has(record.type) || isSettlementLine(record) || isRemittanceLine(record))
const noEffects: ReadonlySet<Line['type']> = new Set([
  'token',
  'fault',
  'delivery',
  'dialect',
  'bank_account',
  'bank_sent_back',
])
