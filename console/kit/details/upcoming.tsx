import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { momentOf } from '#contract/kit/text-forms.ts'
import type { ChargeLineRow, UpcomingCharge } from '#contract/subscription-parts.ts'
import { dateLocale } from '#i18n/languages.ts'
import { codeWord, useLanguage } from '#console/kit/i18n/words.ts'
import { isolated } from '#console/kit/i18n/bidi.ts'
import { Amount, timeWords } from './values.tsx'
import styles from './upcoming.module.css'

export type Upcoming = z.input<typeof UpcomingCharge>
type Line = z.input<typeof ChargeLineRow>

interface UpcomingListProps {
  charges: readonly Upcoming[]
  /** The zone by whose clocks they are due. */
  timeZone: string
  /** They are dates alone, as there is no amount yet. */
  withoutAmounts?: boolean
}

/** Charges that are yet to come, each with its moment and what it comes to. */
export function UpcomingList({ charges, timeZone, withoutAmounts = false }: UpcomingListProps): ReactNode {
  return (
    <ol className={styles['list']}>
      {charges.map((charge) => (
        <li key={charge.n}>
          <Leaf at={charge.at} timeZone={timeZone} />
          <div className={styles['what']}>
            <Moment at={charge.at} timeZone={timeZone} />
            {!withoutAmounts && <ChargeLines lines={charge.lines} />}
          </div>
          {!withoutAmounts && (
            <span className={styles['amount']}>
              <Amount value={charge.to_pay} currency={charge.currency} />
            </span>
          )}
        </li>
      ))}
    </ol>
  )
}

/** What a charge is made of; nothing where that is its period alone. */
export function ChargeLines({ lines }: { lines: readonly Line[] }): ReactNode {
  const [only] = lines
  if (lines.length <= 1 && (!only || only.kind === 'period' || only.kind === 'deduction')) return null
  return (
    <ul className={styles['lines']}>
      {lines.map((line, at) => (
        <li key={`${line.kind} ${line.n ?? at} ${line.key}`}>
          <span>
            <LineName line={line} />
          </span>
          <Amount value={line.amount} currency={line.currency} />
        </li>
      ))}
    </ul>
  )
}

function LineName({ line: { kind, n, key, quantity } }: { line: Line }): ReactNode {
  const { t } = useTranslation()
  if (key) return <bdi>{key}</bdi>
  const name = codeWord('chargeLines', kind)
  const numbered = n === null ? name : t(($) => $.charges.numbered, { name: isolated(name), number: n + 1 })
  return quantity !== null && quantity !== 1 ? t(($) => $.charges.times, { name: isolated(numbered), count: quantity }) : numbered
} // prettier-ignore

/** The day as a leaf of a calendar. */
export function Leaf({ at, timeZone }: { at: string; timeZone: string }): ReactNode {
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

/** A moment with its weekday, by the clocks of a zone. */
export function Moment({ at, timeZone }: { at: string; timeZone: string }): ReactNode {
  const language = useLanguage()
  const weekday = new Intl.DateTimeFormat(dateLocale(language), { timeZone, weekday: 'short' })
  const moment = momentOf(at)
  return (
    <time className={styles['when']} dateTime={moment.toISOString()} title={timeZone}>
      {weekday.format(moment)} {timeWords(at, { language, timeZone, zoned: true })}
    </time>
  )
}
