import type { AddressFacts } from '../facts.ts'
import { documentTypes } from './codes.ts'
import type {
  ElectronicInvoice,
  ElectronicLine,
  ElectronicMeans,
  ElectronicParty,
  ElectronicTax,
} from './electronic.ts'
import { guidelineOf, processOf, coreGuideline } from './ubl.ts'
import { element, emptyElement, xmlDocument, type Element } from './xml.ts'

const standard = 'urn:un:unece:uncefact:data:standard'

/**
 * The invoice or credit note as UN/CEFACT CII D16B. Elements stand in the order of its schema. The one in a Factur-X names the
 * standard alone, as its profile is that.
 */
export function ciiOf(invoice: ElectronicInvoice, { inside }: { inside: 'factur-x' | 'file' }): string {
  const embedded = inside === 'factur-x'
  const root = element(
    'rsm:CrossIndustryInvoice',
    [
      element('rsm:ExchangedDocumentContext', [
        element('ram:BusinessProcessSpecifiedDocumentContextParameter', [
          element('ram:ID', embedded ? '' : processOf(invoice)),
        ]),
        element('ram:GuidelineSpecifiedDocumentContextParameter', [
          element('ram:ID', embedded ? coreGuideline : guidelineOf(invoice)),
        ]),
      ]),
      element('rsm:ExchangedDocument', [
        element('ram:ID', invoice.number),
        element('ram:TypeCode', documentTypes[invoice.kind]),
        dateOf('ram:IssueDateTime', invoice.date),
        element('ram:IncludedNote', [element('ram:Content', invoice.note)]),
      ]),
      element('rsm:SupplyChainTradeTransaction', [
        ...invoice.lines.map(lineOf),
        element('ram:ApplicableHeaderTradeAgreement', [
          element('ram:BuyerReference', invoice.buyerReference),
          partyOf('ram:SellerTradeParty', invoice.seller),
          partyOf('ram:BuyerTradeParty', invoice.buyer),
          element('ram:BuyerOrderReferencedDocument', [element('ram:IssuerAssignedID', invoice.purchaseOrder)]),
        ]),
        deliveryOf(invoice),
        settlementOf(invoice),
      ]),
    ],
    {
      'xmlns:rsm': `${standard}:CrossIndustryInvoice:100`,
      'xmlns:ram': `${standard}:ReusableAggregateBusinessInformationEntity:100`,
      'xmlns:qdt': `${standard}:QualifiedDataType:100`,
      'xmlns:udt': `${standard}:UnqualifiedDataType:100`,
    },
  )
  return xmlDocument(root as Element)
}

/** The schema wants it to be there, also when nothing is known of the delivery. */
const deliveryOf = ({ deliverTo, deliveryDate }: ElectronicInvoice): Element =>
  element('ram:ApplicableHeaderTradeDelivery', [
    deliverTo && element('ram:ShipToTradeParty', [addressOf(deliverTo)]),
    element('ram:ActualDeliverySupplyChainEvent', [dateOf('ram:OccurrenceDateTime', deliveryDate)]),
  ]) ?? emptyElement('ram:ApplicableHeaderTradeDelivery')

function settlementOf(invoice: ElectronicInvoice): Element | null {
  const { period, sums, currency, precedes } = invoice
  return element('ram:ApplicableHeaderTradeSettlement', [
    invoice.means && element('ram:PaymentReference', invoice.number),
    element('ram:InvoiceCurrencyCode', currency),
    invoice.means && meansOf(invoice.means),
    ...invoice.groups.map((group) =>
      element('ram:ApplicableTradeTax', [
        element('ram:CalculatedAmount', group.tax),
        element('ram:TypeCode', 'VAT'),
        element('ram:ExemptionReason', group.reason),
        element('ram:BasisAmount', group.taxable),
        element('ram:CategoryCode', group.category),
        element('ram:ExemptionReasonCode', group.reasonCode),
        element('ram:RateApplicablePercent', group.percent),
      ]),
    ),
    period &&
      element('ram:BillingSpecifiedPeriod', [
        dateOf('ram:StartDateTime', period.from),
        dateOf('ram:EndDateTime', period.to),
      ]),
    ...invoice.costs.map(({ isCharge, amount, reason, tax }) =>
      element('ram:SpecifiedTradeAllowanceCharge', [
        element('ram:ChargeIndicator', [element('udt:Indicator', String(isCharge))]),
        element('ram:ActualAmount', amount),
        element('ram:Reason', reason),
        categoryOf('ram:CategoryTradeTax', tax),
      ]),
    ),
    element('ram:SpecifiedTradePaymentTerms', [
      element('ram:Description', invoice.terms),
      dateOf('ram:DueDateDateTime', invoice.dueDate),
    ]),
    element('ram:SpecifiedTradeSettlementHeaderMonetarySummation', [
      element('ram:LineTotalAmount', sums.lines),
      element('ram:ChargeTotalAmount', sums.charges),
      element('ram:AllowanceTotalAmount', sums.discounts),
      element('ram:TaxBasisTotalAmount', sums.withoutTax),
      element('ram:TaxTotalAmount', sums.tax, { currencyID: currency }),
      element('ram:GrandTotalAmount', sums.withTax),
      element('ram:TotalPrepaidAmount', sums.prepaid),
      element('ram:DuePayableAmount', sums.due),
    ]),
    precedes &&
      element('ram:InvoiceReferencedDocument', [
        element('ram:IssuerAssignedID', precedes.number),
        dateOf('ram:FormattedIssueDateTime', precedes.date, 'qdt'),
      ]),
  ])
}

