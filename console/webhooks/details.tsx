import { Button } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { listWebhookDeliveries, listWebhooks, type ListedWebhook } from '#contract/webhooks.ts'
import { Deliveries } from '#console/kit/details/deliveries.tsx'
import { Facts, Section } from '#console/kit/details/detail.tsx'
import { History } from '#console/kit/details/history.tsx'
import { Icon } from '#console/kit/ui/icons.tsx'
import { Unanswered } from '#console/kit/list/unanswered.tsx'
import { Missing } from '#console/kit/details/missing.tsx'
import { Screen } from '#console/kit/routing/screen.tsx'
import { Offered } from '#console/kit/routing/why-not.tsx'
import { ScreenLink, useGo } from '#console/kit/routing/screen-link.tsx'
import { useCall } from '#console/kit/api/use-call.ts'
import { CopiedText, Time } from '#console/kit/details/values.tsx'
import { wireWord } from '#console/kit/i18n/words.ts'
import { DeleteWebhook } from './delete.tsx'
import { Replays } from './replays.tsx'
import { TestEvent } from './test-event.tsx'
import { EditWebhook } from './webhook-form.tsx'
import { WebhookSwitch } from './webhook-switch.tsx'

/** One webhook with its deliveries. */
export function WebhookDetails({ uuid }: { uuid: string }): ReactNode {
  const { t } = useTranslation()
  const webhooks = useCall(listWebhooks, {})
  const { data } = webhooks
  const webhook = data?.webhooks.find((one) => one.uuid === uuid)
  if (webhook) return <Details webhook={webhook} />
  return (
    <Screen name="webhooks" title={t(($) => $.deliveries.head.webhook)} back="webhooks">
      <Unanswered query={webhooks} lines={10} missing={<Missing what="webhook" />} absent={data !== undefined} />
    </Screen>
  )
}

function Details({ webhook }: { webhook: ListedWebhook }): ReactNode {
  const { t } = useTranslation()
  const go = useGo()
  const [asked, setAsked] = useState<'edit' | 'delete' | null>(null)
  const close = () => setAsked(null)
  return (
    <Screen
      name="webhooks"
      title={webhook.name}
      back="webhooks"
      actions={
        <Offered rule="webhooks">
          <Button variant="default" onClick={() => setAsked('delete')}>
            {t(($) => $.webhooks.delete)}
          </Button>
          <Button onClick={() => setAsked('edit')}>{t(($) => $.webhooks.edit)}</Button>
        </Offered>
      }
    >
      <Section title={t(($) => $.webhooks.facts)}>
        <Facts
          facts={[
            [
              wireWord('columns', 'url'),
              <CopiedText key="url" copy={t(($) => $.webhooks.copyUrl)}>
                {webhook.url}
              </CopiedText>,
            ],
            [wireWord('columns', 'type'), wireWord('webhookTypes', webhook.type)],
            [wireWord('columns', 'enabled'), <WebhookSwitch key="switch" webhook={webhook} />],
            [wireWord('columns', 'created_at'), <Time key="created" at={webhook.created_at} zoned />],
          ]}
        />
      </Section>
      <TestEvent webhook={webhook} />
      <Latest webhook={webhook} />
      <Replays webhook={webhook} />
      <History object="webhook" objectRef={webhook.uuid} />
      {asked === 'edit' && <EditWebhook webhook={webhook} onClose={close} />}
      {asked === 'delete' && (
        <DeleteWebhook
          webhook={webhook}
          onClose={close}
          onDeleted={() => void go({ to: 'webhooks', search: { tab: 'webhooks' }, replace: true })}
        />
      )}
    </Screen>
  )
}

/** The latest deliveries, with a button that reloads them. */
function Latest({ webhook }: { webhook: ListedWebhook }): ReactNode {
  const { t } = useTranslation()
  const deliveries = useCall(listWebhookDeliveries, { path: { uuid: webhook.uuid }, body: {} })
  const { data, isFetching } = deliveries
  return (
    <Section
      title={t(($) => $.webhooks.latest)}
      end={
        <>
          <ScreenLink to="webhookDeliveries">{t(($) => $.webhooks.allDeliveries)}</ScreenLink>
          <Button
            variant="default"
            size="xs"
            leftSection={<Icon name="refresh" size={14} />}
            loading={isFetching && data !== undefined}
            onClick={() => void deliveries.refetch()}
          >
            {t(($) => $.webhooks.refresh)}
          </Button>
        </>
      }
    >
      {data ? (
        <Deliveries
          deliveries={data}
          shows="object"
          nothing={webhook.enabled ? t(($) => $.webhooks.nothingSent) : t(($) => $.webhooks.nothingSentOff)}
        />
      ) : (
        <Unanswered query={deliveries} lines={4} />
      )}
    </Section>
  )
}
