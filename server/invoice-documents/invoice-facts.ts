import { amountsOf, exact, isPercent, summedLine, type Itemised } from '#contract/invoice-amounts.ts'
import type { InvoiceContent } from '#contract/invoice-content.ts'
import type { InvoiceSeller } from '#contract/invoice-answers.ts'
import { invoiceLooks, type InvoiceLine } from '#contract/invoice-parts.ts'
import { netOf, type InvoiceSums } from '#contract/invoice-sums.ts'
import type { Currency } from '#contract/kit/money.ts'
import { bestLanguage } from '#i18n/negotiate.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { isIssued, type InvoiceRow } from '#server/invoice-store/queries.ts'
import { sellerOf, settingsOf } from '#server/invoice-store/settings.ts'
import { payAddress } from '#server/payables/payable.ts'
import type { AddressFacts, BuyerFacts, InvoiceFacts, LineFacts } from './facts.ts'
import { findNumber, readLogo } from './queries.ts'

/** What an invoice says that is not in its content. */
export type InvoiceTerms = Pick<
  InvoiceRow,
  'customer_name' | 'email' | 'phone' | 'currency' | 'invoice_date' | 'due_date' | 'language' | 'replaces'
>

/** The facts of an invoice's document. */
export async function invoiceFacts(ctx: Ctx, invoice: InvoiceRow): Promise<InvoiceFacts> {
  return {
    ...(await factsOf(ctx, invoice, invoice.content, invoice.seller)),
    ref: invoice.invoice_ref,
    state: stateOf(invoice),
    number: invoice.invoice_number,
    issuedAt: invoice.sent_at,
    payUrl: payAddress(ctx, invoice.invoice_ref),
  }
}

/** The facts of one that is being drawn up, as far as they are there. */
export const draftFacts = (ctx: Ctx, terms: InvoiceTerms, content: InvoiceContent): Promise<InvoiceFacts> =>
  factsOf(ctx, terms, content, null)

const stateOf = (invoice: InvoiceRow): InvoiceFacts['state'] => {
  if (invoice.status === 'voided') return 'voided'
  return isIssued(invoice) ? 'issued' : 'draft'
}

async function factsOf(
  ctx: Ctx,
  terms: InvoiceTerms,
  content: InvoiceContent,
  issuer: InvoiceSeller | null,
): Promise<InvoiceFacts> {
  const [seller, settings, forerunner] = await Promise.all([
    issuer ?? sellerOf(ctx),
    settingsOf(ctx),
    terms.replaces ? findNumber(ctx, terms.replaces) : null,
  ])
  const { currency } = terms
  return {
    kind: 'invoice',
    ref: '',
    environment: ctx.owner.environment,
    state: 'draft',
    number: '',
    issuedAt: null,
    date: terms.invoice_date,
    dueDate: terms.due_date,
    deliveryDate: content.delivery_date,
    period: content.period,
    language: bestLanguage([terms.language]),
    currency,
    look: { design: content.look.design ?? invoiceLooks[0], color: content.look.color ?? '' },
    logo: await readLogo(ctx, seller.logo),
    seller,
    notSubjectToTax: settings.not_subject_to_tax ?? false,
    buyer: buyerOf(terms, content),
    ...itemsOf(content, currency),
    // Nothing can be paid before the customer has it.
    prepaid: 0n,
    customFields: content.custom_fields.filter(({ show }) => show).map(({ key, value }) => ({ key, value })),
    description: content.description,
    customerNote: { title: content.customer_note.title ?? '', value: content.customer_note.value ?? '' },
    notes: content.additional_invoice_notes,
    reason: '',
    forerunner,
    payUrl: '',
    showQrCode: content.show_qr_code,
  }
}

const buyerOf = (terms: InvoiceTerms, { buyer, billing_address, shipping_address }: InvoiceContent): BuyerFacts => ({
  name: terms.customer_name,
  email: terms.email,
  phone: terms.phone,
  billing: addressOf(billing_address),
  shipping: addressOf(shipping_address),
  taxNumber: buyer.tax_number ?? '',
  companyNumber: buyer.company_number ?? '',
  endpoint: buyer.endpoint ?? null,
  reference: buyer.reference ?? '',
  purchaseOrder: buyer.purchase_order ?? '',
})

const addressOf = (address: InvoiceContent['billing_address']): AddressFacts => ({
  line_1: address.line_1 ?? '',
  line_2: address.line_2 ?? '',
  city: address.city ?? '',
  state: address.state ?? '',
  zip_code: address.zip_code ?? '',
  country_code: address.country_code ?? '',
})

/** What is invoiced, and what it comes to. */
export const itemsOf = (content: Itemised, currency: Currency): Pick<InvoiceFacts, 'lines' | 'costs' | 'sums'> => ({
  lines: content.line_items.map(lineOf),
  costs: content.additional_costs.map((cost) => ({
    title: cost.title,
    type: cost.type,
    percent: isPercent(cost) ? exact(cost.amount) : null,
    tax: cost.tax_category ? { category: cost.tax_category, percent: exact(cost.tax_percent ?? 0) } : null,
    taxReason: cost.tax_reason ?? '',
  })),
  sums: sumsOf(content, currency),
})

export const lineOf = (line: InvoiceLine): LineFacts => ({
  ...summedLine(line),
  id: line.id ?? '',
  detail: line.detail,
  unit: line.unit ?? '',
  taxReason: line.tax_reason ?? '',
})

/** The sums; of a draft that makes none yet those of its lines alone. */
function sumsOf(content: Itemised, currency: Currency): InvoiceSums {
  const sums = amountsOf(content, currency)
  if (!Array.isArray(sums)) return sums
  const nets = content.line_items.map(summedLine).map(({ quantity, rate }) => netOf(quantity, rate, currency))
  const subTotal = nets.reduce((sum, net) => sum + net, 0n)
  const costs = content.additional_costs.map(() => ({ amount: 0n, shares: [] }))
  return { nets, costs, groups: [], subTotal, charges: 0n, discounts: 0n, tax: 0n, amount: subTotal }
}
