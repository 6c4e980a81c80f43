import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { isCurrency } from '#contract/kit/money.ts'
import styles from './detail.module.css'
import { Amount, LeftToRight, Nothing, Time } from './values.tsx'
import { countryName } from '#console/kit/i18n/names.ts'
import { Icon } from '#console/kit/ui/icons.tsx'
import { codeWord, useLanguage, wireWord } from '#console/kit/i18n/words.ts'

interface SectionProps {
  title: string
  children: ReactNode
  end?: ReactNode
  /** Starts closed, as few readers need it. */
  folded?: boolean
}

/** A section of a details screen. */
export function Section({ title, children, end, folded }: SectionProps): ReactNode {
  if (folded)
    return (
      <details className={styles['section']} data-card>
        <summary className={styles['sectionHead']}>
          <Icon name="forward" size={12} />
          <h2>{title}</h2>
        </summary>
        {children}
      </details>
    )
  return (
    <section className={styles['section']} data-card>
      <div className={styles['sectionHead']}>
        <h2>{title}</h2>
        {end}
      </div>
      {children}
    </section>
  )
}

/** Names and values in columns. An empty value shows a dash; an undefined one is left out. */
export function Facts({ facts }: { facts: readonly (readonly [name: string, value: ReactNode])[] }): ReactNode {
  return (
    <dl className={styles['facts']}>
      {facts
        .filter(([, value]) => value !== undefined)
        .map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value === '' || value === null ? <Nothing /> : value}</dd>
          </div>
        ))}
    </dl>
  )
}

export interface TimelineItem {
  at: string
  /** A key under `timeline` of the texts. */
  event: string
  /** Empty for the shopper and the system. */
  actor: string
  facts: Readonly<Record<string, string>>
}

interface TimelineProps {
  entries: readonly TimelineItem[]
  /** The group of texts with the reasons of these events. */
  reasons?: string
}
/** The events of an object, newest first. */
export function Timeline({ entries, reasons = 'declines' }: TimelineProps): ReactNode {
  const { t } = useTranslation()
  return (
    <ol className={styles['timeline']}>
      {entries.toReversed().map((entry, index) => (
        <li key={`${entry.at} ${entry.event} ${index}`}>
          <span className={styles['event']}>{wireWord('timeline', entry.event)}</span>
          <span className={styles['when']}>
            <Time at={entry.at} zoned exact />
            {entry.actor && (
              <>
                {' '}
                · {t(($) => $.detail.by)} <bdi>{entry.actor}</bdi>
              </>
            )}
          </span>
          {Object.entries(entry.facts).map(([name, value]) => (
            <span key={name} className={styles['when']}>
              {wireWord('timelineFacts', name)}: <FactValue name={name} value={value} reasons={reasons} />
            </span>
          ))}
        </li>
      ))}
    </ol>
  )
}

/** Facts that are words of the wire, by their group of texts; references and addresses stay as they are. */
const worded: Record<string, string> = {
  status_reason: 'declines',
  refund_reason: 'refundReasons',
  skip_reason: 'skipReasons',
  message_kind: 'customerMessages',
  way: 'messageWays',
  delivery: 'messageStates',
  fault: 'confirmationFaults',
  outside_method: 'outsideMethods',
  end_reason: 'endReasons',
  name_check: 'states.nameCheck',
  screening: 'states.screening',
}
/** Facts that people have written, or that are written out. */
const words: ReadonlySet<string> = new Set(['evidence', 'note', 'told_shopper', 'fields', 'price', 'charge'])
/** Facts that are moments. */
const moments: ReadonlySet<string> = new Set(['send_at', 'next_try_at', 'until'])
function FactValue({ name, value, reasons }: { name: string; value: string; reasons: string }): ReactNode {
  const language = useLanguage()
  if (words.has(name)) return <bdi>{value}</bdi>
  const group = name === 'reason' ? reasons : worded[name]
  if (group) return <bdi>{codeWord(group, value)}</bdi>
  if (name === 'holds')
    return (
      <bdi>
        {value
          .split(' ')
          .map((hold) => codeWord('remittances.holds', hold))
          .join(' ')}
      </bdi>
    )
  if (name === 'country') return <bdi>{countryName(value, language)}</bdi>
  if (moments.has(name)) return <Time at={value.replace('T', ' ').replace(/(\.\d+)?Z$/, '')} zoned exact />
  const [amount, currency] = value.split(' ')
  if (name === 'amount' && currency && isCurrency(currency))
    return <Amount value={Number(amount)} currency={currency} />
  return <LeftToRight>{value}</LeftToRight>
}