function partyOf(name: string, party: ElectronicParty): Element | null {
  const { endpoint, phone, email } = party
  const registered = (number: string, scheme: string) =>
    element('ram:SpecifiedTaxRegistration', [element('ram:ID', number, { schemeID: scheme })])
  return element(name, [
    element('ram:Name', party.name),
    element('ram:SpecifiedLegalOrganization', [element('ram:ID', party.companyNumber)]),
    element('ram:DefinedTradeContact', [
      (phone || email) !== '' && element('ram:PersonName', party.name),
      element('ram:TelephoneUniversalCommunication', [element('ram:CompleteNumber', phone)]),
      element('ram:EmailURIUniversalCommunication', [element('ram:URIID', email)]),
    ]),
    addressOf(party.address),
    endpoint &&
      element('ram:URIUniversalCommunication', [element('ram:URIID', endpoint.id, { schemeID: endpoint.scheme })]),
    registered(party.vatNumber, 'VA'),
    registered(party.taxNumber, 'FC'),
  ])
}

const addressOf = (address: AddressFacts): Element | null =>
  element('ram:PostalTradeAddress', [
    element('ram:PostcodeCode', address.zip_code),
    element('ram:LineOne', address.line_1),
    element('ram:LineTwo', address.line_2),
    element('ram:CityName', address.city),
    element('ram:CountryID', address.country_code),
    element('ram:CountrySubDivisionName', address.state),
  ])

const meansOf = ({ code, account }: ElectronicMeans): Element | null =>
  element('ram:SpecifiedTradeSettlementPaymentMeans', [
    element('ram:TypeCode', code),
    account &&
      element('ram:PayeePartyCreditorFinancialAccount', [
        element('ram:IBANID', account.isIban ? account.number : ''),
        element('ram:AccountName', account.name),
        element('ram:ProprietaryID', account.isIban ? '' : account.number),
      ]),
    account && element('ram:PayeeSpecifiedCreditorFinancialInstitution', [element('ram:BICID', account.bank)]),
  ])

const categoryOf = (name: string, { category, percent }: ElectronicTax): Element | null =>
  element(name, [
    element('ram:TypeCode', 'VAT'),
    element('ram:CategoryCode', category),
    element('ram:RateApplicablePercent', percent),
  ])

/** A day in the form 102: `YYYYMMDD`. */
const dateOf = (name: string, day: string, types: 'udt' | 'qdt' = 'udt'): Element | null =>
  element(name, [element(`${types}:DateTimeString`, day.replaceAll('-', ''), { format: '102' })])

const lineOf = (line: ElectronicLine): Element | null =>
  element('ram:IncludedSupplyChainTradeLineItem', [
    element('ram:AssociatedDocumentLineDocument', [
      element('ram:LineID', line.id),
      element('ram:IncludedNote', [element('ram:Content', line.note)]),
    ]),
    element('ram:SpecifiedTradeProduct', [
      element('ram:SellerAssignedID', line.itemId),
      element('ram:Name', line.name),
    ]),
    element('ram:SpecifiedLineTradeAgreement', [
      element('ram:NetPriceProductTradePrice', [element('ram:ChargeAmount', line.price)]),
    ]),
    element('ram:SpecifiedLineTradeDelivery', [element('ram:BilledQuantity', line.quantity, { unitCode: line.unit })]),
    element('ram:SpecifiedLineTradeSettlement', [
      categoryOf('ram:ApplicableTradeTax', line.tax),
      element('ram:SpecifiedTradeSettlementLineMonetarySummation', [element('ram:LineTotalAmount', line.net)]),
    ]),
  ])
