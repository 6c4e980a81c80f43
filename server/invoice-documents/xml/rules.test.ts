import { parseXmlDocument, serializeToWellFormedString, type Element } from 'slimdom'
import { describe, expect, it } from 'vitest'
import { probesOf } from '#test/probes.ts'
import { factsWith, lineOf } from '../fixtures.ts'
import { ciiOf } from './cii.ts'
import { electronicOf } from './electronic.ts'
import { hasStandards, rulesOf, standardFiles } from '#test/invoice-standards.ts'
import { ublOf } from './ubl.ts'

/** The judge is judged first: by the official examples and by the tests of the rules. */
describe.runIf(hasStandards)('the official rules', () => {
  const rules = hasStandards ? { ubl: rulesOf('UBL'), cii: rulesOf('CII') } : (undefined as never)

  it.each(['ubl', 'ubl-bis', 'cii'])('find nothing in the examples in %s', (folder) => {
    const judge = folder === 'cii' ? rules.cii : rules.ubl
    const examples = probesOf(`examples ${folder}`, standardFiles(`examples/${folder}`), 4)
    expect(examples.map(({ name, text }) => [name, ...judge.broken(text)])).toEqual(examples.map(({ name }) => [name]))
  })

  it.each(['invoice', 'credit-note'])('say of each test of %s what it says of itself', (folder) => {
    for (const { name, text } of probesOf(`rule tests ${folder}`, standardFiles(`rules/${folder}`), 40))
      for (const test of elementsOf(parseXmlDocument(text).documentElement as Element, 'test')) {
        const [about, document] = test.children as [Element, Element]
        const judged = parseXmlDocument(serializeToWellFormedString(document))
        for (const said of about.children) {
          const rule = (said.textContent ?? '').trim()
          if (said.localName === 'error') expect([name, ...rules.ubl.broken(judged, rule)]).toEqual([name, rule])
          if (said.localName === 'success') expect([name, ...rules.ubl.broken(judged, rule)]).toEqual([name])
        }
      }
  })
})

const elementsOf = (parent: Element, name: string): Element[] =>
  parent.children.filter(({ localName }) => localName === name)

/** An invoice with everything, and what each break of it breaks. */
const whole = () => {
  const line = { ...lineOf('Consulting', 100, { category: 'S', percent: 19_000_000n }), id: 'SKU' }
  const exempt = { ...lineOf('Course', 10, { category: 'E', percent: 0n }), taxReason: 'Article 132' }
  const cost = {
    title: 'Freight',
    type: 'CHARGE',
    percent: null,
    tax: null,
    taxReason: '',
    of: { minor: 500n },
  } as const
  const { buyer } = factsWith()
  const shipping = { ...buyer.billing, country_code: 'NL' }
  return electronicOf(
    factsWith({
      lines: [line, exempt],
      costs: [cost, { ...cost, type: 'DISCOUNT', title: 'Discount' }],
      buyer: { ...buyer, shipping },
      period: { from: '2026-10-01', to: '2026-10-31' },
      forerunner: { number: 'INV-1', date: '2026-01-01' },
    }),
  )
}
const gone = (element: string) => [new RegExp(`\\s*<${element}[ >][^]*?</${element}>`), ''] as const
const set = (element: string, value: string) => [new RegExp(`(<${element}(?: [^>]*)?>)[^<]*`), `$1${value}`] as const

