import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { momentOf } from '#contract/kit/text-forms.ts'
import type { WireOutput } from '#contract/kit/call.ts'
import type { planInvoice } from '#contract/invoice-messages.ts'
import { dateLocale } from '#i18n/languages.ts'
import { timeWords } from '#console/kit/details/values.tsx'
import { useLanguage, wireWord } from '#console/kit/i18n/words.ts'
import styles from './plan.module.css'

export type Planned = WireOutput<typeof planInvoice>[number]

/** The calendar of what the customer gets, each with its moment in the zone that counts for it. */
export function PlanList({ plan, nothing }: { plan: readonly Planned[]; nothing: string }): ReactNode {
  const { t } = useTranslation()
  if (plan.length === 0) return <p className={styles['hint']}>{nothing}</p>
  return (
    <ol className={styles['plan']}>
      {plan.map((message, at) => (
        <li key={`${message.at} ${at}`} data-state={message.state}>
          <Leaf at={message.at} timeZone={message.time_zone} />
          <div className={styles['message']}>
            <span className={styles['what']}>
              {t(($) => $.invoices.planKinds[message.kind])}
              {message.ways.length > 0 && ` · ${message.ways.map((way) => wireWord('messageWays', way)).join(t(($) => $.app.comma))}`}
            </span>
            <Moment {...message} />
            <State {...message} />
            {message.subject && (
              <details>
                <summary>
                  <bdi>{message.subject}</bdi>
                </summary>
                <p className={styles['text']} dir="auto">
                  {message.text}
                </p>
              </details>
            )}
          </div>
        </li>
      ))}
    </ol>
  )
} // prettier-ignore

/** What became of a message that is not to come any more. */
function State({ state, reason }: Planned): ReactNode {
  const { t } = useTranslation()
  if (state === 'planned') return null
  return (
    <span className={styles['state']}>
      {t(($) => $.invoices.planStates[state])}
      {reason && `: ${wireWord('skipReasons', reason)}`}
    </span>
  )
}

/** The day as a leaf of a calendar. */
function Leaf({ at, timeZone }: { at: string; timeZone: string }): ReactNode {
  const locale = dateLocale(useLanguage())
  const moment = momentOf(at)
  const part = (format: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, { timeZone, ...format }).format(moment)
  return (
    <span className={styles['leaf']} aria-hidden="true">
      <span>{part({ month: 'short' })}</span>
      <strong>{part({ day: 'numeric' })}</strong>
    </span>
  )
} // prettier-ignore

function Moment({ at, time_zone: timeZone }: Planned): ReactNode {
  const language = useLanguage()
  const weekday = new Intl.DateTimeFormat(dateLocale(language), { timeZone, weekday: 'long' })
  const moment = momentOf(at)
  return (
    <time className={styles['when']} dateTime={moment.toISOString()} title={timeZone}>
      {weekday.format(moment)}, {timeWords(at, { language, timeZone, zoned: true })}
    </time>
  )
}
