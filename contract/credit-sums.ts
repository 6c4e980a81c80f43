import type { Millionths } from './kit/decimal.ts'
import { divideHalfAway, type Currency } from './kit/money.ts'
import { netOf, percentOf, spread, type InvoiceSums, type SummedLine, type TaxOf } from './invoice-sums.ts'

/** What a credit note takes back of everything with the same category and percentage. Amounts in minor units. */
export interface CreditGroup extends TaxOf {
  taxable: bigint
  tax: bigint
}

/** A line of an invoice by its place, from 0, with what of its quantity is credited. */
export interface Credited {
  line: number
  quantity: Millionths
}

/**
 * What crediting some lines takes back: of each group the part of its taxable amount that the lines have in its net, so with their
 * share of charges and discounts, and the tax on that.
 */
export function creditOfLines(
  sums: Pick<InvoiceSums, 'groups'>,
  lines: readonly SummedLine[],
  credited: readonly Credited[],
  currency: Currency,
): CreditGroup[] {
  const nets = credited.map(({ line, quantity }) => {
    const { rate, tax } = lines[line] as SummedLine
    return { tax, net: netOf(quantity, rate, currency) }
  })
  return sums.groups.map(({ category, percent, taxable: whole, net }) => {
    const mine = nets
      .filter(({ tax }) => tax.category === category && tax.percent === percent)
      .reduce((sum, one) => sum + one.net, 0n)
    const taxable = net === 0n ? 0n : divideHalfAway(whole * mine, net)
    return { category, percent, taxable, tax: percentOf(taxable, percent) }
  })
}

/** What crediting an amount takes back, with its share of the taxes: each group in proportion to what it makes of the whole. */
export function creditOfAmount(
  { groups, amount: whole }: Pick<InvoiceSums, 'groups' | 'amount'>,
  amount: bigint,
): CreditGroup[] {
  if (amount === whole)
    return groups.map(({ category, percent, taxable, tax }) => ({ category, percent, taxable, tax }))
  const shares = spread(
    amount,
    groups.map(({ taxable, tax }) => taxable + tax),
  )
  return groups.map(({ category, percent }, at) => {
    const share = shares[at] as bigint
    const taxable = divideHalfAway(share * hundred, hundred + percent)
    return { category, percent, taxable, tax: share - taxable }
  })
}
const hundred = 100_000_000n

/** The amount of a credit note. */
export const creditAmount = (groups: readonly CreditGroup[]): bigint =>
  groups.reduce((sum, { taxable, tax }) => sum + taxable + tax, 0n)
