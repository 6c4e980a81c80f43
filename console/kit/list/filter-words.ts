import i18next from 'i18next'
import { isCurrency } from '#contract/kit/money.ts'
import type { FilterValue, TimeRange } from './list-state.ts'
import type { StatusOf } from '#console/kit/details/status.tsx'
import { stateWord, wireWord } from '#console/kit/i18n/words.ts'
import { isMinute, type Day } from '#contract/kit/zoned-day.ts'
import { dateLocale, type Language } from '#i18n/languages.ts'
import { currencyLabel, numberText } from '#console/kit/i18n/names.ts'
import { isTrait, traitWord } from '#console/kit/i18n/trait-words.ts'

/** The label of a filter's choice, with a capital letter as states have it. */
export function choiceWord(filter: string, value: string, status: StatusOf | undefined): string {
  if ((filter === 'status' || filter === 'state') && status) return stateWord(status, value)
  if (isCurrency(value)) return currencyLabel(value, i18next.language as Language)
  if (filter === 'refunds') return capital(wireWord('refundMarks', value))
  if (filter === 'late')
    return capital(i18next.t(($) => (value === 'held' ? $.payments.heldMark : $.payments.lateMark)))
  if (isTrait(filter)) return traitWord(filter, value, i18next.language as Language)
  if (filter === 'remit_status') return stateWord('remitStatus', value)
  if (filter === 'late_payment') return wireWord('latePayments', value)
  if (filter === 'reached') return wireWord('linkSteps', value)
  return wireWord('methods', value)
}
/** Marks after a state begin small; on their own they begin like a sentence. */
const capital = (text: string) => text.charAt(0).toLocaleUpperCase(i18next.language) + text.slice(1)

/** The value of a filter as short text: 'Created, Paid', 'from 100', '1 – 20 Nov 2026'. */
export function filterWords(
  value: FilterValue,
  {
    choices,
    language,
    timeZone,
  }: { choices: readonly { value: string; label: string }[]; language: Language; timeZone: string },
): string {
  if (typeof value === 'string') return choices.find((choice) => choice.value === value)?.label ?? value
  if (Array.isArray(value)) return joined(value.map((one) => shortLabel(choices, one)))
  if ('from' in value || 'to' in value) return timeRange(value as TimeRange, language, timeZone)
  const { min, max } = value as { min?: number; max?: number }
  const number = (amount: number) => numberText(amount, language)
  if (min !== undefined && max !== undefined) return `${number(min)} – ${number(max)}`
  if (min !== undefined) return i18next.t(($) => $.list.from, { value: number(min) })
  return i18next.t(($) => $.list.upTo, { value: number(max ?? 0) })
}
/** The label of a choice; of a currency only the code. */
const shortLabel = (choices: readonly { value: string; label: string }[], value: string) =>
  isCurrency(value) ? value : (choices.find((choice) => choice.value === value)?.label ?? value)
/** Up to three labels; of more, two and the number of the others. */
const joined = (labels: string[]) =>
  labels.length <= 3 ? labels.join(', ') : `${labels.slice(0, 2).join(', ')} +${labels.length - 2}`

function timeRange({ from, to }: TimeRange, language: Language, timeZone: string): string {
  const minutes = [from, to].some((end) => end !== undefined && isMinute(end))
  const locale = dateLocale(language)
  const format = new Intl.DateTimeFormat(locale, {
    timeZone: minutes ? timeZone : 'UTC',
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    ...(minutes ? { hour: '2-digit', minute: '2-digit' } : {}),
  })
  const date = (end: Day) => new Date(isMinute(end) ? end : `${end}T00:00:00Z`)
  if (from && to) return format.formatRange(date(from), date(to))
  if (from) return i18next.t(($) => $.list.from, { value: format.format(date(from)) })
  return i18next.t(($) => $.list.upTo, { value: format.format(date(to ?? '')) })
}
