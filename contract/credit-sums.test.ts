import fc from 'fast-check'
import { expect, it } from 'vitest'
import { amountsOf, summedLine } from './invoice-amounts.ts'
import type { InvoiceLine } from './invoice-parts.ts'
import type { InvoiceSums } from './invoice-sums.ts'
import { creditAmount, creditOfAmount, creditOfLines } from './credit-sums.ts'

const line = fc.record({
  detail: fc.constant('x'),
  quantity: fc.integer({ min: 1, max: 50 }),
  rate: fc.integer({ min: 1, max: 100_000 }).map((rate) => rate / 1_000),
  tax: fc.constantFrom(
    { tax_category: 'S', tax_percent: 19 } as const,
    { tax_category: 'S', tax_percent: 7 } as const,
    {
      tax_category: 'Z',
    } as const,
  ),
})
const invoice = fc
  .record({ lines: fc.array(line, { minLength: 1, maxLength: 5 }), percent: fc.integer({ min: 0, max: 50 }) })
  .map(({ lines, percent }) => {
    const line_items: InvoiceLine[] = lines.map(({ tax, ...rest }) => ({ ...rest, ...tax }))
    const discount = { title: 'd', type: 'DISCOUNT' as const, amount: percent, charge_nature: 'PERCENT' }
    const sums = amountsOf({ line_items, additional_costs: [discount] }, 'EUR')
    return { line_items, sums }
  })
  .filter((drawn): drawn is { line_items: InvoiceLine[]; sums: InvoiceSums } => !Array.isArray(drawn.sums))

it('all lines of an invoice credit all of it, with its costs and taxes', () => {
  fc.assert(
    fc.property(invoice, ({ line_items, sums }) => {
      const lines = line_items.map(summedLine)
      const all = lines.map(({ quantity }, at) => ({ line: at, quantity }))
      expect(creditAmount(creditOfLines(sums, lines, all, 'EUR'))).toBe(sums.amount)
    }),
  )
})

it('an amount is divided among the groups without a rest, and all of it is the invoice', () => {
  fc.assert(
    fc.property(invoice, fc.double({ min: 0, max: 1, noNaN: true }), ({ sums }, part) => {
      const amount = BigInt(Math.ceil(Number(sums.amount) * part))
      const groups = creditOfAmount(sums, amount)
      expect(creditAmount(groups)).toBe(amount)
      for (const { taxable, tax } of groups) expect(taxable >= 0n && tax >= 0n).toBe(true)
      expect(creditOfAmount(sums, sums.amount)).toEqual(
        sums.groups.map(({ category, percent, taxable, tax }) => ({ category, percent, taxable, tax })),
      )
    }),
  )
})

it('half of a line takes its part of the discount and of the tax', () => {
  const line_items: InvoiceLine[] = [
    { detail: 'a', quantity: 4, rate: 25, tax_category: 'S', tax_percent: 10 },
    { detail: 'b', quantity: 1, rate: 100, tax_category: 'S', tax_percent: 10 },
  ]
  const discount = { title: 'd', type: 'DISCOUNT' as const, amount: 20 }
  const sums = amountsOf({ line_items, additional_costs: [discount] }, 'EUR') as InvoiceSums
  // 200 less 20, of which half of the first line has a quarter: 45 and 4.50.
  const groups = creditOfLines(sums, line_items.map(summedLine), [{ line: 0, quantity: 2_000_000n }], 'EUR')
  expect(groups).toMatchObject([{ taxable: 4_500n, tax: 450n }])
})
