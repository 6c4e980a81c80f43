import { z } from 'zod'
import { roles } from './access.ts'
import { call, content } from './kit/call.ts'
import { merchantRef, ref } from './kit/refs.ts'
import { currency, entity, money, record, timestamp } from './kit/wire.ts'
import { limits } from './limits.ts'
import { payoutActs, payoutRights, PayoutStep, payoutWhyNots, ruleSubjects } from './payout-rule-shapes.ts'

const need = z
  .int({ error: 'not_a_number' })
  .min(1, { error: 'too_small' })
  .max(limits.payoutApprovers, { error: 'too_big' })
  .meta({ examples: [1] })
const fromAmount = money('currency', { min: 'zero' })

/** So many approvals, each by another person. Names roles or people, one of the two. */
const AskedLevel = z
  .strictObject({
    need,
    roles: z.array(z.enum(roles)).max(3, { error: 'too_many' }).optional(),
    users: z.array(ref('user')).max(50, { error: 'too_many' }).optional(),
  })
  .meta({ examples: [{ need: 1, roles: ['admin'], users: [] }] })
const AskedRule = record({
  currency,
  /** From which amount on, of a payout or of a batch's total in the currency. */
  from_amount: fromAmount,
  on: z.enum(ruleSubjects),
  levels: z.array(AskedLevel).min(1, { error: 'required' }).max(limits.payoutLevels, { error: 'too_many' }),
})
const asked = {
  /** Whether a payout is verified by one person before another approves it. */
  verification: z.boolean(),
  rules: z.array(AskedRule).max(limits.payoutRules, { error: 'too_many' }),
}
export type AskedRules = z.output<z.ZodObject<typeof asked>>

const ShownRule = entity({
  currency,
  from_amount: fromAmount,
  on: z.enum(ruleSubjects),
  levels: z.array(
    z.object({
      need: z.int(),
      roles: z.array(z.enum(roles)),
      users: z.array(z.object({ sub_user_id: z.string(), name: z.string() })),
    }),
  ),
})
const Version = z.object({
  version: z.int(),
  verification: z.boolean(),
  rules: z.array(ShownRule),
  proposed_by: z.string(),
  proposed_at: timestamp.nullable(),
  /** Who put it in force beside who proposed it; empty for nobody. */
  decided_by: z.string(),
  decided_at: timestamp.nullable(),
})

const PayoutRulesAnswer = z.object({
  /** The rules in force; version 0 without any of one's own. */
  in_force: Version,
  /** What waits for a second administrator; null for nothing. */
  waiting: Version.nullable(),
  /** Whether the caller may decide on what waits, and why not. */
  may_decide: z.boolean(),
  /** What the caller may do with payouts; `why` is empty where they may. */
  mine: z.array(z.object({ right: z.enum(payoutRights), why: z.enum(['', 'role', 'second_factor']) })),
  /** The people of payouts, by name; none for who may not see payouts. */
  people: z.array(
    z.object({
      sub_user_id: z.string(),
      name: z.string(),
      roles: z.array(z.enum(roles)),
      has_second_factor: z.boolean(),
      rights: z.array(z.enum(payoutRights)),
    }),
  ),
})
export type PayoutRulesAnswer = z.output<typeof PayoutRulesAnswer>

const ofMerchant = { params: { id: merchantRef() } } as const

/** Who lets payouts go: the rules in force, what waits, the people, and what the caller may do. */
export const readPayoutRules = call({
  at: 'GET /api/payouts/rules/{id}',
  ...ofMerchant,
  answer: content(PayoutRulesAnswer),
  access: 'anyUser',
})

/**
 * Changes the rules and the verification. Where another administrator of payouts has a second factor, the change waits for them.
 * `changedMeanwhile` when `version` is no longer in force. What is not approved yet begins anew under new rules.
 */
export const savePayoutRules = call({
  at: 'PUT /api/payouts/rules/{id}',
  ...ofMerchant,
  body: z.strictObject({ version: z.int().min(0, { error: 'too_small' }), ...asked }),
  answer: content(PayoutRulesAnswer),
  access: 'payoutCustodians',
  faults: ['notFound', 'changedMeanwhile'],
  repeat: 'safe',
  secondFactor: true,
  stepUp: true,
  audit: 'payout-rules.save',
  onFailure: 'inline',
})

/** Puts waiting rules in force, or refuses them. Not by who proposed them (`ownPayout`); they may only withdraw. */
export const decidePayoutRules = call({
  at: 'POST /api/payouts/rules/{id}/decision',
  ...ofMerchant,
  body: z.strictObject({ version: z.int().min(1, { error: 'too_small' }), accept: z.boolean() }),
  answer: content(PayoutRulesAnswer),
  access: 'payoutCustodians',
  faults: ['wrongState', 'ownPayout'],
  repeat: 'safe',
  secondFactor: true,
  stepUp: true,
  audit: 'payout-rules.decide',
  onFailure: 'inline',
})

const Simulated = z.object({
  steps: z.array(PayoutStep),
  /** What is asked for after the acts; empty when all is given. */
  next: z.union([z.enum(payoutActs), z.literal('')]),
  who: z.array(z.string()),
  /** What became of each act; `why` is empty for one that counts. */
  acts: z.array(z.object({ name: z.string(), why: z.union([z.enum(payoutWhyNots), z.literal('')]) })),
})

/** Who would have to act on such a payout, by the rules in force or by others, after the named acts one by one. Changes nothing. */
export const simulatePayoutRules = call({
  at: 'POST /api/payouts/rules/{id}/simulate',
  ...ofMerchant,
  body: record({
    currency,
    amount: money(),
    /** The total of its batch in the currency; without, the payout is in no batch. */
    batch_total: money().optional(),
    made_by: z.array(ref('user')).max(20, { error: 'too_many' }).optional(),
    acts: z
      .array(z.strictObject({ act: z.enum(payoutActs), sub_user_id: ref('user') }))
      .max(50, { error: 'too_many' })
      .optional(),
    /** Instead of those in force. */
    rules: z.strictObject(asked).optional(),
  }),
  answer: content(Simulated),
  access: 'payouts',
  faults: ['notFound'],
  repeat: 'safe',
  onFailure: 'inline',
})

/** How the payouts of the last 90 days would have gone under these rules, beside those in force. Changes nothing. */
export const backtestPayoutRules = call({
  at: 'POST /api/payouts/rules/{id}/backtest',
  ...ofMerchant,
  body: z.strictObject(asked),
  answer: content(
    z.object({
      days: z.int(),
      payouts: z.int(),
      /** Whether only the newest were looked at. */
      is_capped: z.boolean(),
      /** That need more people, fewer, or other ones. */
      more: z.int(),
      fewer: z.int(),
      others: z.int(),
      /** That nobody could let go today, for want of people. */
      impossible: z.int(),
      /** Some that change, newest first. */
      examples: z.array(
        entity({
          txn_ref: z.string(),
          amount: money(),
          currency,
          beneficiary_name: z.string(),
          /** People needed, by the rules in force and by these. */
          before: z.int(),
          after: z.int(),
          is_possible: z.boolean(),
        }),
      ),
    }),
  ),
  access: 'payouts',
  faults: ['notFound'],
  repeat: 'safe',
  onFailure: 'inline',
})
