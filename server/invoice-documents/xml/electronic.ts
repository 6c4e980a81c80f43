import { millionthsText } from '#contract/kit/decimal.ts'
import { decimalText } from '#contract/kit/money.ts'
import { fill } from '#i18n/fill.ts'
import type { AddressFacts, InvoiceFacts } from '../facts.ts'
import { dayText, invoiceTexts, reasonOf } from '../words.ts'
import { exemptionCodes, paymentMeans, unitOf } from './codes.ts'

/** A tax category with its percentage as text; not subject (O) has none. */
export interface ElectronicTax {
  category: string
  percent: string | null
}
export interface ElectronicParty {
  name: string
  address: AddressFacts
  /** With the prefix of its country; empty without one. */
  vatNumber: string
  /** Another number for taxes. */
  taxNumber: string
  companyNumber: string
  endpoint: { scheme: string; id: string } | null
  email: string
  phone: string
}

/** What UBL and CII both say, in the terms of EN 16931. Amounts are texts with the decimals of the currency. */
export interface ElectronicInvoice {
  kind: InvoiceFacts['kind']
  number: string
  date: string
  dueDate: string
  currency: string
  /** Whether it is one of Peppol BIS Billing 3, which needs more than the standard. */
  isPeppol: boolean
  note: string
  buyerReference: string
  purchaseOrder: string
  precedes: InvoiceFacts['forerunner']
  seller: ElectronicParty
  buyer: ElectronicParty
  deliveryDate: string
  deliverTo: AddressFacts | null
  period: InvoiceFacts['period']
  means: ElectronicMeans | null
  terms: string
  /** What of each cost falls to each group of the tax. */
  costs: { isCharge: boolean; amount: string; reason: string; tax: ElectronicTax }[]
  groups: (ElectronicTax & { taxable: string; tax: string; reason: string; reasonCode: string })[]
  sums: Record<'lines' | 'discounts' | 'charges' | 'withoutTax' | 'tax' | 'withTax' | 'prepaid' | 'due', string>
  lines: ElectronicLine[]
}
export interface ElectronicMeans {
  code: string
  account: { number: string; isIban: boolean; name: string; bank: string } | null
}
export interface ElectronicLine {
  id: string
  /** The merchant's word for a unit that has no code. */
  note: string
  quantity: string
  unit: string
  net: string
  itemId: string
  name: string
  tax: ElectronicTax
  price: string
}

/** An invoice that has no gaps (`electronicGaps`) in the terms of EN 16931. */
export function electronicOf(facts: InvoiceFacts): ElectronicInvoice {
  const { sums, currency, seller, buyer, language } = facts
  const amount = (minor: bigint) => decimalText(minor, currency)
  const texts = invoiceTexts[language]
  const notSubject = sums.groups.every(({ category }) => category === '' || category === 'O')
  const taxOf = ({ category, percent }: { category: string; percent: bigint }): ElectronicTax =>
    category === '' || category === 'O'
      ? { category: 'O', percent: null }
      : { category, percent: millionthsText(percent) }
  const sender = partyOf(
    {
      ...seller,
      name: seller.legal_name,
      address: seller,
      number: seller.tax_number,
      companyNumber: seller.company_number,
    },
    notSubject,
  )
  const endpoint = seller.endpoint_id ? { scheme: seller.endpoint_scheme, id: seller.endpoint_id } : null
  return {
    kind: facts.kind,
    number: facts.number,
    date: facts.date,
    dueDate: facts.dueDate,
    currency,
    isPeppol: endpoint !== null && buyer.endpoint !== null && (buyer.reference || buyer.purchaseOrder) !== '',
    note: noteOf(facts),
    buyerReference: buyer.reference,
    purchaseOrder: buyer.purchaseOrder,
    precedes: facts.forerunner,
    seller: { ...sender, endpoint },
    buyer: {
      ...partyOf({ ...buyer, address: buyer.billing, number: buyer.taxNumber }, notSubject),
      taxNumber: '',
      endpoint: buyer.endpoint,
    },
    deliveryDate: facts.deliveryDate,
    deliverTo: deliverTo(facts),
    period: facts.period,
    means: meansOf(facts),
    terms: termsOf(facts),
    costs: facts.costs.flatMap(({ type, title }, at) =>
      sums.groups.flatMap((group, of) => {
        const share = sums.costs[at]?.shares[of] ?? 0n
        const cost = { isCharge: type === 'CHARGE', amount: amount(share), reason: title, tax: taxOf(group) }
        return share > 0n ? [cost] : []
      }),
    ),
    groups: sums.groups.flatMap((group, of) => {
      // A cost of nothing alone makes no group.
      const has =
        facts.lines.some(
          ({ tax: { category, percent } }) => category === group.category && percent === group.percent,
        ) || sums.costs.some(({ shares }) => (shares[of] ?? 0n) > 0n)
      const tax = taxOf(group)
      const written = {
        ...tax,
        taxable: amount(group.taxable),
        tax: amount(group.tax),
        reason: reasonOf({ ...group, category: tax.category }, facts, texts),
        reasonCode: exemptionCodes[tax.category] ?? '',
      }
      return has ? [written] : []
    }),
    sums: {
      lines: amount(sums.subTotal),
      discounts: amount(sums.discounts),
      charges: amount(sums.charges),
      withoutTax: amount(sums.subTotal + sums.charges - sums.discounts),
      tax: amount(sums.tax),
      withTax: amount(sums.amount),
      prepaid: amount(facts.prepaid),
      due: amount(sums.amount - facts.prepaid),
    },
    lines: facts.lines.map((line, at) => {
      const { code, word } = unitOf(line.unit)
      return {
        id: String(at + 1),
        note: word,
        quantity: millionthsText(line.quantity),
        unit: code,
        net: amount(sums.nets[at] as bigint),
        itemId: line.id,
        name: line.detail.replaceAll(/\s+/g, ' ').trim(),
        tax: taxOf(line.tax),
        price: millionthsText(line.rate),
      }
    }),
  }
}

