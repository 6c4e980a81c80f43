import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ListedWebhook } from '#contract/webhooks.ts'
import { Empty } from '#console/kit/list-screen.tsx'
import { ScreenLink } from '#console/kit/screen-link.tsx'
import { SmallTable } from '#console/kit/small-table.tsx'
import { Status } from '#console/kit/status.tsx'
import { CutShort, Nothing, Time } from '#console/kit/values.tsx'
import { wireWord } from '#console/kit/words.ts'
import { WebhookSwitch } from './webhook-switch.tsx'
import styles from './webhooks.module.css'

/** The webhooks of the merchant; while there is none, what they are for. */
export function WebhookList({ webhooks, create }: { webhooks: ListedWebhook[]; create: ReactNode }): ReactNode {
  const { t } = useTranslation()
  if (webhooks.length === 0)
    return (
      <Empty title={t(($) => $.webhooks.emptyTitle)} text={t(($) => $.webhooks.emptyText)}>
        {create}
        <ScreenLink to="webhooks" search={{ tab: 'security' }}>
          {t(($) => $.webhooks.howToVerify)}
        </ScreenLink>
      </Empty>
    )
  return (
    <SmallTable
      rows={webhooks}
      rowKey={(webhook) => webhook.uuid}
      to={(webhook) => ({ to: 'webhooks', search: { tab: 'webhooks', webhook: webhook.uuid } })}
      nothing=""
      columns={[
        { name: 'name', kind: 'text', cell: (webhook) => <bdi>{webhook.name}</bdi> },
        { name: 'url', kind: 'text', cell: (webhook) => <CutShort characters={40}>{webhook.url}</CutShort> },
        { name: 'type', kind: 'text', cell: (webhook) => wireWord('webhookTypes', webhook.type) },
        { name: 'last_delivery', kind: 'status', cell: (webhook) => <LastDelivery webhook={webhook} /> },
        { name: 'created_at', kind: 'time', cell: (webhook) => <Time at={webhook.created_at} zoned /> },
        {
          name: 'enabled',
          kind: 'text',
          cell: (webhook) => (
            <span className={styles['above']}>
              <WebhookSwitch webhook={webhook} />
            </span>
          ),
        },
      ]}
    />
  )
}

const LastDelivery = ({ webhook: { last_delivery: last } }: { webhook: ListedWebhook }): ReactNode =>
  last ? <Status of="delivery" state={last.state} /> : <Nothing />
