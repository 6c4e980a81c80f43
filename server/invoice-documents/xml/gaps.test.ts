import { expect, it } from 'vitest'
import { factsWith, lineOf, noAddress } from '../fixtures.ts'
import type { InvoiceFacts } from '../facts.ts'
import { ciiOf } from './cii.ts'
import { electronicOf } from './electronic.ts'
import { electronicGaps } from './gaps.ts'
import { hasStandards, rulesOf } from '#test/invoice-standards.ts'
import { ublOf } from './ubl.ts'

const { seller, buyer } = factsWith()
const taxed = (category: string, percent = 0n) => lineOf('x', 10, { category, percent })
const exempt = { ...taxed('E'), taxReason: 'Article 132' }

/** What is wrong with an invoice, the field that says so, and a rule that it breaks. */
const cases: [string, InvoiceFacts, string, string][] = [
  ['no name', factsWith({ seller: { ...seller, legal_name: '' } }), 'seller.legal_name required', 'BR-06'],
  ['no country', factsWith({ seller: { ...seller, country_code: '' } }), 'seller.country_code required', 'BR-09'],
  ['no such country', factsWith({ seller: { ...seller, country_code: 'ZZ' } }), 'seller.country_code not_a_country', 'BR-CL-14'],
  ['no country of the buyer', factsWith({ buyer: { ...buyer, billing: { ...noAddress, city: 'Paris' } } }), 'billing_address.country_code required', 'BR-11'],
  ['no such scheme', factsWith({ seller: { ...seller, endpoint_scheme: '1234' } }), 'seller.endpoint_scheme not_a_scheme', 'BR-CL-25'],
  ['no such scheme of the buyer', factsWith({ buyer: { ...buyer, endpoint: { scheme: '1234', id: 'x' } } }), 'buyer.endpoint.scheme not_a_scheme', 'BR-CL-25'],
  ['no tax number', factsWith({ seller: { ...seller, tax_number: '' } }), 'seller.tax_number required', 'BR-S-02'],
  ['no number that says who it is', factsWith({ seller: { ...seller, tax_number: '12/345', company_number: '' } }), 'seller.company_number required', 'BR-CO-26'],
  ['an export without a VAT number', factsWith({ lines: [taxed('G')], seller: { ...seller, tax_number: '12/345' } }), 'seller.tax_number not_a_vat_number', 'BR-G-02'],
  ['a reverse charge without a number of the buyer', factsWith({ lines: [taxed('AE')], buyer: { ...buyer, taxNumber: '' } }), 'buyer.tax_number required', 'BR-AE-02'],
  ['a supply in the Union without a VAT number of the buyer', factsWith({ lines: [taxed('K')], buyer: { ...buyer, taxNumber: '123' } }), 'buyer.tax_number not_a_vat_number', 'BR-IC-02'],
  ['a supply in the Union without a day', factsWith({ lines: [taxed('K')], deliveryDate: '' }), 'delivery_date required', 'BR-IC-11'],
  ['an exemption without a reason', factsWith({ lines: [taxed('S', 19_000_000n), taxed('E')] }), 'line_items.1.tax_reason required', ''],
  ['what is not subject beside what is', factsWith({ lines: [taxed('O'), exempt] }), 'line_items tax_alone', 'BR-O-11'],
  ['a line without a category', factsWith({ lines: [taxed('S', 19_000_000n), taxed('')] }), 'line_items.1.tax_category tax_category_missing', ''],
  ['no category at all', factsWith({ lines: [taxed('')] }), 'line_items tax_category_missing', ''],
] // prettier-ignore

it.each(cases)('%s is a gap at its field', (_what, facts, gap, rule) => {
  expect(electronicGaps(facts).map(({ field, reason }) => `${field} ${reason}`)).toContain(gap)
  if (!hasStandards || rule === '') return
  const invoice = electronicOf(facts)
  expect([...rulesOf('UBL').broken(ublOf(invoice), rule)]).toEqual([rule])
  expect([...rulesOf('CII').broken(ciiOf(invoice, { inside: 'file' }), rule)]).toEqual([rule])
})

it('what needs nothing of that has no gap', () => {
  expect(electronicGaps(factsWith())).toEqual([])
  expect(electronicGaps(factsWith({ lines: [exempt, taxed('Z'), taxed('S', 7_000_000n)] }))).toEqual([])
  expect(electronicGaps(factsWith({ lines: [taxed('K'), taxed('G'), taxed('AE')] }))).toEqual([])
})

it('without any tax it is open to who has said that they are not subject to tax', () => {
  const facts = factsWith({ lines: [taxed('')], notSubjectToTax: true })
  expect(electronicGaps(facts)).toEqual([])
  if (!hasStandards) return
  expect([...rulesOf('UBL').broken(ublOf(electronicOf(facts)))]).toEqual([])
  expect([...rulesOf('CII').broken(ciiOf(electronicOf(facts), { inside: 'factur-x' }))]).toEqual([])
})
