import { z } from 'zod'
import { call, content } from './kit/call.ts'
import { merchantRef, ref } from './kit/refs.ts'
import { currency, entity, money, record, timestamp } from './kit/wire.ts'
import { limits } from './limits.ts'

/** Whose payouts a limit is about: those from an account, of a maker or an approver, or to a beneficiary. */
export const limitKinds = ['ACCOUNT', 'MAKER', 'APPROVER', 'BENEFICIARY'] as const
export type LimitOf = (typeof limitKinds)[number]
/** What a limit is reckoned over. A day and a month are those of the merchant's time zone. */
export const limitPeriods = ['payout', 'day', 'month'] as const
export type LimitPeriod = (typeof limitPeriods)[number]

export const PayoutLimit = entity({
  of: z.enum(limitKinds),
  /** The account's number, or the id of a person or a beneficiary; empty for each that has no limit of its own. */
  subject: z.string(),
  /** That of the account, the person or the beneficiary; empty for each. */
  name: z.string(),
  currency,
  /** Of one payout, of a day and of a month; null for no limit. */
  payout: money().nullable(),
  day: money().nullable(),
  month: money().nullable(),
})
export type PayoutLimit = z.input<typeof PayoutLimit>

const PayoutLimits = z.object({
  /** The number of changes. */
  version: z.int(),
  updated_by: z.string(),
  /** Null while nobody has set any. */
  updated_at: timestamp.nullable(),
  limits: z.array(PayoutLimit),
})
export type PayoutLimits = z.input<typeof PayoutLimits>

/** A limit of the account, person or beneficiary that is named; of each that has none of its own without. */
const AskedLimit = record({
  of: z.enum(limitKinds),
  virtual_acc_no: ref('virtualAccount').optional(),
  sub_user_id: ref('user').optional(),
  beneficiary_uuid: ref('beneficiary').optional(),
  currency,
  payout: money().nullable().optional(),
  day: money().nullable().optional(),
  month: money().nullable().optional(),
})
export type AskedLimit = z.output<typeof AskedLimit>

const ofMerchant = { params: { id: merchantRef() } } as const

/** The limits of what may leave. */
export const readPayoutLimits = call({
  at: 'GET /api/payouts/limits/{id}',
  ...ofMerchant,
  answer: content(PayoutLimits),
  access: 'anyUser',
})

/**
 * Sets all limits. They hold from now on, also for what is under way, and what has left so far in the day and the month counts.
 * `changedMeanwhile` when `version` is no longer in force, `notFound` for a subject that the merchant does not have.
 */
export const savePayoutLimits = call({
  at: 'PUT /api/payouts/limits/{id}',
  ...ofMerchant,
  body: z.strictObject({
    version: z.int().min(0, { error: 'too_small' }),
    limits: z.array(AskedLimit).max(limits.payoutLimits, { error: 'too_many' }),
  }),
  answer: content(PayoutLimits),
  access: 'payoutCustodians',
  faults: ['notFound', 'changedMeanwhile'],
  repeat: 'safe',
  secondFactor: true,
  stepUp: true,
  audit: 'payout-limits.save',
  notice: 'Payout limits saved',
  onFailure: 'inline',
})
