import { Button } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { listWebhookLog, readWebhookDelivery, testWebhook } from '#contract/webhook-log.ts'
import { listWebhookDeliveries, type ListedWebhook } from '#contract/webhooks.ts'
import { useAction, useCall } from '#console/kit/api/use-call.ts'
import { useFresh } from '#console/kit/api/use-fresh.ts'
import { Section } from '#console/kit/details/detail.tsx'
import { Status } from '#console/kit/details/status.tsx'
import { failureText, wireWord } from '#console/kit/i18n/words.ts'
import { ScreenLink } from '#console/kit/routing/screen-link.tsx'
import { Offered } from '#console/kit/routing/why-not.tsx'
import styles from './webhooks.module.css'

/** Sends an example to the webhook and shows its result. */
export function TestEvent({ webhook: { uuid } }: { webhook: ListedWebhook }): ReactNode {
  const { t } = useTranslation()
  const { act, pending, error } = useAction(testWebhook, {
    refreshes: [listWebhookLog, listWebhookDeliveries],
    quiet: true,
  })
  const [deliveryId, setDeliveryId] = useState<string | null>(null)
  const send = async () => {
    setDeliveryId(null)
    const outcome = await act({ path: { uuid }, body: {} })
    if (outcome.ok) setDeliveryId(outcome.answer.delivery_id)
  }
  return (
    <Section title={t(($) => $.webhooks.test)}>
      <p className={styles['prose']}>{t(($) => $.webhooks.testText)}</p>
      <div className={styles['secret']}>
        <Offered rule="webhooks">
          <Button variant="default" loading={pending} onClick={() => void send()}>
            {t(($) => $.webhooks.testSend)}
          </Button>
        </Offered>
        <span role="status">
          {error ? failureText(error) : deliveryId && <Result key={deliveryId} deliveryId={deliveryId} />}
        </span>
      </div>
    </Section>
  )
}

function Result({ deliveryId }: { deliveryId: string }): ReactNode {
  const { t } = useTranslation()
  const { data, refetch } = useCall(readWebhookDelivery, { path: { delivery_id: deliveryId } })
  useFresh(data === undefined || data.state === 'pending', () => void refetch(), 700)
  if (!data || data.state === 'pending') return t(($) => $.webhooks.testWaits)
  const [attempt] = data.attempts
  return (
    <>
      <Status of="delivery" state={data.state} />{' '}
      {attempt?.status ? (
        <bdi dir="ltr">HTTP {attempt.status}</bdi>
      ) : (
        wireWord(
          'deliveryFaults',
          attempt?.fault ?? '',
          t(($) => $.deliveries.noAnswer),
        )
      )}{' '}
      <ScreenLink to="webhookDeliveries" search={{ delivery: deliveryId }} className={styles['inline']}>
        {t(($) => $.webhooks.testDetails)}
      </ScreenLink>
    </>
  )
}
