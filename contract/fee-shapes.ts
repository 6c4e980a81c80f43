import { z } from 'zod'
import { isIsoCurrency } from './iso-currencies.ts'
import { ref } from './kit/refs.ts'
import { country, text, timestamp } from './kit/wire.ts'

/** What a plan is about. Reversals give back what was charged by the plan of the type that they reverse. */
export const feeTypes = ['payment', 'refund', 'chargeback'] as const
export type FeeType = (typeof feeTypes)[number]
/** A half goes to the even neighbour, or away from zero where the contract with the provider says so. */
export const feeRoundings = ['half_even', 'half_up'] as const
/** What a component of a foodtech plan is taken of. */
export const feeBases = ['order', 'delivery', 'net_of_discount'] as const

/** A decimal of a request that is not negative, as a number or as its text. */
export const decimal = (whole: number, decimals: number) =>
  z.union([
    z.number().min(0, { error: 'negative' }),
    z.string().regex(new RegExp(String.raw`^\d{1,${whole}}(?:\.\d{1,${decimals}})?$`), { error: 'not_a_number' }),
  ])
const percent = decimal(3, 4)
/** Major units; beyond the decimals of the plan's currency it is refused. */
const amount = decimal(15, 8)
/** A currency of ISO 4217, of which there are more than shoppers pay in. */
export const anyCurrency = z
  .string()
  .refine(isIsoCurrency, { error: 'not_a_currency' })
  .meta({ examples: ['SGD'] })

const AskedComponent = z.strictObject({
  name: text(60),
  base: z.enum(feeBases),
  percent_fee: percent.optional(),
  flat_fee: amount.optional(),
  tax_percentage: percent.optional(),
})

/**
 * The terms of a plan in a request. What is left out or empty holds for any; amounts of money need the currency that they are in.
 */
export const askedTerms = {
  txn_type: z.enum(feeTypes).optional(),
  /** A way to pay of ours, or the word of the provider's files. */
  payment_method: text(60, 0).optional(),
  payment_sub_type: text(60, 0).optional(),
  currency: z.union([z.literal(''), anyCurrency]).optional(),
  country: z.union([z.literal(''), country]).optional(),
  /** From inclusive, to exclusive. */
  amount_from: amount.nullable().optional(),
  amount_to: amount.nullable().optional(),
  /** Instalments over so many months. */
  months: z.int().min(1).max(60).nullable().optional(),
  percent_fee: percent,
  minimum_fee: amount.optional(),
  flat_fee: amount.optional(),
  tax_percentage: percent.optional(),
  /** The tax is inside the fee: fee − fee ÷ (1 + rate). */
  tax_included: z.boolean().optional(),
  /** Working days until the provider settles. */
  settlement_days: z.int().min(0).max(365).optional(),
  rounding: z.enum(feeRoundings).optional(),
  enabled: z.boolean().optional(),
  /** From inclusive, to exclusive; null for no bound. */
  valid_from: timestamp.nullable().optional(),
  valid_to: timestamp.nullable().optional(),
} as const
export const AskedPlan = z.strictObject({ payment_channel_key: ref('channel'), ...askedTerms })
export type AskedPlan = z.output<typeof AskedPlan>
/** A change of a plan: what it leaves out stays. The channel and the type of a plan never change. */
export const ChangedPlan = z
  .strictObject({
    uuid: ref('feePlan'),
    ...askedTerms,
    percent_fee: percent.optional(),
  })
  .omit({ txn_type: true })
export type ChangedPlan = z.output<typeof ChangedPlan>
/** A plan whose fee is the sum of components, each percent and flat of its base and taxed on its own. */
export const FoodtechRecord = z.strictObject({
  /** That of the plan to change; a new one without. */
  uuid: ref('feePlan').optional(),
  ...askedTerms,
  percent_fee: percent.optional(),
  components: z.array(AskedComponent).min(1).max(10, { error: 'too_many' }),
})
export type FoodtechRecord = z.output<typeof FoodtechRecord>

const Component = z.object({
  name: z.string(),
  base: z.enum(feeBases),
  percent_fee: z.string(),
  flat_fee: z.string(),
  tax_percentage: z.string(),
})
export type FeeComponent = z.output<typeof Component>

/** A plan as it is answered: numbers are shortest decimal texts, amounts in major units of its currency. Empty means any. */
export const FeePlan = z.object({
  uuid: z.string(),
  payment_channel_key: z.string(),
  txn_type: z.enum(feeTypes),
  payment_method: z.string(),
  payment_sub_type: z.string(),
  currency: z.string(),
  country: z.string(),
  amount_from: z.string().nullable(),
  amount_to: z.string().nullable(),
  months: z.int().nullable(),
  percent_fee: z.string(),
  minimum_fee: z.string(),
  flat_fee: z.string(),
  tax_percentage: z.string(),
  tax_included: z.boolean(),
  settlement_days: z.int(),
  rounding: z.enum(feeRoundings),
  enabled: z.boolean(),
  valid_from: timestamp.nullable(),
  valid_to: timestamp.nullable(),
  /** Empty for a plain plan. */
  components: z.array(Component),
  /** How many of its conditions are set: of the plans that fit, the one with the most is taken. */
  specificity: z.int(),
  /** The plan that it followed when that one had been used already. */
  parent_uuid: z.string().nullable(),
  /** Something was charged or checked by it: it ends, and is not deleted. */
  used: z.boolean(),
  /** A master's, by which its merchant is charged: it is changed at the master's alone. */
  lent: z.boolean(),
  created_by: z.string(),
  created_at: timestamp,
})
export type FeePlan = z.input<typeof FeePlan>

const taxed = {
  percent_fee: z.string(),
  /** What the percent comes to, unrounded. */
  share: z.string(),
  flat_fee: z.string(),
  fee: z.string(),
  tax_percentage: z.string(),
  tax: z.string(),
} as const
/**
 * How an expected fee comes about: max(minimum, gross × percent) + flat, and tax on it. Each number stands as decimal text, so that it
 * is put into words in the reader's language.
 */
export const FeeFormula = z.object({
  gross: z.string(),
  currency: z.string(),
  /** The file's rate into the settlement currency, and whether it was applied to the gross or to the result; empty without. */
  rate: z.string(),
  rate_on: z.enum(['', 'gross', 'fee']),
  /** The gross that the percent was taken of, and its currency. */
  base: z.string(),
  base_currency: z.string(),
  minimum_fee: z.string(),
  ...taxed,
  tax_included: z.boolean(),
  rounding: z.enum(feeRoundings),
  components: z.array(z.object({ name: z.string(), of: z.enum(feeBases), base: z.string(), ...taxed })),
})
export type FeeFormula = z.output<typeof FeeFormula>
