import { describe, expect, it } from 'vitest'
import { taxCategories, taxedCategories, type TaxCategory } from '#contract/invoice-parts.ts'
import { probesOf } from '#test/probes.ts'
import { costOf, factsWith, lineOf } from '../fixtures.ts'
import { ciiOf } from './cii.ts'
import { electronicOf, type ElectronicInvoice } from './electronic.ts'
import { hasStandards, rulesOf } from '#test/invoice-standards.ts'
import { ublOf } from './ubl.ts'

/** How the rules name a category. */
const named: Readonly<Record<TaxCategory, string>> = {
  S: 'S', Z: 'Z', E: 'E', AE: 'AE', K: 'IC', G: 'G', O: 'O', L: 'AF', M: 'AG',
} // prettier-ignore
const isTaxed = (category: TaxCategory) => taxedCategories.includes(category)

/** An invoice of one category, with a charge and a discount. */
const whole = (category: TaxCategory): ElectronicInvoice => {
  const percent = isTaxed(category) ? 19_000_000n : 0n
  const line = { ...lineOf('Consulting', 100, { category, percent }), taxReason: 'Article 132' }
  const costs = [costOf('Freight', 'CHARGE', { minor: 500n }), costOf('Loyalty', 'DISCOUNT', { minor: 300n })]
  return electronicOf(factsWith({ lines: [line], costs }))
}

type Break = (invoice: ElectronicInvoice, category: TaxCategory) => ElectronicInvoice
/** A percentage that the category does not have. */
const wrongPercent = (category: TaxCategory) => {
  if (category === 'L' || category === 'M') return '-1'
  return category === 'S' || category === 'O' ? '0' : '7'
}
const wrongCost =
  (isCharge: boolean): Break =>
  (invoice, category) => ({
    ...invoice,
    costs: invoice.costs.map((cost) =>
      cost.isCharge === isCharge ? { ...cost, tax: { category, percent: wrongPercent(category) } } : cost,
    ),
  })
/** Who is not subject to tax names no number for it; everybody else does. */
const wrongSeller: Break = (invoice, category) => ({
  ...invoice,
  seller: { ...invoice.seller, vatNumber: category === 'O' ? 'DE123456789' : '', taxNumber: '' },
})
const inGroups =
  (change: (group: ElectronicInvoice['groups'][number], category: TaxCategory) => object): Break =>
  (invoice, category) => ({
    ...invoice,
    groups: invoice.groups.map((group) => ({ ...group, ...change(group, category) })),
  })

/** By the last part of the rule's name, which is the same for every category. */
const breaks: Readonly<Record<string, Break>> = {
  // In CII the rule of O asks nothing where no group is one.
  '01': (invoice, category) =>
    category === 'O'
      ? { ...invoice, groups: [...invoice.groups, ...invoice.groups] }
      : inGroups(() => ({ category: category === 'Z' ? 'E' : 'Z', percent: '0' }))(invoice, category),
  '02': wrongSeller,
  '03': wrongSeller,
  '04': wrongSeller,
  '05': (invoice, category) => ({
    ...invoice,
    lines: invoice.lines.map((line) => ({ ...line, tax: { category, percent: wrongPercent(category) } })),
  }),
  '06': wrongCost(false),
  '07': wrongCost(true),
  '08': inGroups(() => ({ taxable: '999.00' })),
  '09': inGroups(() => ({ tax: '1.00' })),
  '10': inGroups((_group, category) =>
    isTaxed(category) || category === 'Z' ? { reason: 'Article 132' } : { reason: '', reasonCode: '' },
  ),
}
/** Of these taxes the rules in CII say what the sums of a group shall be, and test nothing. */
const untested = ['BR-AF-08', 'BR-AF-09', 'BR-AG-08', 'BR-AG-09']
const cases = taxCategories.flatMap((category) =>
  Object.entries(breaks).map(([rule, change]) => ({ category, rule, change })),
)

describe.runIf(hasStandards)('what the category of a tax asks for', () => {
  it.each(['UBL', 'CII'] as const)('is asked by its rule in %s, and holds in what we write', (form) => {
    const judge = rulesOf(form)
    const write = form === 'UBL' ? ublOf : (invoice: ElectronicInvoice) => ciiOf(invoice, { inside: 'file' })
    for (const { category, rule, change } of probesOf(`categories ${form}`, cases, 14)) {
      const name = `BR-${named[category]}-${rule}`
      const invoice = whole(category)
      expect([name, ...judge.broken(write(invoice), name)]).toEqual([name])
      const isTested = form === 'UBL' || !untested.includes(name)
      const broken = isTested ? [name] : []
      expect([name, ...judge.broken(write(change(invoice, category)), name)]).toEqual([name, ...broken])
    }
  })
})
