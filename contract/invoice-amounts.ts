import type { FieldError } from './faults.ts'
import { taxedCategories, type AdditionalCost, type InvoiceLine } from './invoice-parts.ts'
import {
  invoiceSums,
  type InvoiceSums,
  type SumFault,
  type SummedCost,
  type SummedLine,
  type TaxOf,
} from './invoice-sums.ts'
import { toMillionths, type Millionths } from './kit/decimal.ts'
import { toMinor, type Currency } from './kit/money.ts'

/** The part of an invoice that makes its amount. */
export interface Itemised {
  line_items: readonly InvoiceLine[]
  additional_costs: readonly AdditionalCost[]
}

/** The sums of an invoice's lines and costs, or all that is wrong with them, each at its field. */
export function amountsOf({ line_items, additional_costs }: Itemised, currency: Currency): InvoiceSums | FieldError[] {
  const taxes = [...line_items, ...additional_costs.filter(({ tax_category }) => tax_category)]
  const standsAlone = taxes.every(({ tax_category }) => tax_category === 'O')
  const faults = [
    ...line_items.flatMap((line, at) => taxFaults(line, `line_items.${at}`, standsAlone)),
    ...additional_costs.flatMap((cost, at) => [
      ...taxFaults(cost, `additional_costs.${at}`, standsAlone),
      ...costFaults(cost, `additional_costs.${at}`, currency),
    ]),
  ]
  if (faults.length > 0) return faults
  const sums = invoiceSums(
    line_items.map(summedLine),
    additional_costs.map((cost) => summedCost(cost, currency)),
    currency,
  )
  return typeof sums === 'string' ? [{ path: 'amount', reason: sums, text: sumTexts[sums] }] : sums
}

/** A line with its exact numbers. */
export const summedLine = (line: InvoiceLine): SummedLine => ({
  quantity: exact(line.quantity),
  rate: exact(line.rate),
  tax: taxOf(line),
})

/** Whether a cost is a percentage of the sub-total; otherwise it is an amount. */
export const isPercent = ({ charge_nature }: Pick<AdditionalCost, 'charge_nature'>): boolean =>
  charge_nature === 'PERCENT'

const sumTexts: Readonly<Record<SumFault, string>> = {
  group_below_zero: 'The discounts are more than what they are taken off.',
  not_positive: 'The amount of an invoice must be more than zero.',
  too_large: 'This is too large.',
}

type Taxed = Pick<InvoiceLine, 'tax_category' | 'tax_percent'>
const taxOf = ({ tax_category, tax_percent }: Taxed): TaxOf => ({
  category: tax_category ?? '',
  percent: exact(tax_percent ?? 0),
})

/** What contradicts the rules of tax categories: who is taxed, at which percentage, and that O stands alone. */
function taxFaults({ tax_category = '', tax_percent = 0 }: Taxed, path: string, standsAlone: boolean): FieldError[] {
  const fault = (field: string, reason: string, text: string) => [{ path: `${path}.${field}`, reason, text }]
  if (tax_category === '')
    return tax_percent > 0 ? fault('tax_category', 'required', 'A percentage needs a tax category.') : []
  if (tax_category === 'O' && !standsAlone)
    return fault('tax_category', 'not_subject_stands_alone', 'All of the invoice is outside the scope of tax, or none.')
  if (tax_category === 'S' && tax_percent === 0)
    return fault('tax_percent', 'not_positive', 'The standard rate is more than zero.')
  if (tax_percent > 0 && !taxedCategories.includes(tax_category))
    return fault('tax_percent', 'not_taxed', 'This tax category has no percentage.')
  return []
}

/** The most that a percentage may be. */
const mostPercent = { DISCOUNT: 100, CHARGE: 1_000 } as const

function costFaults(cost: AdditionalCost, path: string, currency: Currency): FieldError[] {
  const at = `${path}.amount`
  const limit = mostPercent[cost.type]
  if (isPercent(cost))
    return cost.amount > limit ? [{ path: at, reason: 'too_big', params: { limit }, text: 'This is too large.' }] : []
  const minor = toMinor(cost.amount, currency)
  return typeof minor === 'string' ? [{ path: at, reason: minor, text: `This is not an amount of ${currency}.` }] : []
}

const summedCost = (cost: AdditionalCost, currency: Currency): SummedCost => ({
  type: cost.type,
  of: isPercent(cost) ? { percent: exact(cost.amount) } : { minor: toMinor(cost.amount, currency) as bigint },
  tax: cost.tax_category ? taxOf(cost) : null,
})

/** The exact value of a number whose schema has found that it has one. */
export function exact(value: number): Millionths {
  const found = toMillionths(value)
  if (typeof found === 'string') throw new RangeError(`${value} is no exact decimal: ${found}`)
  return found
}