const brokenUbl: [string, readonly [RegExp, string], string][] = [
  ['no guideline', gone('cbc:CustomizationID'), 'BR-01'],
  ['no number', gone('cbc:ID'), 'BR-02'],
  ['no date', gone('cbc:IssueDate'), 'BR-03'],
  ['no type', gone('cbc:InvoiceTypeCode'), 'BR-04'],
  ['no currency', gone('cbc:DocumentCurrencyCode'), 'BR-05'],
  ['no name of the seller', gone('cbc:RegistrationName'), 'BR-06'],
  ['no address of the seller', gone('cac:PostalAddress'), 'BR-08'],
  ['no country of the seller', gone('cac:Country'), 'BR-09'],
  ['no sum of the lines', [/(<cac:LegalMonetaryTotal>\s*)<cbc:LineExtensionAmount[^]*?<\/cbc:LineExtensionAmount>/, '$1'], 'BR-12'],
  ['no amount without tax', gone('cbc:TaxExclusiveAmount'), 'BR-13'],
  ['no amount with tax', gone('cbc:TaxInclusiveAmount'), 'BR-14'],
  ['no amount due', gone('cbc:PayableAmount'), 'BR-15'],
  ['no code of a unit', [/ unitCode="[^"]*"/, ''], 'BR-23'],
  ['no quantity', gone('cbc:InvoicedQuantity'), 'BR-22'],
  ['no net of a line', [/(<cac:InvoiceLine>[^]*?)<cbc:LineExtensionAmount[^]*?<\/cbc:LineExtensionAmount>/, '$1'], 'BR-24'],
  ['no name of an item', [/(<cac:Item>\s*)<cbc:Name>[^<]*<\/cbc:Name>/, '$1'], 'BR-25'],
  ['no price', gone('cac:Price'), 'BR-26'],
  ['a price below zero', set('cbc:PriceAmount', '-1'), 'BR-27'],
  ['a period that ends before it begins', set('cbc:EndDate', '2026-09-01'), 'BR-29'],
  ['a cost without a category', [/(<cac:AllowanceCharge>[^]*?)<cac:TaxCategory>[^]*?<\/cac:TaxCategory>/, '$1'], 'BR-37'],
  ['a cost without a reason', gone('cbc:AllowanceChargeReason'), 'BR-38'],
  ['a breakdown without a taxable amount', gone('cbc:TaxableAmount'), 'BR-45'],
  ['a means without a code', gone('cbc:PaymentMeansCode'), 'BR-49'],
  ['a transfer without an account', [/(<cac:PayeeFinancialAccount>\s*)<cbc:ID>[^<]*<\/cbc:ID>/, '$1'], 'BR-50'],
  ['an earlier invoice without a number', [/(<cac:InvoiceDocumentReference>\s*)<cbc:ID>[^<]*<\/cbc:ID>/, '$1'], 'BR-55'],
  ['a place of delivery without a country', [/(<cac:DeliveryLocation>[^]*?)<cac:Country>[^]*?<\/cac:Country>/, '$1'], 'BR-57'],
  ['an address without its scheme', [/ schemeID="[^"]*"/, ''], 'BR-62'],
  ['a VAT number without its country', set('cbc:CompanyID', '123456789'), 'BR-CO-09'],
  ['a wrong sum of the lines', [/(<cac:LegalMonetaryTotal>\s*<cbc:LineExtensionAmount[^>]*>)[^<]*/, '$1110.01'], 'BR-CO-10'],
  ['a wrong sum of the discounts', set('cbc:AllowanceTotalAmount', '4.99'), 'BR-CO-11'],
  ['a wrong sum of the charges', set('cbc:ChargeTotalAmount', '4.99'), 'BR-CO-12'],
  ['a wrong amount without tax', set('cbc:TaxExclusiveAmount', '111.00'), 'BR-CO-13'],
  ['a wrong sum of the tax', set('cbc:TaxAmount', '18.99'), 'BR-CO-14'],
  ['a wrong amount with tax', set('cbc:TaxInclusiveAmount', '129.01'), 'BR-CO-15'],
  ['a wrong amount due', set('cbc:PayableAmount', '129.01'), 'BR-CO-16'],
  ['tax per line', [/(<cac:TaxSubtotal>\s*<cbc:TaxableAmount[^>]*>[^<]*<\/cbc:TaxableAmount>\s*<cbc:TaxAmount[^>]*>)[^<]*/, '$121.00'], 'BR-S-09'],
  ['a rate of nothing', [/(<cac:ClassifiedTaxCategory>\s*<cbc:ID>S<\/cbc:ID>\s*<cbc:Percent>)[^<]*/, '$10'], 'BR-S-05'],
  ['an exemption with tax', [/(<cac:ClassifiedTaxCategory>\s*<cbc:ID>E<\/cbc:ID>\s*<cbc:Percent>)[^<]*/, '$17'], 'BR-E-05'],
  ['an exemption without a reason', gone('cbc:TaxExemptionReason'), 'BR-E-10'],
  ['a wrong taxable amount', set('cbc:TaxableAmount', '104.00'), 'BR-S-08'],
  ['an unknown currency', set('cbc:DocumentCurrencyCode', 'XXY'), 'BR-CL-04'],
  ['an unknown type', set('cbc:InvoiceTypeCode', '99'), 'BR-CL-01'],
  ['an unknown country', set('cbc:IdentificationCode', 'QQ'), 'BR-CL-14'],
  ['an unknown means', set('cbc:PaymentMeansCode', '12345'), 'BR-CL-16'],
  ['an unknown unit', [/ unitCode="[^"]*"/, ' unitCode="PALLET"'], 'BR-CL-23'],
  ['an unknown scheme', [/ schemeID="[^"]*"/, ' schemeID="1234"'], 'BR-CL-25'],
  ['an unknown category', [/(<cac:ClassifiedTaxCategory>\s*<cbc:ID>)[^<]*/, '$1Q'], 'BR-CL-18'],
  ['three decimals', set('cbc:TaxInclusiveAmount', '129.000'), 'BR-DEC-14'],
  ['two means', [/(<cac:PaymentMeans>[^]*?<\/cac:PaymentMeans>)/, '$1<cac:PaymentMeans><cbc:PaymentMeansCode>68</cbc:PaymentMeansCode></cac:PaymentMeans>'], 'UBL-SR-47'],
] // prettier-ignore

const brokenCii: [string, readonly [RegExp, string], string][] = [
  ['no guideline', gone('ram:GuidelineSpecifiedDocumentContextParameter'), 'BR-01'],
  ['no number', [/(<rsm:ExchangedDocument>\s*)<ram:ID>[^<]*<\/ram:ID>/, '$1'], 'BR-02'],
  ['no date', gone('ram:IssueDateTime'), 'BR-03'],
  ['no type', [/(<rsm:ExchangedDocument>[^]*?)<ram:TypeCode>[^<]*<\/ram:TypeCode>/, '$1'], 'BR-04'],
  ['no currency', gone('ram:InvoiceCurrencyCode'), 'BR-05'],
  ['no name of the seller', [/(<ram:SellerTradeParty>\s*)<ram:Name>[^<]*<\/ram:Name>/, '$1'], 'BR-06'],
  ['no country of the seller', gone('ram:CountryID'), 'BR-09'],
  ['no sum of the lines', [/(MonetarySummation>\s*)<ram:LineTotalAmount>[^<]*<\/ram:LineTotalAmount>(?=\s*<ram:ChargeTotal)/, '$1'], 'BR-12'],
  ['no amount without tax', gone('ram:TaxBasisTotalAmount'), 'BR-13'],
  ['no amount with tax', gone('ram:GrandTotalAmount'), 'BR-14'],
  ['no amount due', gone('ram:DuePayableAmount'), 'BR-15'],
  ['no lines', [/<ram:IncludedSupplyChainTradeLineItem>[^]*<\/ram:IncludedSupplyChainTradeLineItem>/, ''], 'BR-16'],
  ['no number of a line', gone('ram:LineID'), 'BR-21'],
  ['no quantity', gone('ram:BilledQuantity'), 'BR-22'],
  ['no code of a unit', [/ unitCode="[^"]*"/, ''], 'BR-23'],
  ['no name of an item', [/(<ram:SellerAssignedID>[^<]*<\/ram:SellerAssignedID>\s*)<ram:Name>[^<]*<\/ram:Name>/, '$1'], 'BR-25'],
  ['no price', gone('ram:ChargeAmount'), 'BR-26'],
  ['a VAT number without its country', [/(schemeID="VA">)[^<]*/, '$1123456789'], 'BR-CO-09'],
  ['a wrong sum of the discounts', set('ram:AllowanceTotalAmount', '4.99'), 'BR-CO-11'],
  ['a wrong sum of the charges', set('ram:ChargeTotalAmount', '4.99'), 'BR-CO-12'],
  ['a wrong amount without tax', set('ram:TaxBasisTotalAmount', '111.00'), 'BR-CO-13'],
  ['a wrong sum of the tax', set('ram:TaxTotalAmount', '18.99'), 'BR-CO-14'],
  ['a wrong amount with tax', set('ram:GrandTotalAmount', '129.01'), 'BR-CO-15'],
  ['a wrong amount due', set('ram:DuePayableAmount', '129.01'), 'BR-CO-16'],
  ['an exemption without a reason', gone('ram:ExemptionReason'), 'BR-E-10'],
  ['an unknown currency', set('ram:InvoiceCurrencyCode', 'XXY'), 'BR-CL-04'],
  ['an unknown country', set('ram:CountryID', 'QQ'), 'BR-CL-14'],
  ['an unknown unit', [/ unitCode="[^"]*"/, ' unitCode="PALLET"'], 'BR-CL-23'],
] // prettier-ignore

describe.runIf(hasStandards)('a document of ours that is broken is refused by the right rule', () => {
  it.each([
    ['UBL', brokenUbl, ublOf(whole())],
    ['CII', brokenCii, ciiOf(whole(), { inside: 'file' })],
  ] as const)('%s', (form, breaks, good) => {
    const judge = rulesOf(form)
    for (const [what, [found, instead], rule] of probesOf(`breaks ${form}`, breaks, 10)) {
      const broken = good.replace(found, instead)
      expect(broken, what).not.toBe(good)
      expect([what, ...judge.broken(broken, rule)]).toEqual([what, rule])
    }
  })
})