/** A number with the prefix of its country is one for VAT; who is not subject to VAT must not name it. */
function partyOf(
  party: { name: string; address: AddressFacts; number: string; companyNumber: string; email: string; phone: string },
  notSubject: boolean,
): Omit<ElectronicParty, 'endpoint'> {
  const { name, address, number, companyNumber, email, phone } = party
  const vatNumber = vatNumberOf(number, address.country_code)
  return {
    name,
    address,
    vatNumber: notSubject ? '' : vatNumber,
    taxNumber: vatNumber === '' || notSubject ? number : '',
    companyNumber,
    email,
    phone,
  }
}

/** The number without its spaces where it begins with the prefix of its country; empty where it does not. */
export function vatNumberOf(number: string, country: string): string {
  const plain = number.replaceAll(/[\s.-]/g, '').toUpperCase()
  const prefix = country === 'GR' ? 'EL' : country
  return prefix !== '' && plain.startsWith(prefix) && plain.length > prefix.length ? plain : ''
}

/** Goods that go to another country of the Union have to say where to: to the buyer, unless they are shipped elsewhere. */
function deliverTo({ buyer: { shipping, billing }, sums: { groups } }: InvoiceFacts): AddressFacts | null {
  if (shipping.country_code !== '') return shipping
  return groups.some(({ category }) => category === 'K') && billing.country_code !== '' ? billing : null
}

/** A document names one code for all of its means, so an account goes before the page. The page's address is in the terms. */
function meansOf({ seller, payUrl, currency, kind }: InvoiceFacts): ElectronicMeans | null {
  if (kind === 'credit_note') return null
  const number = seller.account_number.replaceAll(/\s/g, '')
  const isIban = /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(number)
  const code = isIban && currency === 'EUR' ? paymentMeans.sepa : paymentMeans.creditTransfer
  const account = { number, isIban, name: seller.account_name || seller.legal_name, bank: seller.bank_code }
  if (number) return { code, account }
  return payUrl ? { code: paymentMeans.online, account: null } : null
}

function termsOf({ seller, payUrl, kind, forerunner, language }: InvoiceFacts): string {
  if (kind === 'invoice') return [seller.terms, payUrl].filter((text) => text !== '').join('\n')
  const { credited, ofDay } = invoiceTexts[language].facts
  const of = forerunner && fill(ofDay, { number: forerunner.number, date: dayText(forerunner.date, language) })
  return of ? `${credited}: ${of}` : credited
}

/** One note, as Peppol allows no more. */
function noteOf({ description, customerNote, notes, reason }: InvoiceFacts): string {
  const titled = [
    { title: customerNote.title, text: customerNote.value },
    ...notes.map(({ title, description: text }) => ({ title, text })),
  ].map(({ title, text }) => (text === '' ? '' : [title, text].filter((part) => part !== '').join(': ')))
  return [reason, description, ...titled].filter((text) => text !== '').join('\n')
}
