import { defaultLanguage } from '#i18n/languages.ts'
import type { FieldError } from '#contract/faults.ts'
import { patternFault } from '#contract/invoice-numbers.ts'
import { quietHours } from '#contract/invoice-reminders.ts'
import type { InvoiceSettings } from '#contract/invoice-settings.ts'
import { amountNumber } from '#console/kit/form/amount-input.tsx'
import { remindersLike, type InvoiceValues } from '../form/invoice-form.ts'

/** The parts of the seller, as texts. */
export const sellerParts = [
  'legal_name', 'tax_number', 'company_number', 'line_1', 'line_2', 'city', 'state', 'zip_code', 'country_code', 'email', 'phone',
  'endpoint_scheme', 'endpoint_id', 'bank_name', 'account_name', 'account_number', 'bank_code', 'terms',
] as const // prettier-ignore
type SellerPart = (typeof sellerParts)[number]

/** The values of the form of the settings; numbers are texts as typed. */
export type SettingsValues = Record<SellerPart, string> & {
  number_pattern: string
  credit_note_pattern: string
  credit_refunds: boolean
  not_subject_to_tax: boolean
  due_days: string
  language: string
  reminders: InvoiceValues['reminders']
  quiet_from: string
  quiet_to: string
  look: InvoiceValues['look']
}

const shown = (number: number | undefined) => (number === undefined ? '' : String(number))

export const settingsValues = (settings: InvoiceSettings): SettingsValues => ({
  ...(Object.fromEntries(sellerParts.map((part) => [part, settings[part] ?? ''])) as Record<SellerPart, string>),
  number_pattern: settings.number_pattern ?? '',
  credit_note_pattern: settings.credit_note_pattern ?? '',
  credit_refunds: settings.credit_refunds ?? false,
  not_subject_to_tax: settings.not_subject_to_tax ?? false,
  due_days: shown(settings.due_days),
  language: settings.language ?? defaultLanguage,
  reminders: remindersLike(settings.reminders),
  quiet_from: String(settings.quiet_from ?? quietHours.quietFrom),
  quiet_to: String(settings.quiet_to ?? quietHours.quietTo),
  look: { design: settings.look?.design ?? '', color: settings.look?.color ?? '' },
})

const said = (parts: object) => Object.fromEntries(Object.entries(parts).filter(([, text]) => text !== ''))

const bodyOf = (values: SettingsValues): Record<string, unknown> => ({
  ...values,
  due_days: amountNumber(values.due_days),
  quiet_from: amountNumber(values.quiet_from),
  quiet_to: amountNumber(values.quiet_to),
  reminders: values.reminders.map(({ time, unit }) => ({ time: amountNumber(time), unit })),
  look: said(values.look),
})

/** The request's body: what differs from before. */
export function settingsBody(values: SettingsValues, before: SettingsValues): Record<string, unknown> {
  const unchanged = bodyOf(before)
  return Object.fromEntries(
    Object.entries(bodyOf(values)).filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify(unchanged[name]) && value !== undefined,
    ),
  )
}

/** Why the series cannot draw numbers by these patterns; an empty one stands for the usual. */
export const patternErrors = (values: SettingsValues): FieldError[] =>
  (['number_pattern', 'credit_note_pattern'] as const).flatMap((path) => {
    const reason = values[path].trim() === '' ? null : patternFault(values[path].trim())
    return reason ? [{ path, reason, text: reason }] : []
  })
