import type { InvoiceFacts } from '../facts.ts'
import { isAddressScheme, isCountry } from './codes.ts'
import { vatNumberOf } from './electronic.ts'

/** A field that is missing or does not do for an electronic invoice, and why. Fields are named as an invoice and its settings name them. */
export interface ElectronicGap {
  field: string
  reason: GapReason
}
export const gapReasons = [
  'required',
  'not_a_country',
  'not_a_scheme',
  'not_a_vat_number',
  'tax_category_missing',
  'tax_alone',
] as const
type GapReason = (typeof gapReasons)[number]

/**
 * What is missing for UBL, CII and Factur-X, by the rules of EN 16931; empty when they can be had. The number is not among it, since
 * a draft gets it when it is issued.
 */
export function electronicGaps(facts: InvoiceFacts): ElectronicGap[] {
  const gap = (field: string, reason: GapReason, isGap: boolean): ElectronicGap[] => (isGap ? [{ field, reason }] : [])
  const required = (field: string, value: string) => gap(field, 'required', value === '')
  const { seller, buyer } = facts
  return [
    ...required('seller.legal_name', seller.legal_name),
    ...countryGaps('seller.country_code', seller.country_code),
    ...countryGaps('billing_address.country_code', buyer.billing.country_code),
    ...(buyer.shipping.country_code ? countryGaps('shipping_address.country_code', buyer.shipping.country_code) : []),
    ...gap(
      'seller.endpoint_scheme',
      'not_a_scheme',
      seller.endpoint_id !== '' && !isAddressScheme(seller.endpoint_scheme),
    ),
    ...gap('buyer.endpoint.scheme', 'not_a_scheme', buyer.endpoint !== null && !isAddressScheme(buyer.endpoint.scheme)),
    ...taxGaps(facts),
  ]
}

const countryGaps = (field: string, country: string): ElectronicGap[] => {
  if (isCountry(country)) return []
  return [{ field, reason: country === '' ? 'required' : 'not_a_country' }]
}

/** What the categories of the tax ask for. */
function taxGaps(facts: InvoiceFacts): ElectronicGap[] {
  const { seller, buyer, lines, notSubjectToTax } = facts
  const used = new Set(facts.sums.groups.map(({ category }) => category))
  const has = (...categories: string[]) => categories.some((category) => used.has(category))
  const gaps: ElectronicGap[] = []
  const add = (field: string, reason: GapReason, isGap: boolean) => {
    if (isGap) gaps.push({ field, reason })
  }
  if (used.has('') && used.size > 1)
    lines.forEach(({ tax }, at) => add(`line_items.${at}.tax_category`, 'tax_category_missing', tax.category === ''))
  if (used.has('') && used.size === 1) add('line_items', 'tax_category_missing', !notSubjectToTax)
  add('line_items', 'tax_alone', used.has('O') && used.size > 1)

  const notSubject = [...used].every((category) => category === 'O' || category === '')
  const sellerVat = notSubject ? '' : vatNumberOf(seller.tax_number, seller.country_code)
  if (!notSubject) {
    add('seller.tax_number', 'required', seller.tax_number === '')
    // Within the Union and for exports it has to be a number for VAT.
    add('seller.tax_number', 'not_a_vat_number', has('K', 'G') && seller.tax_number !== '' && sellerVat === '')
  }
  // Some number has to say who the seller is, and a tax number that is none for VAT does not.
  add('seller.company_number', 'required', sellerVat === '' && seller.company_number === '')
  const buyerVat = vatNumberOf(buyer.taxNumber, buyer.billing.country_code)
  const buyerNeeds = has('K') || (has('AE') && buyer.companyNumber === '')
  add('buyer.tax_number', buyer.taxNumber === '' ? 'required' : 'not_a_vat_number', buyerNeeds && buyerVat === '')
  add('delivery_date', 'required', has('K') && facts.deliveryDate === '' && facts.period === null)
  gaps.push(...reasonGaps(facts))
  return gaps
}

/** Why something is exempt follows from no category; the others without tax have a reason of their own. */
function reasonGaps({ lines, costs, sums: { groups } }: InvoiceFacts): ElectronicGap[] {
  const exempt = groups.some(({ category }) => category === 'E')
  const said = [...lines, ...costs].some(({ tax, taxReason }) => tax?.category === 'E' && taxReason !== '')
  if (!exempt || said) return []
  const line = lines.findIndex(({ tax }) => tax.category === 'E')
  const cost = costs.findIndex(({ tax }) => tax?.category === 'E')
  return [
    { field: line >= 0 ? `line_items.${line}.tax_reason` : `additional_costs.${cost}.tax_reason`, reason: 'required' },
  ]
}
