import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Payment, PaymentRow } from '#contract/payments.ts'
import { readFailover, type RoutedAttempt } from '#contract/routing.ts'
import { useCall } from '#console/kit/api/use-call.ts'
import { Section } from '#console/kit/details/detail.tsx'
import { channelWord } from '#console/kit/i18n/channel-word.ts'
import { Status } from '#console/kit/details/status.tsx'
import { Amount, Reference, Time } from '#console/kit/details/values.tsx'
import { useLanguage, wireWord } from '#console/kit/i18n/words.ts'
import { Unanswered } from '#console/kit/list/unanswered.tsx'
import { ScreenLink } from '#console/kit/routing/screen-link.tsx'
import { attemptWords } from './attempt-words.ts'
import styles from './attempts.module.css'
import { methodWords } from './method-words.ts'
import { useWhose } from './use-whose.ts'

/**
 * Every attempt to pay the order of a payment, the first one first: at which channel and why, and how it ended. Nothing for an
 * order's only attempt that no rule has routed.
 */
export function Attempts({ payment }: { payment: Payment }): ReactNode {
  const { t } = useTranslation()
  const told = payment.attempts.length > 0 || payment.routing_enabled
  const routing = useCall(readFailover, { path: { ref: payment.order_ref } }, { enabled: told })
  if (!told) return null
  const all = [payment, ...payment.attempts]
  return (
    <Section title={t(($) => $.routedAttempts.title)}>
      {routing.data ? (
        <ol className={styles['attempts']}>
          {routing.data.attempts.map((attempt) => (
            <Attempt
              key={attempt.order_ref}
              attempt={attempt}
              order={routing.data.attempts}
              payment={all.find(({ order_ref }) => order_ref === attempt.order_ref)}
              isThis={attempt.order_ref === payment.order_ref}
            />
          ))}
        </ol>
      ) : (
        <Unanswered query={routing} lines={3} />
      )}
    </Section>
  )
}

interface AttemptProps {
  attempt: RoutedAttempt
  /** All attempts to pay the order. */
  order: readonly RoutedAttempt[]
  payment: PaymentRow | undefined
  isThis: boolean
}
function Attempt({ attempt, order, payment, isThis }: AttemptProps): ReactNode {
  const { t } = useTranslation()
  const { order_ref: ref, status, status_reason: reason, why_left: left } = attempt
  const words = attemptWords(attempt, order, useLanguage())
  return (
    <li aria-current={isThis || undefined}>
      <div className={styles['head']}>
        <bdi className={styles['channel']}>{channelWord(attempt.channel_key, attempt.channel_name)}</bdi>
        <Status of="payment" state={status} />
        {payment && (
          <span className={styles['amount']}>
            <Amount value={payment.amount} currency={payment.currency} />
          </span>
        )}
      </div>
      <p className={styles['line']}>
        {isThis ? <strong>{t(($) => $.routedAttempts.this)}</strong> : <ToPayment of={ref} />}
        {payment && <span>{methodWords(payment)}</span>}
        <Time at={attempt.created_at} />
      </p>
      {reason && (
        <p className={styles['failed']}>
          {left === 'provider_fault' ? t(($) => $.routedAttempts.providerFault) : wireWord('declines', reason)}
        </p>
      )}
      {words.map((text) => (
        <p key={text} className={styles['words']}>
          {text}
        </p>
      ))}
      {attempt.failover_from && (
        <p className={styles['words']}>
          {t(($) => $.routedAttempts.follows)} <ToPayment of={attempt.failover_from} />
        </p>
      )}
      {attempt.failover_next && (
        <p className={styles['words']}>
          {t(($) => $.routedAttempts.followed)} <ToPayment of={attempt.failover_next} />
        </p>
      )}
    </li>
  )
}

function ToPayment({ of }: { of: string }): ReactNode {
  const whose = useWhose()
  return (
    <ScreenLink to="paymentDetails" search={{ order_ref: of, ...whose }}>
      <Reference>{of}</Reference>
    </ScreenLink>
  )
}
