import { z } from 'zod'
import { recordTypes } from './recon-records.ts'
import { text } from './kit/wire.ts'

/**
 * How a rule joins records. `reference`: one and one by a reference that is unique on both sides. `repeated`: one and one within a
 * reference that repeats. `parts`: several lines of one reference that sum to the transaction. `groups`: transactions of a group that
 * sum to one line. `lines`: settlement lines that name each other. `near`: the only two of one amount within some days. `sums`: some
 * records that sum to one of the other side. What `near` and `sums` find is suggested and never confirmed.
 */
export const ruleKinds = ['reference', 'repeated', 'parts', 'groups', 'lines', 'near', 'sums'] as const
export type RuleKind = (typeof ruleKinds)[number]

/** The references of a record that a rule may compare. */
export const ruleReferences = ['provider_ref', 'merchant_ref', 'other_ref'] as const
export type RuleReference = (typeof ruleReferences)[number]
/** What transactions are put together by, where one line stands for several. */
export const ruleGroups = ['day', 'batch', 'method', 'account'] as const
export type RuleGroup = (typeof ruleGroups)[number]

const amount = z
  .string()
  .regex(/^\d{1,15}(?:\.\d{1,8})?$/, { error: 'not_a_number' })
  .meta({ examples: ['10.00'] })

/** One rule of a pair. The list is worked through from its first; what one rule has confirmed, the next do not see. */
export const ReconRule = z.strictObject({
  /** Stays with the rule through all versions of the list. */
  rule_key: text(40).regex(/^[a-z0-9_]{2,40}$/, { error: 'not_a_key' }),
  kind: z.enum(ruleKinds),
  is_enabled: z.boolean(),
  /** Of `reference`, `repeated` and `parts`: which reference of the one side is which of the other. */
  refs: z.strictObject({ a: z.enum(ruleReferences), b: z.enum(ruleReferences) }).optional(),
  /** References are equal but for case, blanks, hyphens and zeros at the beginning. */
  is_loose: z.boolean().optional(),
  /** Of `groups`. */
  group_by: z.array(z.enum(ruleGroups)).min(1).max(4).optional(),
  /** Of `near`, `sums` and `groups`: how many days may lie between. */
  days: z.int().min(0).max(60).optional(),
  /** Only records of these; all where absent. */
  only: z
    .strictObject({
      types: z.array(z.enum(recordTypes)).min(1).max(recordTypes.length).optional(),
      methods: z.array(text(60)).min(1).max(50).optional(),
      accounts: z.array(text(100)).min(1).max(50).optional(),
      amount_from: amount.optional(),
      amount_to: amount.optional(),
    })
    .optional(),
})
export type ReconRule = z.infer<typeof ReconRule>

const byReference = (rule_key: string, a: RuleReference, b: RuleReference, isLoose = false): ReconRule => ({
  rule_key,
  kind: 'reference',
  is_enabled: true,
  refs: { a, b },
  ...(isLoose && { is_loose: true }),
})
const within = (rule_key: string, kind: 'repeated' | 'parts', ref: RuleReference): ReconRule => ({
  rule_key,
  kind,
  is_enabled: true,
  refs: { a: ref, b: ref },
})
/** The rules of a pair before anybody changed them: version 0. */
export const defaultRules: Readonly<Record<'settlement' | 'bank', readonly ReconRule[]>> = {
  settlement: [
    byReference('provider_reference', 'provider_ref', 'provider_ref'),
    byReference('merchant_reference', 'merchant_ref', 'merchant_ref'),
    byReference('merchant_as_provider', 'merchant_ref', 'provider_ref'),
    byReference('provider_as_another', 'provider_ref', 'other_ref'),
    within('repeated_provider', 'repeated', 'provider_ref'),
    within('repeated_merchant', 'repeated', 'merchant_ref'),
    within('parts_provider', 'parts', 'provider_ref'),
    within('parts_merchant', 'parts', 'merchant_ref'),
    byReference('loose_provider', 'provider_ref', 'provider_ref', true),
    byReference('loose_merchant', 'merchant_ref', 'merchant_ref', true),
    { rule_key: 'groups', kind: 'groups', is_enabled: false, group_by: ['day', 'method'], days: 5 },
    { rule_key: 'lines', kind: 'lines', is_enabled: true },
    { rule_key: 'near', kind: 'near', is_enabled: true, days: 3 },
    { rule_key: 'sums', kind: 'sums', is_enabled: true, days: 5 },
  ],
  bank: [
    byReference('payout_reference', 'provider_ref', 'provider_ref'),
    byReference('payout_as_another', 'provider_ref', 'other_ref'),
    byReference('batch_in_text', 'other_ref', 'other_ref'),
    { rule_key: 'near', kind: 'near', is_enabled: true, days: 5 },
    { rule_key: 'sums', kind: 'sums', is_enabled: true, days: 5 },
  ],
}
