import type { DeclineReason } from '#contract/declines.ts'
import type { DemoSeller, PriceName } from './subscription-prices.ts'

/** What becomes of a subscription. What would be later than now has not happened yet. */
export interface Story {
  price: PriceName
  count: number
  /** It is of this merchant alone. */
  only?: DemoSeller
  /** Between how many days ago it was made; more of late. */
  made: readonly [from: number, to: number]
  /** `never`: its link was not used. `later`: its first charge is in two weeks. */
  begins?: 'trial' | 'later' | 'never'
  /** It was made so that a period begins this many days ago. */
  dueDaysAgo?: number
  /** Its periods. */
  periods?: number
  accumulates?: true
  declines?: Declines
  steps?: readonly Step[]
}
/** Tries without the customer that are declined: from a charge on, counted from the first, or those of the last days. */
export interface Declines {
  reason: DeclineReason
  from?: number
  ofLastDays?: number
  /** So many of them, else all that follow with this mandate. */
  tries?: number
}
export interface Step {
  act:
    | 'quantity' | 'fewer later' | 'to yearly' | 'pause' | 'pause until' | 'resume' | 'cancel' | 'cancel at end' | 'customer cancels'
    | 'new method' | 'forgive' | 'refund' | 'deduct' | 'expire'
  /** Days after it was set up; negative: days before now. */
  at: number
} // prettier-ignore

const step = (act: Step['act'], at: number): Step => ({ act, at })
const deductions = (...days: number[]) => days.map((at) => step('deduct', at))

export const stories: readonly Story[] = [
  { price: 'monthly', count: 29, made: [2, 360] },
  { price: 'monthly', count: 2, made: [5, 330], accumulates: true },
  { price: 'monthly', count: 3, made: [1, 11], begins: 'trial' },
  { price: 'monthly', count: 5, made: [30, 240], begins: 'trial' },
  { price: 'monthly', count: 1, made: [40, 80], begins: 'trial', steps: [step('customer cancels', 9)] },
  { price: 'monthly', count: 2, made: [1, 6], begins: 'later' },
  { price: 'monthly', count: 3, made: [1, 20], begins: 'never' },
  { price: 'monthly', count: 3, made: [45, 300], begins: 'never', steps: [step('expire', 30)] },
  { price: 'monthly', count: 1, made: [20, 60], begins: 'never', steps: [step('cancel', 4)] },
  { price: 'monthly', count: 2, made: [92, 230], dueDaysAgo: 2, declines: { reason: 'FUNDS_LIMIT_ERROR', ofLastDays: 6 } },
  { price: 'monthly', count: 1, made: [92, 230], dueDaysAgo: 4, declines: { reason: 'INVALID_CARD_LOST_ERROR', ofLastDays: 6 }, only: 'acme' },
  { price: 'monthly', count: 1, made: [60, 120], dueDaysAgo: 1, declines: { reason: 'INVALID_CARD_3DS_ERROR', ofLastDays: 6 }, only: 'acme' },
  { price: 'monthly', count: 2, made: [92, 200], dueDaysAgo: 12, declines: { reason: 'FUNDS_LIMIT_ERROR', ofLastDays: 16, tries: 2 } },
  { price: 'monthly', count: 4, made: [90, 300], declines: { reason: 'FUNDS_LIMIT_ERROR', from: 2, tries: 1 } },
  { price: 'monthly', count: 2, made: [60, 200], declines: { reason: 'BANK_REFUSED_TRANSACTION', from: 1, tries: 3 } },
  { price: 'monthly', count: 2, made: [100, 260], declines: { reason: 'SUSPECTED_FRAUDULENT_TRANSACTION_ERROR', from: 2 }, steps: [step('new method', 65)] },
  { price: 'monthly', count: 3, made: [120, 330], declines: { reason: 'FUNDS_LIMIT_ERROR', from: 3 } },
  { price: 'monthly', count: 1, made: [130, 200], declines: { reason: 'INVALID_CARD_LOST_ERROR', from: 2 } },
  { price: 'monthly', count: 1, made: [100, 200], declines: { reason: 'FUNDS_LIMIT_ERROR', from: 2 }, steps: [step('forgive', 63)] },
  { price: 'monthly', count: 2, made: [40, 200], steps: [step('pause', -12)] },
  { price: 'monthly', count: 1, made: [60, 200], steps: [step('pause until', -8)] },
  { price: 'monthly', count: 2, made: [150, 300], steps: [step('pause', 50), step('resume', 95)] },
  { price: 'monthly', count: 2, made: [100, 250], steps: [step('cancel at end', -4)] },
  { price: 'monthly', count: 4, made: [80, 350], steps: [step('customer cancels', 64)] },
  { price: 'monthly', count: 3, made: [120, 340], steps: [step('cancel', 96)] },
  { price: 'monthly', count: 2, made: [80, 240], steps: [step('quantity', 40)] },
  { price: 'monthly', count: 2, made: [80, 240], steps: [step('quantity', 20), step('fewer later', -3)] },
  { price: 'monthly', count: 2, made: [110, 260], steps: [step('to yearly', 75)] },
  { price: 'monthly', count: 2, made: [90, 280], steps: [step('refund', 34)] },
  { price: 'yearly', count: 8, made: [4, 363] },
  { price: 'yearly', count: 1, made: [90, 200], steps: [step('customer cancels', 50)] },
  { price: 'yearly', count: 1, made: [3, 9], begins: 'never' },
  { price: 'quarterly', count: 9, made: [6, 300] },
  { price: 'quarterly', count: 1, made: [100, 290], dueDaysAgo: 3, declines: { reason: 'FUNDS_LIMIT_ERROR', ofLastDays: 6 }, only: 'acme' },
  { price: 'quarterly', count: 1, made: [100, 250], steps: [step('cancel', 95)] },
  { price: 'weekly', count: 6, made: [4, 95] },
  { price: 'weekly', count: 2, made: [90, 130], periods: 8 },
  { price: 'weekly', count: 1, made: [50, 90], steps: [step('customer cancels', 30)] },
  { price: 'weekly', count: 1, made: [40, 80], declines: { reason: 'FUNDS_LIMIT_ERROR', from: 3, tries: 1 } },
  { price: 'daily', count: 2, made: [3, 6], periods: 10 },
  { price: 'daily', count: 3, made: [16, 50], periods: 7 },
  { price: 'onDemand', count: 4, made: [100, 280], steps: deductions(20, 48, 95, -30, -2) },
  { price: 'onDemand', count: 1, made: [60, 120], steps: deductions(9, 40), declines: { reason: 'FUNDS_LIMIT_ERROR', from: 1, tries: 1 } },
  { price: 'onDemand', count: 1, made: [90, 150], steps: [...deductions(15, 30), step('customer cancels', 60)] },
] // prettier-ignore
