import type { AddressFacts } from '../facts.ts'
import { documentTypes } from './codes.ts'
import type {
  ElectronicInvoice,
  ElectronicLine,
  ElectronicMeans,
  ElectronicParty,
  ElectronicTax,
} from './electronic.ts'
import { element, xmlDocument, type Element } from './xml.ts'

const oasis = 'urn:oasis:names:specification:ubl:schema:xsd'
export const coreGuideline = 'urn:cen.eu:en16931:2017'
const peppolGuideline = `${coreGuideline}#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0`
const peppolProcess = 'urn:fdc:peppol.eu:2017:poacc:billing:01:1.0'
export const guidelineOf = (invoice: ElectronicInvoice) => (invoice.isPeppol ? peppolGuideline : coreGuideline)
export const processOf = (invoice: ElectronicInvoice) => (invoice.isPeppol ? peppolProcess : '')

/** The invoice or credit note as UBL 2.1. Elements stand in the order of its schema. */
export function ublOf(invoice: ElectronicInvoice): string {
  const isInvoice = invoice.kind === 'invoice'
  const name = isInvoice ? 'Invoice' : 'CreditNote'
  const { currency, sums, period, precedes } = invoice
  const typeCode = element(`cbc:${name}TypeCode`, documentTypes[invoice.kind])
  const money = moneyIn(currency)
  const root = element(
    name,
    [
      element('cbc:CustomizationID', guidelineOf(invoice)),
      element('cbc:ProfileID', processOf(invoice)),
      element('cbc:ID', invoice.number),
      element('cbc:IssueDate', invoice.date),
      isInvoice && element('cbc:DueDate', invoice.dueDate),
      typeCode,
      element('cbc:Note', invoice.note),
      element('cbc:DocumentCurrencyCode', currency),
      element('cbc:BuyerReference', invoice.buyerReference),
      period &&
        element('cac:InvoicePeriod', [element('cbc:StartDate', period.from), element('cbc:EndDate', period.to)]),
      element('cac:OrderReference', [element('cbc:ID', invoice.purchaseOrder)]),
      precedes &&
        element('cac:BillingReference', [
          element('cac:InvoiceDocumentReference', [
            element('cbc:ID', precedes.number),
            element('cbc:IssueDate', precedes.date),
          ]),
        ]),
      element('cac:AccountingSupplierParty', [partyOf(invoice.seller)]),
      element('cac:AccountingCustomerParty', [partyOf(invoice.buyer)]),
      element('cac:Delivery', [
        element('cbc:ActualDeliveryDate', invoice.deliveryDate),
        invoice.deliverTo && element('cac:DeliveryLocation', [addressOf('cac:Address', invoice.deliverTo)]),
      ]),
      invoice.means && meansOf(invoice.means, invoice.number),
      element('cac:PaymentTerms', [element('cbc:Note', invoice.terms)]),
      ...invoice.costs.map(({ isCharge, reason, amount, tax }) =>
        element('cac:AllowanceCharge', [
          element('cbc:ChargeIndicator', String(isCharge)),
          element('cbc:AllowanceChargeReason', reason),
          money('cbc:Amount', amount),
          categoryOf('cac:TaxCategory', tax),
        ]),
      ),
      element('cac:TaxTotal', [
        money('cbc:TaxAmount', sums.tax),
        ...invoice.groups.map((group) =>
          element('cac:TaxSubtotal', [
            money('cbc:TaxableAmount', group.taxable),
            money('cbc:TaxAmount', group.tax),
            categoryOf('cac:TaxCategory', group, group),
          ]),
        ),
      ]),
      element('cac:LegalMonetaryTotal', [
        money('cbc:LineExtensionAmount', sums.lines),
        money('cbc:TaxExclusiveAmount', sums.withoutTax),
        money('cbc:TaxInclusiveAmount', sums.withTax),
        money('cbc:AllowanceTotalAmount', sums.discounts),
        money('cbc:ChargeTotalAmount', sums.charges),
        money('cbc:PrepaidAmount', sums.prepaid),
        money('cbc:PayableAmount', sums.due),
      ]),
      ...invoice.lines.map((line) => lineOf(line, isInvoice, money)),
    ],
    {
      xmlns: `${oasis}:${name}-2`,
      'xmlns:cac': `${oasis}:CommonAggregateComponents-2`,
      'xmlns:cbc': `${oasis}:CommonBasicComponents-2`,
    },
  )
  return xmlDocument(root as Element)
}

