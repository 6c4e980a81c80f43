import { z } from 'zod'
import { decimal } from './kit/decimal.ts'
import { isDay } from './kit/text-forms.ts'
import { country, optionalText, text } from './kit/wire.ts'
import { limits } from './limits.ts'

/** The parts of an invoice, as requests carry them and answers show them. */

/** A calendar day, `YYYY-MM-DD`, in the merchant's time zone. */
export const day = z
  .string()
  .refine(isDay, { error: 'not_a_day' })
  .meta({ format: 'date', examples: ['2026-11-30'] })

/**
 * Text that XML 1.0 can carry: an invoice is also a file for accounting systems. Line breaks and tabs are the only controls.
 * NUL is refused by every text.
 */
// oxlint-disable-next-line no-control-regex -- just these
const isXmlText = (value: string): boolean => !/[\u0001-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/.test(value)
/** A text of an invoice that has to be there. */
export const invoiceText = (max: number) => text(max).refine(isXmlText, { error: 'not_text' })
/** The same, which may be absent or empty. */
export const invoiceTextOrNone = (max: number) =>
  optionalText(max).refine((value) => isXmlText(value ?? ''), { error: 'not_text' })

export const invoiceAddress = z.strictObject({
  line_1: invoiceTextOrNone(120),
  line_2: invoiceTextOrNone(120),
  city: invoiceTextOrNone(80),
  state: invoiceTextOrNone(80),
  zip_code: invoiceTextOrNone(20),
  country_code: z.union([country, z.literal('')]).optional(),
})

/** An address for electronic documents: the scheme is a code of the list EAS, such as `0088` or `9930`. */
export const endpoint = z.strictObject({
  scheme: text(4).regex(/^(\d{4}|[A-Z]{2})$/, { error: 'not_a_scheme' }),
  id: invoiceText(100),
})

/** What the buyer's accounting needs beside name and address. */
export const invoiceBuyer = z.strictObject({
  tax_number: invoiceTextOrNone(40),
  company_number: invoiceTextOrNone(40),
  endpoint: endpoint.optional(),
  /** The buyer's own reference, such as a cost centre or a Leitweg-ID. */
  reference: invoiceTextOrNone(100),
  purchase_order: invoiceTextOrNone(100),
})

/** Codes of UNCL 5305: standard, zero, exempt, reverse charge, intra-community, export, not subject, Canary Islands, Ceuta. */
export const taxCategories = ['S', 'Z', 'E', 'AE', 'K', 'G', 'O', 'L', 'M'] as const
export type TaxCategory = (typeof taxCategories)[number]
/** The categories whose percentage may be above zero. */
export const taxedCategories: readonly string[] = ['S', 'L', 'M'] satisfies TaxCategory[]

const tax = {
  tax_category: z.union([z.enum(taxCategories), z.literal('')]).optional(),
  /** 0–100, up to 6 decimals. */
  tax_percent: decimal({ max: 100 }).optional(),
  /** Why there is no tax, for the categories that need a reason. */
  tax_reason: invoiceTextOrNone(200),
}

export const invoiceLine = z.strictObject({
  /** The merchant's own id of the item. */
  id: invoiceTextOrNone(60),
  detail: invoiceText(500),
  quantity: decimal()
    .refine((value) => value > 0, { error: 'not_positive' })
    .meta({ examples: [1] }),
  /** A code of UN/ECE Recommendation 20 such as `HUR`, or a word of the merchant's. */
  unit: invoiceTextOrNone(20),
  /** Of one unit, in major units, up to 6 decimals. */
  rate: decimal({ max: 1e12 }).meta({ examples: [10] }),
  ...tax,
})
export type InvoiceLine = z.output<typeof invoiceLine>

export const additionalCost = z.strictObject({
  title: invoiceText(80),
  type: z.enum(['CHARGE', 'DISCOUNT']),
  /** Major units, or a percentage of the sub-total: 0–100 of a discount, 0–1,000 of a charge. */
  amount: decimal({ max: 1e12 }),
  /** `PERCENT` marks a percentage; anything else, or nothing, is an amount. */
  charge_nature: optionalText(20),
  ...tax,
})
export type AdditionalCost = z.output<typeof additionalCost>

export const invoiceField = z.strictObject({
  key: invoiceText(60),
  value: invoiceText(200),
  /** Whether the customer sees it. */
  show: z.boolean().optional(),
})
export const customerNote = z.strictObject({ title: invoiceTextOrNone(80), value: invoiceTextOrNone(1_000) })
export const invoiceNote = z.strictObject({ title: invoiceText(80), description: invoiceText(2_000) })

export const reminderUnits = [
  'hours_before_due_date',
  'hours_after_due_date',
  'days_before_due_date',
  'days_after_due_date',
] as const
export type ReminderUnit = (typeof reminderUnits)[number]
/** Hours count from the end of the due day; days mean 09:00 of that day. */
export const invoiceReminder = z
  .strictObject({ time: z.int().min(1, { error: 'too_small' }), unit: z.enum(reminderUnits) })
  .refine(({ time, unit }) => time <= (unit.startsWith('hours') ? 720 : 365), { error: 'too_big', path: ['time'] })
export type InvoiceReminder = z.output<typeof invoiceReminder>

export const invoiceLines = z
  .array(invoiceLine)
  .min(1, { error: 'required' })
  .max(limits.invoiceLines, { error: 'too_many' })
export const additionalCosts = z.array(additionalCost).max(limits.invoiceCosts, { error: 'too_many' })
export const invoiceFieldsShown = z.array(invoiceField).max(20, { error: 'too_many' })
export const invoiceNotes = z.array(invoiceNote).max(10, { error: 'too_many' })
export const invoiceReminders = z.array(invoiceReminder).max(limits.invoiceReminders, { error: 'too_many' })

/** When what was invoiced was delivered: a day, or a period of days. */
export const deliveryPeriod = z.strictObject({ from: day, to: day }).refine(({ from, to }) => from <= to, {
  error: 'too_early',
  path: ['to'],
})
/** How the document looks. */
export const invoiceLooks = ['classic', 'modern', 'compact'] as const
export const invoiceLook = z.strictObject({
  design: z.enum(invoiceLooks).optional(),
  /** `#RRGGBB`; repaired where text could not be read in it. */
  color: z
    .string()
    .regex(/^#[0-9A-Fa-f]{6}$/, { error: 'not_a_colour' })
    .meta({ examples: ['#0f766e'] })
    .optional(),
})
