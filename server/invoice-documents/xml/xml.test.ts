import { expect, it } from 'vitest'
import { countOf } from '#test/faults/counts.ts'
import { factsWith, lineOf, randomFacts } from '../fixtures.ts'
import { ciiOf } from './cii.ts'
import { electronicOf } from './electronic.ts'
import { electronicGaps } from './gaps.ts'
import { faultsByFacturX, faultsByUbl, hasStandards, inWholeNumbers, rulesOf } from '#test/invoice-standards.ts'
import { ublOf } from './ubl.ts'

const all = Array.from({ length: countOf(4_000, 24) }, (_, seed) => randomFacts(seed + 1))
const inside = { inside: 'factur-x' } as const

it('any invoice and credit note is valid by the schema of Factur-X', async () => {
  expect(all.flatMap(electronicGaps)).toEqual([])
  expect(await faultsByFacturX(all.map((facts) => ciiOf(electronicOf(facts), inside)))).toEqual([])
})

it.runIf(hasStandards)('and by the schemas of UBL', async () => {
  const written = (kind: 'invoice' | 'credit_note') =>
    all.filter((facts) => facts.kind === kind).map((facts) => ublOf(electronicOf(facts)))
  expect(await faultsByUbl('Invoice', written('invoice'))).toEqual([])
  expect(await faultsByUbl('CreditNote', written('credit_note'))).toEqual([])
})

it.runIf(hasStandards)('and breaks none of the official rules of EN 16931', () => {
  const judges = { ubl: rulesOf('UBL'), cii: rulesOf('CII') }
  for (const facts of all.slice(0, countOf(4_000, 3))) {
    const invoice = electronicOf(facts)
    const written = { ubl: ublOf(invoice), cii: ciiOf(invoice, inside), file: ciiOf(invoice, { inside: 'file' }) }
    for (const [form, xml] of Object.entries(written)) {
      const judge = form === 'ubl' ? judges.ubl : judges.cii
      // The rules about the sums of a category, which computing in binary fractions breaks, are judged in whole numbers.
      const broken = [...judge.broken(xml)].filter((rule) => !rule.endsWith('-08'))
      expect([form, facts.currency, ...broken, ...judge.broken(inWholeNumbers(xml))]).toEqual([form, facts.currency])
    }
  }
})

it('both say the same numbers as the sums', () => {
  for (const facts of all) {
    const { sums } = electronicOf(facts)
    const [ubl, cii] = [ublOf(electronicOf(facts)), ciiOf(electronicOf(facts), inside)]
    const written = (xml: string, name: string) => new RegExp(`<(?:cbc|ram):${name}(?: [^>]*)?>([^<]*)<`).exec(xml)?.[1]
    expect([written(ubl, 'LineExtensionAmount'), written(ubl, 'PayableAmount')]).toContain(sums.due)
    expect(written(ubl, 'TaxInclusiveAmount')).toBe(sums.withTax)
    expect(written(cii, 'GrandTotalAmount')).toBe(sums.withTax)
    expect(written(cii, 'TaxTotalAmount')).toBe(written(ubl, 'TaxAmount'))
    const nets = [...cii.matchAll(/<ram:LineTotalAmount>([^<]*)</g)].map(([, net]) => net)
    expect(nets.slice(0, -1)).toEqual(electronicOf(facts).lines.map(({ net }) => net))
  }
})

it('the worked example comes out to the cent in both', () => {
  const lines = [
    lineOf('a', 100, { category: 'S', percent: 19_000_000n }),
    lineOf('b', 50, { category: 'S', percent: 7_000_000n }),
    lineOf('c', 0.05, { category: 'Z', percent: 0n }),
  ]
  const discount = { title: 'Discount', type: 'DISCOUNT', percent: 10_000_000n, tax: null, taxReason: '' } as const
  const facts = factsWith({ lines, costs: [{ ...discount, of: { percent: 10_000_000n } }] })
  const { sums, groups, costs } = electronicOf(facts)
  expect(sums).toMatchObject({ lines: '150.05', discounts: '15.01', tax: '20.25', withTax: '155.29', due: '155.29' })
  expect(groups.map(({ taxable, tax }) => [taxable, tax])).toEqual([
    ['90.00', '17.10'],
    ['45.00', '3.15'],
    ['0.04', '0.00'],
  ])
  expect(costs.map(({ amount }) => amount)).toEqual(['10.00', '5.00', '0.01'])
})

it('an invoice between two with electronic addresses is one of Peppol, and another is not', () => {
  const { buyer } = factsWith()
  const profile = (facts: ReturnType<typeof factsWith>) =>
    /<cbc:ProfileID>(.*)<\/cbc:ProfileID>/.exec(ublOf(electronicOf(facts)))?.[1]
  expect(profile(factsWith())).toBe('urn:fdc:peppol.eu:2017:poacc:billing:01:1.0')
  expect(profile(factsWith({ buyer: { ...buyer, endpoint: null } }))).toBeUndefined()
  expect(profile(factsWith({ buyer: { ...buyer, reference: '', purchaseOrder: '' } }))).toBeUndefined()
})

it('a unit is a code where there is one, and the word is kept where there is none', () => {
  const units = ['HUR', 'hours', 'pallet', ''].map((unit) => ({ ...lineOf('x', 1), unit }))
  const { lines } = electronicOf(factsWith({ lines: units }))
  expect(lines.map(({ unit, note }) => [unit, note])).toEqual([
    ['HUR', ''],
    ['HUR', ''],
    ['C62', 'pallet'],
    ['C62', ''],
  ])
})
