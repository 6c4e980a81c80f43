import { lazy, Suspense, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Subscription } from '#contract/subscription-answers.ts'
import type { ChargeRow } from '#contract/subscription-parts.ts'
import { Section } from '#console/kit/details/detail.tsx'
import { UpcomingList } from '#console/kit/details/upcoming.tsx'
import { useCalendarWords } from '#console/kit/i18n/calendar.ts'
import styles from '../subscriptions.module.css'
import { Charges } from './charges.tsx'

const Forgive = lazy(() => import('../acts/forgive.tsx'))
/** So many of the charges to come are in sight; the others unfold. */
const inSight = 3

/** The calendar: the rule in words, what is to come, and each charge so far with its tries. */
export function Calendar({ subscription }: { subscription: Subscription }): ReactNode {
  const { t } = useTranslation()
  const words = useCalendarWords()
  const [forgiving, setForgiving] = useState<ChargeRow | null>(null)
  const { rule, upcoming, charges, time_zone: timeZone } = subscription
  return (
    <>
      {(rule || upcoming.length > 0) && (
        <Section title={t(($) => $.subscriptions.toCome)}>
          {rule && <p className={styles['rule']}>{words.rule(rule)}</p>}
          {upcoming.length > 0 ? (
            <UpcomingList charges={upcoming.slice(0, inSight)} timeZone={timeZone} />
          ) : (
            <p className={styles['hint']}>{t(($) => $.subscriptions.nothingToCome)}</p>
          )}
          {upcoming.length > inSight && (
            <details className={styles['fold']}>
              <summary>{t(($) => $.subscriptions.laterCharges, { count: upcoming.length - inSight })}</summary>
              <UpcomingList charges={upcoming.slice(inSight)} timeZone={timeZone} />
            </details>
          )}
        </Section>
      )}
      <Section title={t(($) => $.subscriptions.charges)}>
        {charges.length === 0 ? (
          <p className={styles['hint']}>{t(($) => $.subscriptions.noCharges)}</p>
        ) : (
          <Charges charges={charges} timeZone={timeZone} onForgive={setForgiving} />
        )}
      </Section>
      {forgiving && (
        <Suspense>
          <Forgive subscription={subscription} charge={forgiving} onClose={() => setForgiving(null)} />
        </Suspense>
      )}
    </>
  )
}
