import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { PayoutDetails, PayoutHold } from '#contract/payout-shapes.ts'
import { Section } from '#console/kit/details/detail.tsx'
import { isCurrency } from '#contract/kit/money.ts'
import { Amount, Reference, Time } from '#console/kit/details/values.tsx'
import { isolated } from '#console/kit/i18n/bidi.ts'
import { codeWord, useLanguage } from '#console/kit/i18n/words.ts'
import { ScreenLink } from '#console/kit/routing/screen-link.tsx'
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
      {Object.entries(facts).map(([name, value]) =>
        name === 'currency' || value === '' ? null : (
          <p key={name}>
            {codeWord('payoutWaitFacts', name)}: <FactValue name={name} value={value} currency={facts['currency']} />
          </p>
        ),
      )}
      {until && (
        <p>
          {t(($) => $.payouts.until)} <Time at={until} zoned />
        </p>
      )}
      {who.length > 0 && <p>{t(($) => $.payouts.canEnd, { names })}</p>}
    </li>
  )
}

/** The groups of texts whose words these facts are. */
const worded: Readonly<Record<string, string>> = { check: 'states.nameCheck', screening: 'states.screening' }

function FactValue({
  name,
  value,
  currency,
}: {
  name: string
  value: string
  currency: string | undefined
}): ReactNode {
  if (currency && isCurrency(currency)) return <Amount value={Number(value)} currency={currency} />
  if (name === 'txn_ref')
    return (
      <ScreenLink to="managePayouts" search={{ ref: value }}>
        <Reference>{value}</Reference>
      </ScreenLink>
    )
  return <bdi>{worded[name] ? codeWord(worded[name], value) : value}</bdi>
}
