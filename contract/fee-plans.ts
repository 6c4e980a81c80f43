import { z } from 'zod'
import {
  AskedPlan,
  ChangedPlan,
  FeeFormula,
  FeePlan,
  FoodtechRecord,
  anyCurrency,
  decimal,
  feeTypes,
} from './fee-shapes.ts'
import { call, content, data } from './kit/call.ts'
import { merchantRef, ref } from './kit/refs.ts'
import { country, environment, text, timestamp } from './kit/wire.ts'
import { limits } from './limits.ts'

/**
 * What providers agreed to charge, and by which payments are charged at capture. Of the plans of a channel that fit, the one with the
 * most conditions holds.
 */

/** All plans, by channel and type, the most specific first; with `payment_channel_key` those of one channel. */
export const listFeePlans = call({
  at: 'GET /merchants/recon/v3/charge-config/all',
  query: z.strictObject({ environment: environment.optional(), payment_channel_key: ref('channel').optional() }),
  answer: data(z.array(FeePlan)),
  access: 'reconAny',
  faults: ['notFound'],
  errorKeys: ['Message'],
})

const several = <S extends z.ZodType>(one: S) =>
  z.union([one, z.array(one).min(1).max(limits.feePlansAtOnce, { error: 'too_many' })])

/** Adds a plan or several, all or none. `feePlanOverlaps` where one that is as specific could fit the same transaction. */
export const createFeePlans = call({
  at: 'POST /merchants/recon/v3/charge-config/create',
  body: z.strictObject({ environment: environment.optional(), charge_config: several(AskedPlan) }),
  answer: data(z.array(FeePlan)),
  access: 'reconConfiguration',
  errorKeys: ['Message'],
  faults: ['notFound', 'channelLent', 'feePlanOverlaps', 'tooMany'],
  audit: 'fee-plan.create',
  notice: 'Fee plan saved',
  onFailure: 'inline',
})

/**
 * Changes a plan or several. One that was used ends now, and another with the new terms follows; the answer has the one that holds from
 * now on.
 */
export const updateFeePlans = call({
  at: 'POST /merchants/recon/v3/charge-config/update',
  body: z.strictObject({
    environment: environment.optional(),
    charge_config: several(ChangedPlan),
  }),
  answer: data(z.array(FeePlan)),
  access: 'reconConfiguration',
  errorKeys: ['Message'],
  faults: ['notFound', 'channelLent', 'feePlanOverlaps', 'tooMany', 'wrongState'],
  audit: 'fee-plan.update',
  notice: 'Fee plan saved',
  onFailure: 'inline',
})

const ofChannel = { params: { m: merchantRef(), pc: ref('channel') } } as const

/** Adds or changes a foodtech plan: up to ten components. */
export const saveFoodtechPlan = call({
  at: 'POST /merchants/{m}/paychannel/{pc}/update-foodtech-fee-config-record',
  ...ofChannel,
  body: z.strictObject({ environment: environment.optional(), record: FoodtechRecord }),
  answer: data(FeePlan),
  access: 'reconConfiguration',
  errorKeys: ['Message'],
  faults: ['notFound', 'channelLent', 'feePlanOverlaps', 'tooMany', 'wrongState'],
  audit: 'fee-plan.save-foodtech',
  notice: 'Fee plan saved',
  onFailure: 'inline',
})

/** Deletes a plan that nothing used; ends one that was. */
export const deleteFeePlan = call({
  at: 'DELETE /merchants/{m}/paychannel/{pc}/delete-fee-config-record',
  ...ofChannel,
  query: z.strictObject({ environment: environment.optional(), uuid: ref('feePlan') }),
  answer: data(z.object({ uuid: z.string(), ended: z.boolean(), valid_to: timestamp.nullable() })),
  access: 'reconConfiguration',
  errorKeys: ['Message'],
  faults: ['notFound', 'channelLent', 'wrongState'],
  audit: 'fee-plan.delete',
  notice: 'Fee plan removed',
})

const Tolerance = z.object({
  payment_channel_key: z.string(),
  /** Major units, 0 to 1, per record; that of the channel, 0 where none was set. */
  tolerance: z.number(),
})

/** The tolerance of a channel. */
export const readTolerance = call({
  at: 'GET /merchants/recon/v3/tolerance/get',
  query: z.strictObject({ environment: environment.optional(), payment_channel_key: ref('channel') }),
  answer: data(Tolerance),
  access: 'reconAny',
  errorKeys: ['Message'],
  faults: ['notFound'],
})

/** Sets it; what is loaded already is compared anew. */
export const updateTolerance = call({
  at: 'POST /merchants/recon/v3/tolerance/update',
  body: z.strictObject({
    environment: environment.optional(),
    payment_channel_key: ref('channel'),
    tolerance: z
      .number()
      .min(0, { error: 'too_small' })
      .max(1, { error: 'too_large' })
      .multipleOf(0.0001, { error: 'too_many_decimals' })
      .meta({ examples: [0.01] }),
  }),
  answer: data(Tolerance),
  access: 'reconConfiguration',
  errorKeys: ['Message'],
  faults: ['notFound'],
  audit: 'fee-plan.tolerance',
  notice: 'Tolerance saved',
  onFailure: 'inline',
})

/** What a transaction would cost now, or at a moment, and by which plan. */
export const calculateFee = call({
  at: 'POST /api/recon/fees/calculate',
  body: z.strictObject({
    environment: environment.optional(),
    payment_channel_key: ref('channel'),
    txn_type: z.enum(feeTypes).optional(),
    payment_method: text(60, 0).optional(),
    payment_sub_type: text(60, 0).optional(),
    country: z.union([z.literal(''), country]).optional(),
    months: z.int().min(1).max(60).nullable().optional(),
    currency: anyCurrency,
    amount: decimal(15, 8),
    /** What components of a foodtech plan may be taken of besides the order. */
    delivery: decimal(15, 8).optional(),
    discount: decimal(15, 8).optional(),
    at: timestamp.optional(),
  }),
  answer: content(
    z.object({
      /** Null where none fits: nothing is charged, and nothing checked. */
      plan: FeePlan.nullable(),
      formula: FeeFormula.nullable(),
      /** The amounts that the plan is taken of and the request does not state. */
      missing: z.array(z.enum(['delivery', 'discount'])),
      /** The others that fit as well, and gave way to a more specific one. */
      passed_over: z.array(FeePlan),
    }),
  ),
  access: 'reconAny',
  errorKeys: ['Message'],
  faults: ['notFound'],
  repeat: 'safe',
})
