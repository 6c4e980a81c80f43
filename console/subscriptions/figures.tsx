import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { WireOutput } from '#contract/kit/call.ts'
import { dayAfter, dayAt } from '#contract/kit/zoned-day.ts'
import { readSubscriptionMetrics } from '#contract/subscriptions.ts'
import { useCall } from '#console/kit/api/use-call.ts'
import { currencyOf, environmentOf, useUser } from '#console/kit/auth/session.ts'
import { Amount } from '#console/kit/details/values.tsx'
import { numberText } from '#console/kit/i18n/names.ts'
import { useLanguage } from '#console/kit/i18n/words.ts'
import { useTimeZone } from '#console/kit/routing/acting-for.tsx'
import { FigureCell } from '#console/kit/details/figure-cell.tsx'
import styles from '#console/kit/details/figures.module.css'

type OfCurrency = WireOutput<typeof readSubscriptionMetrics>['currencies'][number]
/** The days over which what began, was lost and was recovered is counted. */
const days = 30

/** What subscriptions come to, per currency; each number leads to the rows that make it. */
export function Figures(): ReactNode {
  const { t } = useTranslation()
  const user = useUser()
  const { data } = useCall(readSubscriptionMetrics, { query: { environment: environmentOf(user), days } })
  const own = currencyOf(user)
  // The merchant's own currency comes first, then those with the most subscriptions.
  const currencies = (data?.currencies ?? [])
    .filter(({ active, past_due, began, lost }) => active + past_due + began + lost > 0)
    .toSorted((a, b) => Number(b.currency === own) - Number(a.currency === own) || b.active - a.active)
  if (currencies.length === 0) return null
  const [first, second, ...others] = currencies
  return (
    <section className={styles['strip']} aria-label={t(($) => $.subscriptions.figures.title)}>
      {[first, second].map((one) => one && <OfOne key={one.currency} of={one} />)}
      {others.length > 0 && (
        <details>
          <summary>{t(($) => $.invoices.moreCurrencies, { count: others.length })}</summary>
          {others.map((one) => (
            <OfOne key={one.currency} of={one} />
          ))}
        </details>
      )}
    </section>
  )
}

function OfOne({ of }: { of: OfCurrency }): ReactNode {
  const { t } = useTranslation()
  const language = useLanguage()
  const today = dayAt(new Date(), useTimeZone())
  const lately = `${dayAfter(today, 1 - days)}..${today}`
  const { currency } = of
  const count = (value: number) => numberText(value, language)
  const sum = (value: number) => <Amount value={value} currency={currency} />
  const since = t(($) => $.subscriptions.figures.lately, { count: days })
  return (
    <dl className={styles['currency']} data-card>
      <FigureCell
        to="subscriptions"
        title={t(($) => $.subscriptions.figures.active)}
        search={of.active > 0 && { currency, status: 'active' }}
        value={count(of.active)}
      >
        <span>{currency}</span>
      </FigureCell>
      <FigureCell
        to="subscriptions"
        title={t(($) => $.subscriptions.figures.monthly_revenue)}
        search={of.monthly_revenue > 0 && { currency, recurring: 'yes' }}
        value={sum(of.monthly_revenue)}
      >
        <span>{t(($) => $.subscriptions.figures.aMonth)}</span>
      </FigureCell>
      <FigureCell
        to="subscriptions"
        title={t(($) => $.subscriptions.figures.began)}
        search={of.began > 0 && { currency, activated_at: lately }}
        value={count(of.began)}
      >
        <span>{since}</span>
      </FigureCell>
      <FigureCell
        to="subscriptions"
        title={t(($) => $.subscriptions.figures.lost)}
        search={of.lost > 0 && { currency, status: 'cancelled', ended_at: lately, activated_at: `..${today}` }}
        value={count(of.lost)}
      >
        <span>{since}</span>
      </FigureCell>
      <FigureCell
        to="subscriptions"
        title={t(($) => $.subscriptions.figures.past_due)}
        tone={of.past_due > 0 ? 'bad' : undefined}
        search={of.past_due > 0 && { currency, status: 'past_due' }}
        value={count(of.past_due)}
      >
        <span>{sum(of.past_due_amount)}</span>
      </FigureCell>
      <FigureCell
        to="subscriptions"
        title={t(($) => $.subscriptions.figures.recovered)}
        search={of.recovered > 0 && { currency, recovered_at: lately }}
        value={count(of.recovered)}
      >
        <span>{sum(of.recovered_amount)}</span>
      </FigureCell>
    </dl>
  )
}
