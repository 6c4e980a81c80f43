import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { allowed } from '#contract/access.ts'
import type { WebhookDelivery } from '#contract/webhook-deliveries.ts'
import { CodeBlock } from '#console/kit/ui/code-block.tsx'
import styles from './deliveries.module.css'
import { Facts } from './detail.tsx'
import { Icon } from '#console/kit/ui/icons.tsx'
import { ScreenLink } from '#console/kit/routing/screen-link.tsx'
import { accessOf, useUser } from '#console/kit/auth/session.ts'
import { CopiedReference, LeftToRight, Reference, Time } from './values.tsx'
import { wireWord } from '#console/kit/i18n/words.ts'

/** One delivery: its address, each attempt with its answer, and the signed text. */
export function DeliveryDetails({ delivery, linked }: { delivery: WebhookDelivery; linked: boolean }): ReactNode {
  const { t } = useTranslation()
  return (
    <div className={styles['details']}>
      <Facts
        facts={[
          [t(($) => $.deliveries.address), <LeftToRight key="url">{delivery.url}</LeftToRight>],
          [
            t(($) => $.deliveries.head.object),
            linked ? (
              <ObjectLink key="object" delivery={delivery} />
            ) : (
              <Reference key="object">{delivery.object_ref}</Reference>
            ),
          ],
          [
            t(($) => $.deliveries.eventId),
            <CopiedReference key="event" copy={t(($) => $.deliveries.copyEventId)}>
              {delivery.event_id}
            </CopiedReference>,
          ],
        ]}
      />
      <section>
        <h3>{t(($) => $.deliveries.attempts)}</h3>
        <Outlook delivery={delivery} />
        <ol className={styles['attempts']}>
          {delivery.attempts.map((attempt, index) => (
            <Attempt key={delivery.attempts.length - index} attempt={attempt} newest={index === 0} />
          ))}
        </ol>
      </section>
      <section>
        <h3>{t(($) => $.deliveries.body)}</h3>
        <p className={styles['hint']}>{t(($) => $.deliveries.bodyHint)}</p>
        <CodeBlock
          code={prettyJson(delivery.body)}
          label={t(($) => $.deliveries.body)}
          copy={{ text: delivery.body, label: t(($) => $.deliveries.copyBody) }}
        />
      </section>
    </div>
  )
}

/** The next attempt, or the reason that there is none. */
function Outlook({ delivery: { state, attempts, next_attempt_at: next } }: { delivery: WebhookDelivery }): ReactNode {
  const { t } = useTranslation()
  if (state === 'delivered') return null
  if (state === 'failed') return <p className={styles['hint']}>{t(($) => $.deliveries.gaveUp)}</p>
  if (state === 'disabled')
    return (
      <p className={styles['hint']}>
        {attempts[0]?.status === 410 ? t(($) => $.deliveries.gone) : t(($) => $.deliveries.switchedOff)}
      </p>
    )
  if (!next) return <p className={styles['hint']}>{t(($) => $.deliveries.waitsItsTurn)}</p>
  return (
    <p className={styles['hint']}>
      {t(($) => $.deliveries.next)} <Time at={next} exact />
    </p>
  )
}

/** The status of an attempt's answer, or why there was none. */
export function AttemptStatus({
  status,
  fault,
}: Pick<WebhookDelivery['attempts'][number], 'status' | 'fault'>): ReactNode {
  const { t } = useTranslation()
  return status === 0 ? (
    wireWord(
      'deliveryFaults',
      fault,
      t(($) => $.deliveries.noAnswer),
    )
  ) : (
    <bdi dir="ltr">HTTP {status}</bdi>
  )
}

/** One attempt; only the newest answer is unfolded, since answers often repeat. */
function Attempt({ attempt, newest }: { attempt: WebhookDelivery['attempts'][number]; newest: boolean }): ReactNode {
  const { t } = useTranslation()
  const { status, response } = attempt
  const good = status >= 200 && status < 300
  return (
    <li>
      <div className={styles['attempt']}>
        <span className={styles['dot']} data-tone={good ? 'good' : 'bad'} aria-hidden="true" />
        <strong>
          <AttemptStatus {...attempt} />
        </strong>
        <span className={styles['when']}>
          <Time at={attempt.at} exact /> · {t(($) => $.deliveries.duration, { ms: attempt.duration_ms })}
        </span>
      </div>
      {status >= 300 && status < 400 && <p className={styles['hint']}>{t(($) => $.deliveries.redirect)}</p>}
      {status !== 0 &&
        (response.trim() === '' ? (
          <p className={styles['hint']}>{t(($) => $.deliveries.emptyAnswer)}</p>
        ) : (
          <details open={newest} className={styles['answer']}>
            <summary>
              <Icon name="forward" size={12} />
              {t(($) => $.deliveries.answer)}
            </summary>
            <CodeBlock code={response} label={t(($) => $.deliveries.answer)} />
          </details>
        ))}
    </li>
  )
}

/** The object of the delivery, as a link where the user may open it. */
function ObjectLink({ delivery: { type, object_ref: ref } }: { delivery: WebhookDelivery }): ReactNode {
  const user = accessOf(useUser())
  const reference = <Reference>{ref}</Reference>
  if (type === 'payment' && allowed('transactionDetails', user))
    return (
      <ScreenLink to="paymentDetails" search={{ order_ref: ref }}>
        {reference}
      </ScreenLink>
    )
  if (type === 'payment_link' && allowed('paymentLinks', user))
    return (
      <ScreenLink to="paymentLinkDetails" search={{ ref }}>
        {reference}
      </ScreenLink>
    )
  return reference
}

/** JSON with line breaks; any other text as it is. */
function prettyJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
