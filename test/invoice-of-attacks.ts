import { invoiceText } from '#contract/invoice-parts.ts'
import { attacks } from './attacks.ts'
import type { NextText } from './page-of-attacks.ts'

const form = invoiceText(500)
/** The attacks that an invoice may say: XML can carry them. */
export const invoiceAttacks = (): string[] => attacks().filter((text) => form.safeParse(text.slice(0, 500)).success)
/** The texts of an address; `next` gives each another one. */
const addressOf = (next: NextText) => ({
  line_1: next(120),
  line_2: next(120),
  city: next(80),
  state: next(80),
  zip_code: next(20),
  country_code: 'DE',
})

/** An invoice whose plain texts are each another one. It comes to 165.00, and nothing is missing for an electronic one. */
export const invoiceOf = (next: NextText) => ({
  merchant_invoice_ref: `${next(60)} ${crypto.randomUUID()}`,
  customer: { name: next(120), email: `${crypto.randomUUID()}@buyer.example` },
  billing_address: addressOf(next),
  shipping_address: addressOf(next),
  buyer: {
    tax_number: next(40),
    company_number: next(40),
    endpoint: { scheme: '9930', id: next(100) },
    reference: next(100),
    purchase_order: next(100),
  },
  line_items: Array.from({ length: 3 }, () => ({
    id: next(60),
    detail: next(500),
    quantity: 1,
    unit: next(20),
    rate: 50,
    tax_category: 'E',
    tax_percent: 0,
    tax_reason: next(200),
  })),
  additional_costs: [
    { title: next(80), type: 'CHARGE', amount: 20, tax_category: 'E', tax_percent: 0, tax_reason: next(200) },
    { title: next(80), type: 'DISCOUNT', amount: 5 },
  ],
  custom_fields: [{ key: next(60), value: next(200), show: true }],
  description: next(500),
  customer_note: { title: next(80), value: next(1_000) },
  additional_invoice_notes: [{ title: next(80), description: next(2_000) }],
  internal_note: next(1_000),
  source: next(40),
})

/** What its merchant's settings say. */
export const sellerOf = (next: NextText) => ({
  legal_name: next(120),
  ...addressOf(next),
  tax_number: next(40),
  company_number: next(40),
  endpoint_scheme: '9930',
  endpoint_id: next(100),
  bank_name: next(80),
  account_name: next(120),
  account_number: next(40),
  bank_code: next(20),
  terms: next(500),
})

/** A template with the same texts; its name is another each time. */
export const templateOf = (next: NextText) => {
  const { line_items, additional_costs, custom_fields, description, customer_note, ...more } = invoiceOf(next)
  const { additional_invoice_notes, internal_note } = more
  return {
    name: `${next(20)} ${crypto.randomUUID()}`,
    currency: 'EUR',
    line_items,
    additional_costs,
    custom_fields,
    description,
    customer_note,
    additional_invoice_notes,
    internal_note,
  }
}
