import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { WireOutput } from '#contract/kit/call.ts'
import { dayAfter, dayAt } from '#contract/kit/zoned-day.ts'
import { readPayoutFigures } from '#contract/payout-figures.ts'
import { displayLocale } from '#i18n/languages.ts'
import { useCall } from '#console/kit/api/use-call.ts'
import { currencyOf, environmentOf, useUser } from '#console/kit/auth/session.ts'
import { Amount } from '#console/kit/details/values.tsx'
import { durationText } from '#console/kit/i18n/duration.ts'
import { numberText } from '#console/kit/i18n/names.ts'
import { codeWord, useLanguage } from '#console/kit/i18n/words.ts'
import { useTimeZone } from '#console/kit/routing/acting-for.tsx'
import { ScreenLink } from '#console/kit/routing/screen-link.tsx'
import { FigureCell } from '#console/kit/details/figure-cell.tsx'
import styles from '#console/kit/details/figures.module.css'

type OfCurrency = WireOutput<typeof readPayoutFigures>['currencies'][number]
/** The days whose payouts are counted. */
const days = 30

/** What became of the payouts of the last days, per currency; each number leads to the rows that make it. */
export function Figures(): ReactNode {
  const { t } = useTranslation()
  const user = useUser()
  const { data } = useCall(readPayoutFigures, { query: { environment: environmentOf(user), days } })
  const own = currencyOf(user)
  // The merchant's own currency comes first, then those with the most payouts.
  const currencies = (data?.currencies ?? []).toSorted(
    (a, b) => Number(b.currency === own) - Number(a.currency === own),
  )
  if (currencies.length === 0) return null
  const [first, second, ...others] = currencies
  return (
    <section className={styles['strip']} aria-label={t(($) => $.payouts.figures.title, { count: days })}>
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
  const { currency } = of
  const those = { currency, created_at: `${dayAfter(today, 1 - days)}..${today}` }
  const [paid, failed, returned] = [
    { ...those, status: 'Success' },
    { ...those, status: 'Failed' },
    { ...those, status: 'Returned' },
  ]
  return (
    <dl className={styles['currency']} data-card>
      <FigureCell
        to="managePayouts"
        title={t(($) => $.payouts.figures.paid)}
        search={of.paid > 0 && paid}
        value={numberText(of.paid, language)}
      >
        <span>
          <Amount value={of.paid_amount} currency={currency} />
        </span>
      </FigureCell>
      <FigureCell
        to="managePayouts"
        title={t(($) => $.payouts.figures.arrives)}
        search={of.seconds_to_arrive !== null && paid}
        value={of.seconds_to_arrive === null ? '–' : durationText(of.seconds_to_arrive, displayLocale(language))}
      >
        <span>{t(($) => $.payouts.figures.median)}</span>
      </FigureCell>
      <FigureCell
        to="managePayouts"
        title={t(($) => $.payouts.figures.failed)}
        tone="bad"
        search={of.failed > 0 && failed}
        value={numberText(of.failed, language)}
      >
        <Reasons of={of} status="Failed" filters={failed} />
      </FigureCell>
      <FigureCell
        to="managePayouts"
        title={t(($) => $.payouts.figures.returned)}
        tone="bad"
        search={of.returned > 0 && returned}
        value={numberText(of.returned, language)}
      >
        <Reasons of={of} status="Returned" filters={returned} />
      </FigureCell>
    </dl>
  )
}

/** Why, each with its number. */
function Reasons({ of, status, filters }: { of: OfCurrency; status: 'Failed' | 'Returned'; filters: Record<string, string> }) {
  const language = useLanguage()
  const those = of.reasons.filter((reason) => reason.status === status && reason.status_reason !== '')
  if (those.length === 0) return null
  return (
    <ul className={styles['reasons']}>
      {those.map(({ status_reason: reason, count }) => (
        <li key={reason}>
          <ScreenLink to="managePayouts" search={{ ...filters, status_reason: reason }}>
            {codeWord('payoutDeclineNames', reason)}
          </ScreenLink>{' '}
          {numberText(count, language)}
        </li>
      ))}
    </ul>
  )
} // prettier-ignore
