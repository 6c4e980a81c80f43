import { useTranslation } from 'react-i18next'
import { momentOf } from '#contract/kit/text-forms.ts'
import type { Subscription } from '#contract/subscription-answers.ts'
import { dateLocale } from '#i18n/languages.ts'
import { amountInText } from '#console/kit/i18n/amounts.ts'
import { isolated } from '#console/kit/i18n/bidi.ts'
import { useLanguage } from '#console/kit/i18n/words.ts'
import { standingOf } from './standing.ts'

/** What a subscription does next, as a sentence: 'Charges 30.00 USD on 31 March.' */
export function useStandingWords(): (subscription: Subscription) => string {
  const { t } = useTranslation()
  const language = useLanguage()
  return (subscription) => {
    const { say, amount = 0, at = '' } = standingOf(subscription)
    return t(($) => $.subscriptions.standing[say], {
      amount: amountInText(amount, subscription.currency, language),
      date: isolated(dayIn(at, { timeZone: subscription.time_zone, locale: dateLocale(language), now: new Date() })),
    })
  }
}

/** The day of a moment in a zone, with the year where that is another than this one; empty for none. */
export function dayIn(at: string, { timeZone, locale, now }: { timeZone: string; locale: string; now: Date }): string {
  const moment = momentOf(at)
  if (Number.isNaN(moment.getTime())) return ''
  const year = (of: Date) => new Intl.DateTimeFormat(locale, { timeZone, year: 'numeric' }).format(of)
  return new Intl.DateTimeFormat(locale, {
    timeZone,
    day: 'numeric',
    month: 'long',
    ...(year(moment) === year(now) ? {} : { year: 'numeric' }),
  }).format(moment)
}
