import type { InvoiceSums, TaxOf } from '#contract/invoice-sums.ts'
import type { InvoiceSeller } from '#contract/invoice-answers.ts'
import type { Currency } from '#contract/kit/money.ts'
import type { Millionths } from '#contract/kit/decimal.ts'
import type { Environment } from '#contract/kit/wire.ts'
import type { Language } from '#i18n/languages.ts'

/**
 * Everything that the document of an invoice or of a credit note says, and nothing else: page, PDF, UBL and CII are made of it
 * alone. What is absent is an empty text. Days are `YYYY-MM-DD`; amounts are minor units of `currency` and never negative, also
 * those of a credit note.
 */
export interface InvoiceFacts {
  kind: 'invoice' | 'credit_note'
  /** The reference of the invoice or of the credit note; its files are kept under it. */
  ref: string
  environment: Environment
  state: 'draft' | 'issued' | 'voided'
  /** Empty in a draft. */
  number: string
  /** The moment of issue, which is the time stamp of its files; null in a draft. */
  issuedAt: Date | null
  date: string
  /** Empty for a credit note. */
  dueDate: string
  deliveryDate: string
  period: { from: string; to: string } | null
  language: Language
  currency: Currency
  look: { design: InvoiceDesign; color: string }
  /** A PNG; null without one. */
  logo: Uint8Array | null
  seller: Omit<InvoiceSeller, 'logo'>
  /** Whether the seller has said that they are not subject to tax. */
  notSubjectToTax: boolean
  buyer: BuyerFacts
  lines: LineFacts[]
  costs: CostFacts[]
  sums: InvoiceSums
  /** What was paid before the invoice was issued; it lowers the amount due. */
  prepaid: bigint
  /** Those that the customer sees. */
  customFields: { key: string; value: string }[]
  description: string
  customerNote: { title: string; value: string }
  notes: { title: string; description: string }[]
  /** Why something is credited. */
  reason: string
  /** Of a credit note the invoice that it credits, of an invoice the voided one that it replaces. */
  forerunner: { number: string; date: string } | null
  /** Where the customer pays; empty when they cannot. */
  payUrl: string
  showQrCode: boolean
}

export type InvoiceDesign = 'classic' | 'modern' | 'compact'

export interface AddressFacts {
  line_1: string
  line_2: string
  city: string
  state: string
  zip_code: string
  /** ISO 3166-1, two letters. */
  country_code: string
}

export interface BuyerFacts {
  name: string
  email: string
  phone: string
  billing: AddressFacts
  shipping: AddressFacts
  taxNumber: string
  companyNumber: string
  endpoint: { scheme: string; id: string } | null
  reference: string
  purchaseOrder: string
}

export interface LineFacts {
  /** The merchant's own id of the item. */
  id: string
  detail: string
  quantity: Millionths
  /** A code of UN/ECE Recommendation 20, or a word of the merchant's. */
  unit: string
  /** Of one unit, in major units. */
  rate: Millionths
  tax: TaxOf
  /** Why there is no tax. */
  taxReason: string
}

/** Its amount, and what of it falls to each group of the tax, are in `sums.costs` at the same place. */
export interface CostFacts {
  title: string
  type: 'CHARGE' | 'DISCOUNT'
  /** Null for an amount. */
  percent: Millionths | null
  /** Null: it is spread over the groups of the lines. */
  tax: TaxOf | null
  taxReason: string
}
