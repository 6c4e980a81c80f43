import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import {
  listWebhookLog,
  readWebhookDelivery,
  resendWebhookDelivery,
  type WholeDelivery,
} from '#contract/webhook-log.ts'
import { useAction, useCall } from '#console/kit/api/use-call.ts'
import { useFresh } from '#console/kit/api/use-fresh.ts'
import { Facts, Section } from '#console/kit/details/detail.tsx'
import { Missing } from '#console/kit/details/missing.tsx'
import { Status } from '#console/kit/details/status.tsx'
import { CopiedReference, LeftToRight, Time } from '#console/kit/details/values.tsx'
import { failureText, wireWord } from '#console/kit/i18n/words.ts'
import { Unanswered } from '#console/kit/list/unanswered.tsx'
import { ScreenLink } from '#console/kit/routing/screen-link.tsx'
import { Screen } from '#console/kit/routing/screen.tsx'
import { Offered } from '#console/kit/routing/why-not.tsx'
import { CodeBlock } from '#console/kit/ui/code-block.tsx'
import { toastFailure } from '#console/kit/ui/toast.ts'
import { Attempts } from './attempts.tsx'

/** One delivery with each of its attempts as it was. */
export function Delivery({ deliveryId }: { deliveryId: string }): ReactNode {
  const { t } = useTranslation()
  const delivery = useCall(readWebhookDelivery, { path: { delivery_id: deliveryId } })
  const { data, refetch } = delivery
  useFresh(data?.state === 'pending', () => void refetch())
  return (
    <Screen
      name="webhookDeliveries"
      title={data ? data.object_ref : t(($) => $.deliveries.one)}
      back="webhookDeliveries"
      beside={data && <Status of="delivery" state={data.state} />}
      actions={data && <Resend delivery={data} />}
    >
      {data ? (
        <Whole delivery={data} />
      ) : (
        <Unanswered query={delivery} lines={8} missing={<Missing what="webhookDelivery" />} />
      )}
    </Screen>
  )
}

function Resend({ delivery: { delivery_id, not_resendable: why } }: { delivery: WholeDelivery }): ReactNode {
  const { t } = useTranslation()
  const { act, pending } = useAction(resendWebhookDelivery, { refreshes: [readWebhookDelivery, listWebhookLog] })
  const resend = async () => {
    const outcome = await act({ path: { delivery_id } })
    if (!outcome.ok) toastFailure(failureText(outcome.error), outcome.error.requestId)
  }
  if (why !== '') return null
  return (
    <Offered rule="webhooks">
      <Button loading={pending} onClick={() => void resend()}>
        {t(($) => $.deliveries.resend)}
      </Button>
    </Offered>
  )
}

function Whole({ delivery }: { delivery: WholeDelivery }): ReactNode {
  const { t } = useTranslation()
  const { webhook_uuid: webhook, webhook_name: name, attempts } = delivery
  return (
    <>
      <Section title={t(($) => $.webhooks.facts)}>
        <Facts
          facts={[
            [
              t(($) => $.deliveries.head.webhook),
              <ScreenLink key="webhook" to="webhooks" search={{ tab: 'webhooks', webhook }}>
                <bdi>{name}</bdi>
              </ScreenLink>,
            ],
            [t(($) => $.deliveries.address), <LeftToRight key="url">{delivery.url}</LeftToRight>],
            [t(($) => $.deliveries.head.event), wireWord('webhookTypes', delivery.type)],
            [
              t(($) => $.deliveries.eventId),
              <CopiedReference key="event" copy={t(($) => $.deliveries.copyEventId)}>
                {delivery.event_id}
              </CopiedReference>,
            ],
            [t(($) => $.deliveries.head.created), <Time key="created" at={delivery.created_at} zoned exact />],
            ...(delivery.next_attempt_at
              ? [[t(($) => $.deliveries.next), <Time key="next" at={delivery.next_attempt_at} zoned exact />] as const]
              : []),
          ]}
        />
        {delivery.not_resendable !== '' && (
          <p>{t(($) => $.deliveries.notResendable[delivery.not_resendable as 'test'])}</p>
        )}
      </Section>
      <Section title={t(($) => $.deliveries.attempts)}>
        <Attempts attempts={attempts} />
      </Section>
      <Section title={t(($) => $.deliveries.body)}>
        <CodeBlock
          code={delivery.body}
          label={t(($) => $.deliveries.body)}
          copy={{ text: delivery.body, label: t(($) => $.deliveries.copyBody) }}
        />
      </Section>
    </>
  )
}
