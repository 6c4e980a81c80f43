import fc from 'fast-check'
import type { AdditionalCost, InvoiceLine, TaxCategory } from '#contract/invoice-parts.ts'
import { currencies, type Currency } from '#contract/kit/money.ts'
import type { ModelInvoice, ModelTax } from './invoice-model.ts'

const decimalText = (digits: number, decimals: number, min = 0) =>
  fc
    .tuple(fc.integer({ min, max: 10 ** digits }), fc.integer({ min: 0, max: decimals }))
    .map(([value, places]) => String(value / 10 ** places))
const tax = fc.constantFrom<ModelTax>(
  { category: 'S', percent: '19' },
  { category: 'S', percent: '7' },
  { category: 'S', percent: '8.1' },
  { category: 'Z', percent: '0' },
  { category: 'L', percent: '6.5' },
)
/** A price that ends in half a cent, at which floats and other roundings go wrong. */
const half = fc.integer({ min: 0, max: 10_000 }).map((value) => String((value * 10 + 5) / 1_000))
const line = fc.record({
  quantity: fc.oneof(decimalText(6, 6, 1), fc.constantFrom('1', '3')),
  rate: fc.oneof({ weight: 2, arbitrary: decimalText(7, 6) }, { weight: 1, arbitrary: half }),
  tax,
})
const cost = fc.record({
  type: fc.constantFrom('CHARGE' as const, 'DISCOUNT' as const),
  isPercent: fc.boolean(),
  percent: decimalText(5, 3).map((text) => String(Math.min(100, Number(text)))),
  minor: fc.integer({ min: 0, max: 100_000 }),
  tax: fc.option(tax, { nil: null }),
})
/** Rates, groups of tax and costs of any kind, in currencies with two decimals and with none. */
export const anyInvoice = fc.record({
  currency: fc.constantFrom<Currency>('EUR', 'JPY', 'SGD'),
  lines: fc.array(line, { minLength: 1, maxLength: 6 }),
  costs: fc.array(cost, { maxLength: 4 }),
})
export type DrawnInvoice = typeof anyInvoice extends fc.Arbitrary<infer T> ? T : never

const amountOf = ({ isPercent, percent, minor }: DrawnInvoice['costs'][number], currency: Currency) =>
  isPercent ? percent : String(minor / 10 ** currencies[currency])
/** As the model has it. */
export const modelled = ({ currency, lines, costs }: DrawnInvoice): ModelInvoice => ({
  decimals: currencies[currency],
  lines: lines.map(({ tax: of, ...rest }) => ({ ...rest, ...of })),
  costs: costs.map((one) => ({ ...one, amount: amountOf(one, currency) })),
})
const taxed = (of: ModelTax | null) =>
  of ? { tax_category: of.category as TaxCategory, tax_percent: Number(of.percent) } : {}
/** As a request says it. */
export const said = ({ currency, lines, costs }: DrawnInvoice) => ({
  line_items: lines.map(({ quantity, rate, tax: of }): InvoiceLine => ({
    detail: 'x',
    quantity: Number(quantity),
    rate: Number(rate),
    ...taxed(of),
  })),
  additional_costs: costs.map((one): AdditionalCost => ({
    title: 'x',
    type: one.type,
    amount: Number(amountOf(one, currency)),
    ...(one.isPercent && { charge_nature: 'PERCENT' }),
    ...taxed(one.tax),
  })),
})
