import { z } from 'zod'
import { roles } from './access.ts'
import { money, currency, entity } from './kit/wire.ts'

export const payoutActs = ['verify', 'approve'] as const
export type PayoutAct = (typeof payoutActs)[number]

/** Why somebody may not verify or approve a payout. */
export const payoutWhyNots = [
  'inactive',
  /** No role of theirs may do it. */
  'role',
  'second_factor',
  /** Nothing of the kind is asked for at this moment. */
  'not_now',
  /** They have given their approval already. */
  'given',
  /** The level asks for others. */
  'level',
  /** They made or edited it, or changed its account in the last 72 hours. */
  'maker',
  'verifier',
] as const
export type PayoutWhyNot = (typeof payoutWhyNots)[number]

/** What people may do with payouts: make them, verify, approve, and change the rules of that. */
export const payoutRights = ['make', 'verify', 'approve', 'custody'] as const
export type PayoutRight = (typeof payoutRights)[number]

export const ruleSubjects = ['payout', 'batch'] as const

/** One thing that people have given or still have to give, before the money may go. */
export const PayoutStep = entity({
  act: z.enum(payoutActs),
  /** Whether the payout's own amount asks for it, or the total of its batch. */
  on: z.enum(ruleSubjects),
  /** From 1; 0 for the verification. */
  level: z.int(),
  /** The amount from which its rule holds; null without a rule of one's own. */
  from_amount: money().nullable(),
  currency,
  need: z.int(),
  /** How many are still missing. */
  missing: z.int(),
  roles: z.array(z.enum(roles)),
  /** Names of people, where the rule names people. */
  users: z.array(z.string()),
  state: z.enum(['done', 'now', 'later']),
  /** Names of those who gave it. */
  given: z.array(z.string()),
  /** Those whom it is asked of, by name; `why` is empty for whoever may give it now. */
  people: z.array(
    z.object({ sub_user_id: z.string(), name: z.string(), why: z.union([z.enum(payoutWhyNots), z.literal('')]) }),
  ),
})
export type PayoutStep = z.output<typeof PayoutStep>
