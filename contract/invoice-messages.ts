import { z } from 'zod'
import { languageTags } from '#i18n/languages.ts'
import { reminderStates } from './invoice-answers.ts'
import { day, invoiceReminders } from './invoice-parts.ts'
import { call, content } from './kit/call.ts'
import { ref } from './kit/refs.ts'
import { country, currency, email, environment, optionalText, timestamp, timeZone } from './kit/wire.ts'
import { limits } from './limits.ts'
import { messageWays } from './messages.ts'

const inEnvironment = z.strictObject({ environment: environment.optional() })
const invoiceRef = ref('invoice')

/** What went, or goes, where. */
const InvoiceMessage = z.object({
  way: z.enum(messageWays),
  recipient: z.string(),
  sent_at: timestamp,
  message_id: z.string(),
})

/**
 * Sends the invoice now, which issues it, or plans its sending. Each way is used at most once a minute; a repeat within it answers
 * the earlier message.
 */
export const sendInvoice = call({
  at: 'POST /merchants/invoice/{ref}/send-invoice',
  params: { ref: invoiceRef },
  body: z.strictObject({
    environment: environment.optional(),
    /** By default those of the invoice, else mail. */
    ways: z.array(z.enum(messageWays)).min(1).max(messageWays.length).optional(),
    language: z.enum(languageTags).optional(),
    /** Further people who get the mail. */
    recipients: z.array(email).max(limits.invoiceRecipients, { error: 'too_many' }).optional(),
    scheduled_at: timestamp.optional(),
  }),
  answer: content(z.array(InvoiceMessage)),
  access: 'invoices',
  notice: 'Invoice Sent successfully',
  faults: ['notFound', 'wrongState', 'recipientMissing', 'undrawable'],
  audit: 'invoice.send',
  onFailure: 'inline',
})

/** Reminds the customer of an invoice that is sent or overdue, at most once a minute. */
const reminding = {
  params: { ref: invoiceRef },
  answer: content(z.array(InvoiceMessage)),
  access: 'invoices',
  notice: 'Reminder sent successfully',
  faults: ['notFound', 'wrongState', 'recipientMissing'],
  repeat: 'safe',
  audit: 'invoice.remind',
} as const
export const remindOfInvoice = call({
  at: 'POST /merchants/invoice/{ref}/send-reminder',
  body: inEnvironment,
  ...reminding,
})
/** The same by GET, as the specification's console calls it. */
export const remindOfInvoiceByGet = call({
  at: 'GET /merchants/invoice/{ref}/send-reminder',
  query: inEnvironment,
  ...reminding,
})

/** A message of a plan: the sending, or a reminder. */
const PlannedMessage = z.object({
  kind: z.enum(['send', 'reminder']),
  at: timestamp,
  time_zone: z.string(),
  ways: z.array(z.enum(messageWays)),
  state: z.enum(reminderStates),
  reason: z.string(),
  subject: z.string(),
  text: z.string(),
})

/** Every message that the customer of an invoice gets, with its moment and text. */
export const readInvoicePlan = call({
  at: 'GET /api/invoices/{ref}/plan',
  follows: ['invoice'],
  params: { ref: invoiceRef },
  query: inEnvironment,
  answer: content(z.array(PlannedMessage)),
  access: 'invoices',
  faults: ['notFound'],
})

/** The same for an invoice that is being drawn up. What it leaves out stands as dots in the texts. */
export const planInvoice = call({
  at: 'POST /api/invoices/plan',
  body: z.strictObject({
    environment: environment.optional(),
    due_date: day,
    reminders: invoiceReminders,
    scheduled_at: timestamp.nullable().optional(),
    customer_name: optionalText(120),
    language: z.enum(languageTags).optional(),
    time_zone: z.union([timeZone, z.literal('')]).optional(),
    country_code: z.union([country, z.literal('')]).optional(),
    /** In major units of the currency. */
    amount: z.number({ error: 'not_a_number' }).min(0, { error: 'negative' }).optional(),
    currency: currency.optional(),
    invoice_number: optionalText(limits.invoiceNumberLength),
    description: optionalText(500),
    /** By default mail. */
    ways: z.array(z.enum(messageWays)).min(1).max(messageWays.length).optional(),
  }),
  answer: content(z.array(PlannedMessage)),
  access: 'invoices',
  repeat: 'safe',
  onFailure: 'log',
})