type Money = (name: string, amount: string) => Element | null
const moneyIn =
  (currency: string): Money =>
  (name, amount) =>
    element(name, amount, { currencyID: currency })

function partyOf(party: ElectronicParty): Element | null {
  const { endpoint, name, phone, email } = party
  const registered = (number: string, scheme: string) =>
    number !== '' &&
    element('cac:PartyTaxScheme', [
      element('cbc:CompanyID', number),
      element('cac:TaxScheme', [element('cbc:ID', scheme)]),
    ])
  return element('cac:Party', [
    endpoint && element('cbc:EndpointID', endpoint.id, { schemeID: endpoint.scheme }),
    addressOf('cac:PostalAddress', party.address),
    registered(party.vatNumber, 'VAT'),
    registered(party.taxNumber, 'TAX'),
    element('cac:PartyLegalEntity', [
      element('cbc:RegistrationName', name),
      element('cbc:CompanyID', party.companyNumber),
    ]),
    element('cac:Contact', [
      (phone || email) !== '' && element('cbc:Name', name),
      element('cbc:Telephone', phone),
      element('cbc:ElectronicMail', email),
    ]),
  ])
}

const addressOf = (name: string, address: AddressFacts): Element | null =>
  element(name, [
    element('cbc:StreetName', address.line_1),
    element('cbc:AdditionalStreetName', address.line_2),
    element('cbc:CityName', address.city),
    element('cbc:PostalZone', address.zip_code),
    element('cbc:CountrySubentity', address.state),
    element('cac:Country', [element('cbc:IdentificationCode', address.country_code)]),
  ])

const meansOf = ({ code, account }: ElectronicMeans, number: string): Element | null =>
  element('cac:PaymentMeans', [
    element('cbc:PaymentMeansCode', code),
    element('cbc:PaymentID', number),
    account &&
      element('cac:PayeeFinancialAccount', [
        element('cbc:ID', account.number),
        element('cbc:Name', account.name),
        element('cac:FinancialInstitutionBranch', [element('cbc:ID', account.bank)]),
      ]),
  ])

const categoryOf = (
  name: string,
  { category, percent }: ElectronicTax,
  why: { reason: string; reasonCode: string } = { reason: '', reasonCode: '' },
): Element | null =>
  element(name, [
    element('cbc:ID', category),
    element('cbc:Percent', percent),
    element('cbc:TaxExemptionReasonCode', why.reasonCode),
    element('cbc:TaxExemptionReason', why.reason),
    element('cac:TaxScheme', [element('cbc:ID', 'VAT')]),
  ])

function lineOf(line: ElectronicLine, isInvoice: boolean, money: Money): Element | null {
  const [name, quantity] = isInvoice ? ['InvoiceLine', 'InvoicedQuantity'] : ['CreditNoteLine', 'CreditedQuantity']
  return element(`cac:${name}`, [
    element('cbc:ID', line.id),
    element('cbc:Note', line.note),
    element(`cbc:${quantity}`, line.quantity, { unitCode: line.unit }),
    money('cbc:LineExtensionAmount', line.net),
    element('cac:Item', [
      element('cbc:Name', line.name),
      element('cac:SellersItemIdentification', [element('cbc:ID', line.itemId)]),
      categoryOf('cac:ClassifiedTaxCategory', line.tax),
    ]),
    element('cac:Price', [money('cbc:PriceAmount', line.price)]),
  ])
}
