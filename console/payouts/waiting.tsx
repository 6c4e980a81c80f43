import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { PayoutDetails, PayoutHold } from '#contract/payout-shapes.ts'
import { Section } from '#console/kit/details/detail.tsx'
import { Time } from '#console/kit/details/values.tsx'
import { isolated } from '#console/kit/i18n/bidi.ts'
import { codeWord, useLanguage } from '#console/kit/i18n/words.ts'
import styles from './payouts.module.css'

/** Why a payout is waiting, in words, and who or what ends that; nothing for one that does not wait. */
export function Waiting({ payout: { holds } }: { payout: PayoutDetails }): ReactNode {
  const { t } = useTranslation()
  if (holds.length === 0) return null
  return (
    <Section title={t(($) => $.payouts.why)}>
      <ul className={styles['holds']}>
        {holds.map((hold) => (
          <Hold key={hold.wait} hold={hold} />
        ))}
      </ul>
    </Section>
  )
}

function Hold({ hold: { wait, until, who, facts } }: { hold: PayoutHold }): ReactNode {
  const { t } = useTranslation()
  const language = useLanguage()
  const names = new Intl.ListFormat(language, { type: 'disjunction' }).format(who.map((name) => isolated(name)))
  return (
    <li>
      <strong>{codeWord('payoutWaits', wait)}</strong>
      <p>{codeWord('payoutWaitTexts', wait)}</p>
      {Object.entries(facts).map(([name, value]) => (
        <p key={name}>
          {codeWord('payoutWaitFacts', name)}: <bdi>{value}</bdi>
        </p>
      ))}
      {until && (
        <p>
          {t(($) => $.payouts.until)} <Time at={until} zoned />
        </p>
      )}
      {who.length > 0 && <p>{t(($) => $.payouts.canEnd, { names })}</p>}
    </li>
  )
}
