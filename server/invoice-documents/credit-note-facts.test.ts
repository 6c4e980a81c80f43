import { expect, it } from 'vitest'
import { amountsOf, summedLine } from '#contract/invoice-amounts.ts'
import { emptyContent } from '#contract/invoice-content.ts'
import type { AdditionalCost, InvoiceLine } from '#contract/invoice-parts.ts'
import { creditAmount, creditOfLines } from '#contract/credit-sums.ts'
import { countOf } from '#test/faults/counts.ts'
import { creditedOf } from './credit-note-facts.ts'
import { factsWith, randomOf } from './fixtures.ts'
import { lineOf } from './invoice-facts.ts'
import { electronicOf } from './xml/electronic.ts'
import { electronicGaps } from './xml/gaps.ts'
import { hasStandards, inWholeNumbers, rulesOf } from '#test/invoice-standards.ts'
import { ublOf } from './xml/ubl.ts'

const random = randomOf(11)
const one = <T>(...of: readonly T[]): T => of[random(of.length)] as T

/** An invoice with some of its lines credited, or an amount. */
function credited() {
  const tax = () =>
    one({ tax_category: 'S', tax_percent: 19 }, { tax_category: 'S', tax_percent: 7 }, { tax_category: 'Z' } as const)
  const line_items = Array.from({ length: 1 + random(5) }, () => {
    const line = { detail: 'x', quantity: (1 + random(9_000)) / 100, rate: random(100_000) / 100, ...tax() }
    return line as InvoiceLine
  })
  const additional_costs = Array.from({ length: random(3) }, () => {
    const type = one('CHARGE' as const, 'DISCOUNT' as const)
    return { title: 'Share', type, amount: random(30), charge_nature: one('PERCENT', 'FLAT') } as AdditionalCost
  })
  const content = { ...emptyContent, line_items, additional_costs }
  return { content, currency: 'EUR' as const, sums: amountsOf(content, 'EUR') }
}

it('the document of a credit note comes to its amount, and says the tax of each group', () => {
  const rules = hasStandards ? rulesOf('UBL') : undefined
  for (let round = 0; round < countOf(2_000, 60); round++) {
    const invoice = credited()
    if (Array.isArray(invoice.sums)) continue
    const lines = invoice.content.line_items.map(({ quantity }, line) => ({
      line,
      quantity: one(quantity, quantity / 2),
    }))
    const chosen = lines.map((line) => ({ line: line.line, quantity: BigInt(Math.round(line.quantity * 1e6)) }))
    const groups = creditOfLines(invoice.sums, invoice.content.line_items.map(summedLine), chosen, 'EUR')
    const byLines = one(true, false)
    const amount_minor = byLines ? creditAmount(groups) : 1n + BigInt(random(Number(invoice.sums.amount)))
    if (amount_minor === 0n) continue
    const note = { lines: byLines ? lines : null, amount_minor, credit_note_number: 'CN-1' }
    const of = factsWith({ lines: invoice.content.line_items.map(lineOf), number: 'INV-1' })
    const document = creditedOf(invoice, note, of)
    const { sums } = document
    expect(sums.amount).toBe(amount_minor)
    for (const group of sums.groups) expect(group.net + group.charges - group.discounts).toBe(group.taxable)
    expect(sums.groups.reduce((sum, { taxable, tax }) => sum + taxable + tax, 0n)).toBe(sums.amount)
    if (round >= countOf(50, 4)) continue
    const facts = {
      ...of,
      ...document,
      kind: 'credit_note' as const,
      forerunner: { number: 'INV-1', date: '2026-01-01' },
    }
    expect(electronicGaps(facts)).toEqual([])
    const xml = ublOf(electronicOf(facts))
    expect([...(rules?.broken(inWholeNumbers(xml)) ?? [])]).toEqual([])
  }
})
