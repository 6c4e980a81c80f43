import type { FeeComponent, FeeType, feeRoundings } from '#contract/fee-shapes.ts'
import { methods } from '#contract/methods.ts'
import type { Exact, Factor } from '#server/recon-files/read/exact.ts'

/** A plan with exact terms; empty and null conditions hold for any. */
export interface Plan {
  planId: string
  type: FeeType
  method: string
  subType: string
  currency: string
  country: string
  amountFrom: Exact | null
  amountTo: Exact | null
  months: number | null
  percent: Factor
  minimum: Exact
  flat: Exact
  tax: Factor
  taxIncluded: boolean
  rounding: (typeof feeRoundings)[number]
  components: readonly FeeComponent[]
  enabled: boolean
  validFrom: Date | null
  validTo: Date | null
  specificity: number
}

/** What a plan is chosen by. */
export interface Transaction {
  type: FeeType
  method: string
  subType: string
  /** The gross without its sign, and its currency. */
  gross: Exact
  currency: string
  /** That in which it is settled, and the gross in it; null where no rate is stated. */
  netCurrency: string
  settled: Exact | null
  country: string
  months: number | null
  at: Date
}

/**
 * The plans that fit a transaction, the one that holds first: the most specific, and of two that are as specific the one in the
 * currency of the gross.
 */
export function plansFor(plans: readonly Plan[], transaction: Transaction): Plan[] {
  const rank = ({ currency, specificity }: Plan) => specificity * 2 + (currency === transaction.currency ? 1 : 0)
  return plans.filter((plan) => fits(plan, transaction)).toSorted((one, other) => rank(other) - rank(one))
}

function fits(plan: Plan, of: Transaction): boolean {
  if (!plan.enabled || plan.type !== of.type) return false
  if (plan.validFrom !== null && of.at < plan.validFrom) return false
  if (plan.validTo !== null && of.at >= plan.validTo) return false
  if (plan.country !== '' && plan.country !== of.country.toUpperCase()) return false
  if (plan.months !== null && plan.months !== of.months) return false
  if (!methodFits(plan, of)) return false
  if (plan.currency === '') return true
  const amount = plan.currency === of.currency ? of.gross : plan.currency === of.netCurrency ? of.settled : null
  if (amount === null) return false
  return (plan.amountFrom === null || amount >= plan.amountFrom) && (plan.amountTo === null || amount < plan.amountTo)
}

/** A provider's file has one word for the way to pay, which may be what we call its sub-type: `visa` is a CARD of VISA. */
function methodFits(plan: Plan, { method, subType }: Transaction): boolean {
  const [way, brand] = [wordOf(method), wordOf(subType)]
  const asked = wordOf(plan.method)
  if (asked !== '' && asked !== way && asked !== wayOf.get(way)) return false
  const sub = wordOf(plan.subType)
  return sub === '' || sub === brand || sub === way
}
const wordOf = (word: string): string => word.toLowerCase().replaceAll(/[\s_-]/g, '')

/** Ways to pay of ours by the words for their sub-types and networks; a word of two ways says neither. */
const wayOf: ReadonlyMap<string, string> = (() => {
  const found = new Map<string, string>()
  for (const [way, { subTypes }] of Object.entries<(typeof methods)[keyof typeof methods]>(methods))
    for (const [name, { brands = [] }] of Object.entries<{ brands?: readonly string[] }>(subTypes))
      for (const word of [name, ...brands].map(wordOf))
        found.set(word, found.has(word) && found.get(word) !== wordOf(way) ? '' : wordOf(way))
  return found
})()

/** Whether both plans could hold for one transaction at some time though neither is more specific. */
export function overlaps(one: Plan, other: Plan): boolean {
  if (!one.enabled || !other.enabled || one.type !== other.type || one.specificity !== other.specificity) return false
  const meet = (a: string, b: string) => a === '' || b === '' || a === b
  if (!meet(wordOf(one.method), wordOf(other.method)) || !meet(wordOf(one.subType), wordOf(other.subType))) return false
  if (!meet(one.currency, other.currency) || !meet(one.country, other.country)) return false
  if (one.months !== null && other.months !== null && one.months !== other.months) return false
  const apart = <T extends bigint | Date>(from: T | null, to: T | null) => from !== null && to !== null && to <= from
  if (apart(one.amountFrom, other.amountTo) || apart(other.amountFrom, one.amountTo)) return false
  if (apart(one.validFrom, one.validTo) || apart(other.validFrom, other.validTo)) return false
  return !apart(one.validFrom, other.validTo) && !apart(other.validFrom, one.validTo)
}

/** The number of conditions, as the table counts them. */
export const specificityOf = (plan: Omit<Plan, 'specificity'>): number =>
  [plan.method, plan.subType, plan.currency, plan.country].filter((word) => word !== '').length +
  (plan.amountFrom !== null || plan.amountTo !== null ? 1 : 0) +
  (plan.months === null ? 0 : 1)
