import type { FeeOutcome } from '#contract/fee-checks.ts'
import type { FeeFormula, FeeType } from '#contract/fee-shapes.ts'
import { exponentOf } from '#contract/iso-currencies.ts'
import type { RecordType } from '#contract/recon-records.ts'
import { absolute, exactOf, factorOf, type Exact } from '#server/recon-files/read/exact.ts'
import { exchange, expectedFee, type Taken } from './expected.ts'
import { plansFor, type Plan } from './plan.ts'

/** A record as its fee is checked: charges are positive where they were taken. */
export interface Charged {
  type: RecordType
  at: Date
  method: string
  country: string
  /** Null where the line states only a net. */
  gross: Exact | null
  currency: string
  netCurrency: string
  rate: string | null
  fee: Exact
  tax: Exact
  passedOn: Exact
  delivery?: Exact | null
  discount?: Exact | null
}

export interface Checked {
  type: FeeType
  currency: string
  outcome: FeeOutcome
  expectedFee: Exact
  expectedTax: Exact
  /** Charged less expected, fee and tax together. */
  difference: Exact
  planId: string | null
  formula: FeeFormula | null
}

/** The type whose plan a record is checked by, and whether it gives that fee back; null for what has no plan. */
const checkedAs: Partial<Record<RecordType, { type: FeeType; back: boolean }>> = {
  payment: { type: 'payment', back: false },
  refund: { type: 'refund', back: false },
  refund_reversal: { type: 'refund', back: true },
  chargeback: { type: 'chargeback', back: false },
  chargeback_reversal: { type: 'chargeback', back: true },
}
export const checkedTypes = Object.keys(checkedAs) as RecordType[]

/**
 * Holds what was charged for a record against the plan of its time. A record without a plan is not checked. `toleranceMajor` is a
 * decimal text from 0 to 1; in minor units it is rounded down, and a difference of just as much is within it.
 */
export function checkFee(
  record: Charged,
  plans: readonly Plan[],
  toleranceMajor: string,
  ratePer?: Taken['ratePer'],
): Checked | null {
  const as = checkedAs[record.type]
  if (!as) return null
  const currency = record.netCurrency || record.currency
  const unchecked = (outcome: 'no_plan' | 'no_base', planId: string | null = null): Checked => ({
    type: as.type, currency, outcome, expectedFee: 0n, expectedTax: 0n, difference: 0n, planId, formula: null,
  }) // prettier-ignore
  if (record.gross === null) return unchecked('no_base')
  const gross = absolute(record.gross)
  const rate = record.rate === null ? null : factorOf(record.rate)
  const taken: Taken = {
    gross,
    currency: record.currency,
    netCurrency: currency,
    rate,
    ratePer,
    delivery: withoutSign(record.delivery),
    discount: withoutSign(record.discount),
  }
  const settled = record.currency === currency ? gross : rate === null ? null : exchange(gross, taken)
  const [plan] = plansFor(plans, {
    type: as.type,
    method: record.method,
    subType: '',
    gross,
    currency: record.currency,
    netCurrency: currency,
    settled,
    country: record.country,
    months: null,
    at: record.at,
  })
  if (!plan) return unchecked('no_plan')
  const found = expectedFee(plan, taken)
  if (!found) return unchecked('no_base', plan.planId)
  const sign = as.back ? -1n : 1n
  const [fee, tax] = [found.fee * sign, found.tax * sign]
  const difference = record.fee + record.tax - fee - tax
  // A file that states no tax has it inside the fee; then the two are compared together.
  const taxOff = record.tax === 0n ? 0n : absolute(record.tax - tax)
  const most = toleranceOf(toleranceMajor, currency)
  const off = absolute(difference) > taxOff ? absolute(difference) : taxOff
  const outcome = off === 0n ? 'exact' : off <= most ? 'within' : 'mismatch'
  return { type: as.type, currency, outcome, expectedFee: fee, expectedTax: tax, difference, planId: plan.planId, formula: found.formula } // prettier-ignore
}

/** A file may write a discount, or what a refund gives back, as negative. */
const withoutSign = (amount: Exact | null | undefined): Exact | null =>
  amount === undefined || amount === null ? null : absolute(amount)

/** A tolerance in whole minor units of a currency. */
export function toleranceOf(toleranceMajor: string, currency: string): Exact {
  const unit = 10n ** BigInt(8 - (exponentOf(currency) ?? 2))
  const exact = exactOf(toleranceMajor) ?? 0n
  return exact - (exact % unit)
}
