import { million, type Millionths } from './kit/decimal.ts'
import { currencies, divideHalfAway, type Currency } from './kit/money.ts'

/** A tax category of EN 16931 with its percentage; an invoice without tax has the empty one. */
export interface TaxOf {
  category: string
  percent: Millionths
}
export interface SummedLine {
  quantity: Millionths
  /** Of one unit, in major units. */
  rate: Millionths
  tax: TaxOf
}
export interface SummedCost {
  type: 'CHARGE' | 'DISCOUNT'
  /** A percentage of the sub-total, or minor units. */
  of: { percent: Millionths } | { minor: bigint }
  /** Null: it is spread over the groups of the lines. */
  tax: TaxOf | null
}

/** Everything with the same category and percentage; tax is taken of it once. Amounts in minor units. */
export interface TaxGroup extends TaxOf {
  net: bigint
  charges: bigint
  discounts: bigint
  taxable: bigint
  tax: bigint
}
export interface InvoiceSums {
  /** Of each line: quantity × rate. */
  nets: bigint[]
  /** Of each cost: its amount, and what of it falls to each group. */
  costs: { amount: bigint; shares: bigint[] }[]
  /** In the order in which lines, then costs, name them. */
  groups: TaxGroup[]
  subTotal: bigint
  charges: bigint
  discounts: bigint
  tax: bigint
  amount: bigint
}
/** What cannot be summed: a group, or the whole, would be below zero, or nothing would be due. */
export type SumFault = 'group_below_zero' | 'not_positive' | 'too_large'

/**
 * The sums of an invoice, with integers only. A line's net is rounded to the minor unit; a percentage is of the sub-total, never
 * of another cost; tax is rounded for each group and never for a line. Halves are rounded away from zero.
 */
export function invoiceSums(
  lines: readonly SummedLine[],
  costs: readonly SummedCost[],
  currency: Currency,
): InvoiceSums | SumFault {
  const nets = lines.map(({ quantity, rate }) => netOf(quantity, rate, currency))
  const subTotal = sum(nets)
  const groups = groupsOf(lines, costs)
  lines.forEach(({ tax }, at) => (groupIn(groups, tax).net += nets[at] as bigint))
  const weights = groups.map(({ net }) => net)
  const shared = costs.map(({ type, of, tax }) => {
    const amount = 'minor' in of ? of.minor : percentOf(subTotal, of.percent)
    const shares = tax ? groups.map((group) => (isOf(group, tax) ? amount : 0n)) : spread(amount, weights)
    shares.forEach((share, at) => ((groups[at] as TaxGroup)[type === 'CHARGE' ? 'charges' : 'discounts'] += share))
    return { amount, shares }
  })
  for (const group of groups) {
    group.taxable = group.net + group.charges - group.discounts
    if (group.taxable < 0n) return 'group_below_zero'
    group.tax = percentOf(group.taxable, group.percent)
  }
  const charges = sum(groups.map((group) => group.charges))
  const discounts = sum(groups.map((group) => group.discounts))
  const tax = sum(groups.map((group) => group.tax))
  const amount = subTotal + charges - discounts + tax
  if (amount <= 0n) return 'not_positive'
  // The most digits that an amount may have.
  if (amount >= 10n ** 15n || subTotal >= 10n ** 15n) return 'too_large'
  return { nets, costs: shared, groups, subTotal, charges, discounts, tax, amount }
}

/** Quantity × rate in minor units. */
export const netOf = (quantity: Millionths, rate: Millionths, currency: Currency): bigint =>
  divideHalfAway(quantity * rate * 10n ** BigInt(currencies[currency]), million * million)

/** A percentage of an amount, rounded to the minor unit. */
export const percentOf = (minor: bigint, percent: Millionths): bigint => divideHalfAway(minor * percent, 100n * million)

/**
 * Divides an amount by weights: floors first, then one unit each to the largest remainders, of equal ones to the first. Without any
 * weight the first gets all.
 */
export function spread(amount: bigint, weights: readonly bigint[]): bigint[] {
  const whole = sum(weights)
  if (whole === 0n) return weights.map((_, at) => (at === 0 ? amount : 0n))
  const shares = weights.map((weight) => (amount * weight) / whole)
  const left = Number(amount - sum(shares))
  const byRemainder = weights
    .map((weight, at) => ({ at, remainder: (amount * weight) % whole }))
    .toSorted((a, b) => (a.remainder === b.remainder ? a.at - b.at : a.remainder < b.remainder ? 1 : -1))
  for (const { at } of byRemainder.slice(0, left)) shares[at] = (shares[at] as bigint) + 1n
  return shares
}

function groupsOf(lines: readonly SummedLine[], costs: readonly SummedCost[]): TaxGroup[] {
  const groups: TaxGroup[] = []
  for (const tax of [...lines, ...costs].flatMap(({ tax: named }) => (named ? [named] : [])))
    if (!groups.some((group) => isOf(group, tax)))
      groups.push({ ...tax, net: 0n, charges: 0n, discounts: 0n, taxable: 0n, tax: 0n })
  return groups
}
const isOf = (group: TaxOf, tax: TaxOf): boolean => group.category === tax.category && group.percent === tax.percent
const groupIn = (groups: TaxGroup[], tax: TaxOf): TaxGroup => groups.find((group) => isOf(group, tax)) as TaxGroup
const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((all, one) => all + one, 0n)
