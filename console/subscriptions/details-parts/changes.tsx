import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Subscription } from '#contract/subscription-answers.ts'
import { Section } from '#console/kit/details/detail.tsx'
import { Status } from '#console/kit/details/status.tsx'
import { Amount, Time } from '#console/kit/details/values.tsx'
import { isolated } from '#console/kit/i18n/bidi.ts'
import styles from '../subscriptions.module.css'

/** The changes of price and quantity, and what is left of credit; nothing where there were none. */
export function Changes({ subscription }: { subscription: Subscription }): ReactNode {
  const { t } = useTranslation()
  const { changes, credits } = subscription
  const left = credits.filter((credit) => credit.left > 0)
  if (changes.length === 0 && left.length === 0) return null
  return (
    <Section title={t(($) => $.subscriptions.changes)}>
      <ol className={styles['list']}>
        {changes.map((change) => (
          <li key={change.change_id} className={styles['change']}>
            <div>
              <Difference change={change} />
              <div className={styles['hint']}>
                <Status of="subscriptionChange" state={change.state} /> · <Time at={change.created_at} zoned />
                {change.created_by && (
                  <>
                    {' '}
                    · <bdi>{change.created_by}</bdi>
                  </>
                )}
              </div>
            </div>
            {change.to_pay > 0 && <Amount value={change.to_pay} currency={change.currency} />}
            {change.to_credit > 0 && (
              <span>
                {t(($) => $.subscriptions.credit)} <Amount value={change.to_credit} currency={change.currency} />
              </span>
            )}
          </li>
        ))}
        {left.map((credit) => (
          <li key={credit.credit_id} className={styles['change']}>
            <span>{t(($) => $.subscriptions.creditLeft)}</span>
            <Amount value={credit.left} currency={credit.currency} />
          </li>
        ))}
      </ol>
    </Section>
  )
}

/** 'Team, 2 → Business, 3' */
function Difference({ change }: { change: Subscription['changes'][number] }): ReactNode {
  const { t } = useTranslation()
  const of = (name: string, count: number) => t(($) => $.charges.times, { name: isolated(name), count })
  return t(($) => $.settings.fromTo, {
    from: of(change.old_price_name || change.old_price_ref, change.old_quantity),
    to: of(change.price_name || change.price_ref, change.quantity),
  })
}
