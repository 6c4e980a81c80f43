import { invoiceReminders } from '#contract/invoice-parts.ts'
import { toMajor } from '#contract/kit/money.ts'
import { isDay } from '#contract/kit/text-forms.ts'
import { amountNumber } from '#console/kit/form/amount-input.tsx'
import { sumsOf } from './edited-lines.ts'
import type { InvoiceValues } from './invoice-form.ts'

/** What the plan follows from; null while that is not complete. */
export function planBody(values: InvoiceValues): object | null {
  const reminders = values.reminders.map(({ time, unit }) => ({ time: amountNumber(time), unit }))
  if (!isDay(values.due_date) || !invoiceReminders.safeParse(reminders).success) return null
  const { name, language, time_zone } = values.customer
  const sums = sumsOf(values.line_items, values.additional_costs, values.currency)
  const ways = [...(values.notify_by_email ? ['email'] : []), ...(values.notify_by_phone ? ['sms'] : [])]
  return {
    due_date: values.due_date,
    reminders,
    language,
    scheduled_at: values.sending === 'later' && values.scheduled_at !== '' ? values.scheduled_at : null,
    currency: values.currency,
    ...(typeof sums === 'string' ? {} : { amount: toMajor(sums.amount, values.currency) }),
    ...(ways.length > 0 ? { ways } : {}),
    ...said({
      customer_name: name,
      invoice_number: values.invoice_number,
      description: values.description,
      time_zone,
      country_code: values.billing_address.country_code,
    }),
  }
}

const said = (texts: Record<string, string>) =>
  Object.fromEntries(Object.entries(texts).filter(([, text]) => text.trim() !== ''))
