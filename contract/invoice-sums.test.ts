import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyInvoice, modelled, said, type DrawnInvoice } from '#test/any-invoice.ts'
import { modelOf } from '#test/invoice-model.ts'
import { amountsOf, exact } from './invoice-amounts.ts'
import type { AdditionalCost } from './invoice-parts.ts'
import type { InvoiceSums } from './invoice-sums.ts'
import type { Currency } from './kit/money.ts'

/** The sums of lines and costs against a model with fractions. */
const summed = (drawn: DrawnInvoice) => {
  const sums = amountsOf(said(drawn), drawn.currency)
  if (Array.isArray(sums)) return sums[0]?.reason
  const { nets, subTotal, charges, discounts, tax: all, amount } = sums
  return { nets, subTotal, charges, discounts, tax: all, amount }
}

describe('the sums of an invoice', () => {
  it('are those of the model with fractions, whatever the lines and costs', () => {
    fc.assert(
      fc.property(anyInvoice, (drawn) => {
        expect(summed(drawn)).toEqual(modelOf(modelled(drawn)))
      }),
      { numRuns: 3_000 },
    )
  })

  it('are those of the worked example', () => {
    const sums = amountsOf(
      {
        line_items: [
          { detail: 'a', quantity: 1, rate: 100, tax_category: 'S', tax_percent: 19 },
          { detail: 'b', quantity: 1, rate: 50, tax_category: 'S', tax_percent: 7 },
          { detail: 'c', quantity: 1, rate: 0.05, tax_category: 'Z' },
        ],
        additional_costs: [{ title: 'd', type: 'DISCOUNT', amount: 10, charge_nature: 'PERCENT' }],
      },
      'EUR',
    ) as InvoiceSums
    expect(sums.costs).toEqual([{ amount: 1_501n, shares: [1_000n, 500n, 1n] }])
    expect(sums.groups.map(({ taxable, tax: of }) => [taxable, of])).toEqual([
      [9_000n, 1_710n],
      [4_500n, 315n],
      [4n, 0n],
    ])
    expect([sums.subTotal, sums.amount]).toEqual([15_005n, 15_529n])
  })

  it('round tax once for a group, a half away from zero, and no percentage of a percentage', () => {
    const lines = (count: number, rate: number) =>
      Array.from({ length: count }, () => ({
        detail: 'a',
        quantity: 1,
        rate,
        tax_category: 'S' as const,
        tax_percent: 10,
      }))
    const of = (parts: Parameters<typeof amountsOf>[0], currency: Currency = 'EUR') => {
      const sums = amountsOf(parts, currency)
      return Array.isArray(sums) ? sums : [sums.tax, sums.charges, sums.amount]
    }
    // By the line it would be 0.01 each.
    expect(of({ line_items: lines(3, 0.05), additional_costs: [] })).toEqual([2n, 0n, 17n])
    // Half-even would be 0.02.
    expect(of({ line_items: lines(1, 0.25), additional_costs: [] })).toEqual([3n, 0n, 28n])
    const percent = { title: 'p', type: 'CHARGE' as const, amount: 10, charge_nature: 'PERCENT' }
    expect(of({ line_items: lines(1, 100), additional_costs: [percent, percent] })).toEqual([1_200n, 2_000n, 13_200n])
    expect(of({ line_items: lines(1, 0.5), additional_costs: [] }, 'JPY')).toEqual([0n, 0n, 1n])
    // 1.005 is no float here.
    expect(of({ line_items: [{ detail: 'a', quantity: 1, rate: 1.005 }], additional_costs: [] })).toEqual([
      0n,
      0n,
      101n,
    ])
  })
})

describe('what contradicts the rules of tax', () => {
  const fault = (taxes: object[], costs: AdditionalCost[] = []) => {
    const line_items = taxes.map((one) => ({ detail: 'a', quantity: 1, rate: 1, ...one }))
    const found = amountsOf({ line_items, additional_costs: costs }, 'EUR')
    return Array.isArray(found) ? found.map(({ path, reason }) => `${path} ${reason}`) : []
  }
  it.each([
    [[{ tax_category: 'S', tax_percent: 19 }, { tax_category: 'Z' }], []],
    [[{ tax_category: 'S' }], ['line_items.0.tax_percent not_positive']],
    [[{ tax_category: 'AE', tax_percent: 19 }], ['line_items.0.tax_percent not_taxed']],
    [[{ tax_category: 'L', tax_percent: 0 }], []],
    [[{ tax_percent: 5 }], ['line_items.0.tax_category required']],
    [[{ tax_category: 'O' }, { tax_category: 'Z' }], ['line_items.0.tax_category not_subject_stands_alone']],
    [[{ tax_category: 'O' }, { tax_category: 'O' }], []],
    [[{}], []],
  ])('of %j is %j', (taxes, found) => {
    expect(fault(taxes)).toEqual(found)
  })

  it('are named at costs as well, beside percentages and amounts that cannot be', () => {
    const costs = [
      { title: 'a', type: 'DISCOUNT', amount: 101, charge_nature: 'PERCENT' },
      { title: 'b', type: 'CHARGE', amount: 1_000, charge_nature: 'PERCENT' },
      { title: 'c', type: 'CHARGE', amount: 0.001 },
      { title: 'd', type: 'CHARGE', amount: 1, tax_category: 'E', tax_percent: 3 },
    ] as AdditionalCost[]
    expect(fault([{}], costs)).toEqual([
      'additional_costs.0.amount too_big',
      'additional_costs.2.amount too_many_decimals',
      'additional_costs.3.tax_percent not_taxed',
    ])
    expect(fault([{}], [{ title: 'a', type: 'DISCOUNT', amount: 2 }])).toEqual(['amount group_below_zero'])
    expect(fault([{}], [{ title: 'a', type: 'DISCOUNT', amount: 1 }])).toEqual(['amount not_positive'])
  })
})

it('an exact decimal that is none is a defect', () => {
  expect(exact(1.5)).toBe(1_500_000n)
  expect(() => exact(0.000_000_1)).toThrow(RangeError)
})
