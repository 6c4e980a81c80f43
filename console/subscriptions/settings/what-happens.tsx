import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { declineReasons, declines, type DeclineClass } from '#contract/declines.ts'
import { retryLimits, type RetryRules } from '#contract/subscription-retries.ts'
import { dateLocale } from '#i18n/languages.ts'
import { Section } from '#console/kit/details/detail.tsx'
import { numberText } from '#console/kit/i18n/names.ts'
import { useLanguage, wireWord } from '#console/kit/i18n/words.ts'
import styles from './retry-rules.module.css'

/** What the rules mean, by the reason of a decline. */
export function WhatHappens({ rules: { days, last_act: lastAct } }: { rules: RetryRules }): ReactNode {
  const { t } = useTranslation()
  const language = useLanguage()
  const list = new Intl.ListFormat(dateLocale(language), { type: 'conjunction' })
  const rising = days.toSorted((a, b) => a - b)
  const text: Record<DeclineClass, string> = {
    soft:
      rising.length === 0
        ? t(($) => $.retryRules.kinds.softNever)
        : t(($) => $.retryRules.kinds.soft, {
            days: list.format(rising.map((day) => numberText(day, language))),
            count: rising.at(-1) ?? 0,
          }),
    hard: t(($) => $.retryRules.kinds.hard),
    ask: t(($) => $.retryRules.kinds.ask),
  }
  return (
    <Section title={t(($) => $.retryRules.happens)}>
      <dl className={styles['kinds']}>
        {kinds.map((kind) => (
          <div key={kind}>
            <dt>{t(($) => $.retryRules.names[kind])}</dt>
            <dd>{text[kind]}</dd>
            <dd>
              <Reasons kind={kind} />
            </dd>
          </div>
        ))}
        <div>
          <dt>{t(($) => $.retryRules.atLast)}</dt>
          <dd>{t(($) => $.retryRules.lastActs[lastAct].text)}</dd>
        </div>
      </dl>
      <p className={styles['hint']}>
        {t(($) => $.retryRules.limits, { tries: retryLimits.triesOfMandate, days: retryLimits.mandateDays })}
      </p>
    </Section>
  )
}

const kinds = ['soft', 'hard', 'ask'] as const satisfies readonly DeclineClass[]

/** The reasons of a kind, as charges show them. */
function Reasons({ kind }: { kind: DeclineClass }): ReactNode {
  const { t } = useTranslation()
  const reasons = declineReasons.filter((reason) => declines[reason].retry === kind)
  return (
    <details className={styles['reasons']}>
      <summary>{t(($) => $.retryRules.reasons, { count: reasons.length })}</summary>
      <ul>
        {reasons.map((reason) => (
          <li key={reason}>{wireWord('declines', reason)}</li>
        ))}
      </ul>
    </details>
  )
}
