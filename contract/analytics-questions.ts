import { z } from 'zod'
import { limits } from './limits.ts'
import { merchantRef } from './kit/refs.ts'
import { currency, environment, record, timestamp } from './kit/wire.ts'

/** The units of a chart's bars, in the time zone; weeks begin on Monday. */
export const periods = ['hours', 'days', 'weeks', 'months'] as const
export type Period = (typeof periods)[number]

/** `to` is exclusive. */
export const timeFilter = record({ from: timestamp, to: timestamp })
/** What each question about payments says. */
export const shape = {
  environment: environment.optional(),
  /** The merchants whose payments count; by default that of the path. A master may name its sub-merchants. */
  uuids: z.array(merchantRef()).min(1).max(limits.dashboardMerchantsMost).optional(),
  /** Restricts the answer to one currency; by default each has rows of its own. */
  currency: currency.optional(),
  /** `to` is exclusive. A `from` before there were payments means from the beginning. */
  time_filter: timeFilter,
  /**
   * A fixed offset from UTC in minutes, by which days and hours are cut. By default they are those of the time zone of
   * the merchant of the path, with its changes of clocks.
   */
  offset: z.int().min(-840).max(840).multipleOf(15, { error: 'not_a_choice' }).optional(),
}
export const question = record(shape)
/** A question with a second stretch of time to compare with. */
export const comparing = record({ ...shape, compare_filter: timeFilter.optional() })
const { uuids: _, ...ofOne } = shape
/** A question about the merchant of the path alone. */
export const ofOneMerchant = record(ofOne)
const singular: Readonly<Record<string, Period>> = { hour: 'hours', day: 'days', week: 'weeks', month: 'months' }
/** A unit of bars by its name, its singular or one of other words; the default is days. */
export function periodOf(others: Readonly<Record<string, Period>> = {}) {
  const words: Readonly<Record<string, Period>> = { ...singular, ...others }
  return z
    .enum([...periods, ...Object.keys(words)])
    .transform((word): Period => words[word] ?? (word as Period))
    .default('days')
}
export const period = periodOf()
export const series = record({ ...shape, compare_filter: timeFilter.optional(), period })
export type Question = z.output<typeof question>
