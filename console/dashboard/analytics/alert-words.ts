import i18next from 'i18next'
import { alertMetrics, type Alert, type AlertMetric } from '#contract/alerts.ts'
import { dateLocale, type Language } from '#i18n/languages.ts'
import { isolated, isolatedLtr } from '#console/kit/i18n/bidi.ts'
import { wireWord } from '#console/kit/i18n/words.ts'

/** A figure of a metric with its unit, such as '80%' or '15 minutes'. */
export function figureWords(metric: AlertMetric, value: number, language: Language): string {
  const { unit } = alertMetrics[metric]
  if (unit === 'seconds' || unit === 'minutes') return spanWords(value, unit, language)
  const part = unit === 'percent'
  const written = new Intl.NumberFormat(dateLocale(language), {
    style: part ? 'percent' : 'decimal',
    maximumFractionDigits: 2,
  })
  return isolatedLtr(written.format(part ? value / 100 : value))
}

const spanWords = (value: number, unit: 'seconds' | 'minutes', language: Language): string =>
  isolated(
    new Intl.NumberFormat(dateLocale(language), {
      style: 'unit',
      unit: unit === 'seconds' ? 'second' : 'minute',
      unitDisplay: 'long',
    }).format(value),
  )

/** 'Success rate below 80% for 15 minutes'. */
export function conditionWords(
  { metric, comparison, threshold, minutes }: Pick<Alert, 'metric' | 'comparison' | 'threshold' | 'minutes'>,
  language: Language,
): string {
  return i18next.t(($) => $.alerts.condition[comparison], {
    metric: wireWord('alertMetrics', metric),
    threshold: figureWords(metric, threshold, language),
    time: spanWords(minutes, 'minutes', language),
  })
}
