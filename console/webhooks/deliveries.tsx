import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { exportWebhookLog, listWebhookLog, statusClasses, webhookLogList } from '#contract/webhook-log.ts'
import { listWebhooks, webhookTypes } from '#contract/webhooks.ts'
import { useCall } from '#console/kit/api/use-call.ts'
import { Nothing } from '#console/kit/details/values.tsx'
import { wireWord } from '#console/kit/i18n/words.ts'
import { ListScreen } from '#console/kit/list/list-screen.tsx'
import { useScreenSearch } from '#console/kit/routing/screen-link.tsx'
import { Delivery } from './delivery.tsx'

/** The deliveries of all webhooks, or one of them (`?delivery=`). */
export default function Deliveries(): ReactNode {
  const { t } = useTranslation()
  const { delivery } = useScreenSearch('webhookDeliveries')
  const webhooks = useCall(listWebhooks, {})
  if (delivery) return <Delivery key={delivery} deliveryId={delivery} />
  return (
    <ListScreen
      name="webhookDeliveries"
      back="webhooks"
      backSearch={{ tab: 'webhooks' }}
      table="webhook-deliveries"
      call={listWebhookLog}
      exports={exportWebhookLog}
      list={webhookLogList}
      status="delivery"
      rowKey={(row) => row.delivery_id}
      cells={{
        type: (row) => wireWord('webhookTypes', row.type),
        last_status: (row) => <LastStatus status={row.last_status} />,
        test: (row) => wireWord('yesNo', row.test ? 'yes' : 'no'),
      }}
      choices={{
        type: webhookTypes.map((value) => ({ value, label: wireWord('webhookTypes', value) })),
        ...(webhooks.data?.webhooks.length && {
          webhook_uuid: webhooks.data.webhooks.map(({ uuid, name }) => ({ value: uuid, label: name })),
        }),
        status_class: statusClasses.map((value) => ({ value, label: wireWord('statusClasses', value) })),
        test: (['yes', 'no'] as const).map((value) => ({ value, label: wireWord('yesNo', value) })),
      }}
      searchFinds={t(($) => $.deliveries.searchFinds)}
      to={(row) => ({ to: 'webhookDeliveries', search: { delivery: row.delivery_id } })}
      empty={{ title: t(($) => $.deliveries.emptyTitle), text: t(($) => $.deliveries.emptyText) }}
    />
  )
}

function LastStatus({ status }: { status: number | null }): ReactNode {
  const { t } = useTranslation()
  if (status === null) return <Nothing />
  return status === 0 ? t(($) => $.deliveries.noAnswer) : <bdi dir="ltr">{status}</bdi>
}
