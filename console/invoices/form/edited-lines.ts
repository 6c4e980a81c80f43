import { toMillionths } from '#contract/kit/decimal.ts'
import { invoiceSums, type InvoiceSums, type SumFault, type SummedCost, type TaxOf } from '#contract/invoice-sums.ts'
import { taxedCategories, type AdditionalCost, type InvoiceLine } from '#contract/invoice-parts.ts'
import { toMinor, type Currency } from '#contract/kit/money.ts'
import { amountNumber } from '#console/kit/form/amount-input.tsx'

/** The tax of a line or of a cost as it is edited; an empty category is none. */
interface EditedTax {
  tax_category: string
  tax_percent: string
  tax_reason: string
}
/** A line as it is edited; numbers are texts as typed. `key` tells lines apart while they move. */
export interface EditedLine extends EditedTax {
  key: string
  id: string
  detail: string
  quantity: string
  unit: string
  rate: string
}
export interface EditedCost extends EditedTax {
  key: string
  title: string
  type: 'CHARGE' | 'DISCOUNT'
  amount: string
  percent: boolean
}

let made = 0
/** A key that no other part of the form has. */
export const newKey = (): string => `k${(made += 1)}`

const noTax: EditedTax = { tax_category: '', tax_percent: '', tax_reason: '' }
/** A new line, taxed like the one above it. */
export const newLine = (above: EditedTax = noTax): EditedLine => {
  const { tax_category, tax_percent, tax_reason } = above
  return { key: newKey(), id: '', detail: '', quantity: '1', unit: '', rate: '', tax_category, tax_percent, tax_reason }
}
export const newCost = (type: EditedCost['type']): EditedCost => ({
  key: newKey(),
  title: '',
  type,
  amount: '',
  percent: type === 'DISCOUNT',
  ...noTax,
})

const shown = (number: number | undefined) => (number === undefined ? '' : String(number))
const taxLike = ({ tax_category = '', tax_percent, tax_reason = '' }: Partial<InvoiceLine>): EditedTax => ({
  tax_category,
  tax_percent: shown(tax_percent),
  tax_reason,
})
export const lineLike = (line: InvoiceLine): EditedLine => ({
  key: newKey(),
  id: line.id ?? '',
  detail: line.detail,
  quantity: shown(line.quantity),
  unit: line.unit ?? '',
  rate: shown(line.rate),
  ...taxLike(line),
})
export const costLike = (cost: AdditionalCost): EditedCost => ({
  key: newKey(),
  title: cost.title,
  type: cost.type,
  amount: shown(cost.amount),
  percent: cost.charge_nature === 'PERCENT',
  ...taxLike(cost),
})

/** Whether a line says nothing yet. */
export const isBlank = ({ detail, rate, id }: EditedLine): boolean => `${detail}${rate}${id}`.trim() === ''
/** The lines without blank ones at their end; one always stays, so that its faults have a place. */
export function saidLines(lines: readonly EditedLine[]): readonly EditedLine[] {
  const last = lines.findLastIndex((line) => !isBlank(line))
  return lines.slice(0, Math.max(1, last + 1))
}

/** Whether the category has a percentage, and whether it needs a reason. */
export const isTaxed = (category: string): boolean => taxedCategories.includes(category)
export const needsReason = (category: string): boolean => ['E', 'AE', 'K', 'G', 'O'].includes(category)

const said = (parts: Record<string, string>) =>
  Object.fromEntries(Object.entries(parts).filter(([, text]) => text.trim() !== ''))
function taxBody({ tax_category: category, tax_percent, tax_reason }: EditedTax): object {
  if (category === '') return {}
  return {
    tax_category: category,
    ...(category === 'O' ? {} : { tax_percent: isTaxed(category) ? amountNumber(tax_percent) : 0 }),
    ...(needsReason(category) ? said({ tax_reason }) : {}),
  }
}

/** A line in the request's body. */
export const lineBody = (line: EditedLine): object => ({
  ...said({ id: line.id, unit: line.unit }),
  detail: line.detail,
  quantity: amountNumber(line.quantity),
  rate: amountNumber(line.rate),
  ...taxBody(line),
})
export const costBody = (cost: EditedCost): object => ({
  title: cost.title,
  type: cost.type,
  amount: amountNumber(cost.amount),
  ...(cost.percent ? { charge_nature: 'PERCENT' } : {}),
  ...taxBody(cost),
})

const millionths = (written: string) => {
  const exact = toMillionths(amountNumber(written) ?? Number.NaN)
  return typeof exact === 'bigint' ? exact : 0n
}
const taxOf = ({ tax_category, tax_percent }: EditedTax): TaxOf => ({
  category: tax_category,
  percent: isTaxed(tax_category) ? millionths(tax_percent) : 0n,
})

/** The sums of what is typed, by the contract's own arithmetic; what cannot be read counts as zero until it can. */
export function sumsOf(
  lines: readonly EditedLine[],
  costs: readonly EditedCost[],
  currency: Currency,
): InvoiceSums | SumFault {
  return invoiceSums(
    saidLines(lines).map((line) => ({
      quantity: millionths(line.quantity),
      rate: millionths(line.rate),
      tax: taxOf(line),
    })),
    costs.map((cost): SummedCost => ({
      type: cost.type,
      of: cost.percent ? { percent: millionths(cost.amount) } : { minor: minorOf(cost.amount, currency) },
      tax: cost.tax_category === '' ? null : taxOf(cost),
    })),
    currency,
  )
}
function minorOf(written: string, currency: Currency): bigint {
  const minor = toMinor(amountNumber(written) ?? 0, currency)
  return typeof minor === 'bigint' ? minor : 0n
}
