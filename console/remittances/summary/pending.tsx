import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { SummaryWaiting } from '#contract/remittance-summary.ts'
import { Amount, Day } from '#console/kit/details/values.tsx'
import { ScreenLink } from '#console/kit/routing/screen-link.tsx'
import { Rate } from '../rate.tsx'
import styles from './summary.module.css'

/** What providers have settled and no settlement has taken, with the rates that it was added up by. It leads to its payments. */
export function Pending({ of: { currency, credit_amount: credit, parts } }: { of: SummaryWaiting }): ReactNode {
  const { t } = useTranslation()
  return (
    <section className={styles['pending']} data-card aria-label={t(($) => $.remittances.summary.pending)}>
      <div>
        <ScreenLink to="payments" search={{ remit_status: 'PSP_SETTLED' } as never}>
          {t(($) => $.remittances.summary.pending)}
        </ScreenLink>
        <p className={styles['pendingAmount']}>
          {credit === null ? t(($) => $.remittances.dashboard.noRate) : <Amount value={credit} currency={currency} />}
        </p>
      </div>
      <ul>
        {parts.map(({ source_currency: source, amount, rate, rate_day: day }) => (
          <li key={source}>
            <Amount value={amount} currency={source} /> × <Rate of={rate} />
            {day && (
              <>
                {' '}
                (<Day of={day} />)
              </>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
