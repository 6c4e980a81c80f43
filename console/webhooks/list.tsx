import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { columnsAs } from '#contract/kit/columns.ts'
import { webhookColumns, type ListedWebhook } from '#contract/webhooks.ts'
import { ColumnsMenu } from '#console/kit/list/list-menus.tsx'
import { Empty } from '#console/kit/list/unanswered.tsx'
import list from '#console/kit/list/list.module.css'
import { ScreenLink } from '#console/kit/routing/screen-link.tsx'
import { SmallTable } from '#console/kit/list/small-table.tsx'
import { Status } from '#console/kit/details/status.tsx'
import { seenColumns, useColumns } from '#console/kit/list/use-columns.ts'
import { CutShort, Nothing, Reference, Time } from '#console/kit/details/values.tsx'
import { percentWords } from '#console/kit/i18n/names.ts'
import { useLanguage, wireWord } from '#console/kit/i18n/words.ts'
import { WebhookSwitch } from './webhook-switch.tsx'
import styles from './webhooks.module.css'

/** The webhooks of the merchant; an explanation while there is none. */
export function WebhookList({ webhooks, create }: { webhooks: ListedWebhook[]; create: ReactNode }): ReactNode {
  const { t } = useTranslation()
  const chosen = useColumns('webhooks', webhookColumns)
  if (webhooks.length === 0)
    return (
      <Empty title={t(($) => $.webhooks.emptyTitle)} text={t(($) => $.webhooks.emptyText)}>
        {create}
        <ScreenLink to="webhooks" search={{ tab: 'security' }}>
          {t(($) => $.webhooks.howToVerify)}
        </ScreenLink>
      </Empty>
    )
  const seen = seenColumns(webhookColumns, chosen ?? columnsAs(webhookColumns, []))
  return (
    <>
      <div className={list['tools']}>
        <ScreenLink to="webhookDeliveries">{t(($) => $.webhooks.allDeliveries)}</ScreenLink>
        <ColumnsMenu table="webhooks" list={{ columns: webhookColumns }} view={undefined} columns={chosen ?? []} />
      </div>
      <SmallTable
        rows={webhooks}
        rowKey={(webhook) => webhook.uuid}
        to={(webhook) => ({ to: 'webhooks', search: { tab: 'webhooks', webhook: webhook.uuid } })}
        nothing=""
        columns={seen.map(([name, { kind }]) => ({
          name,
          kind,
          cell: cells[name as keyof typeof webhookColumns],
          ...(name === 'enabled' ? { place: 'value' as const } : {}),
        }))}
      />
    </>
  )
}

const cells: Record<keyof typeof webhookColumns, (webhook: ListedWebhook) => ReactNode> = {
  name: (webhook) => <bdi>{webhook.name}</bdi>,
  url: (webhook) => <CutShort characters={40}>{webhook.url}</CutShort>,
  type: (webhook) => wireWord('webhookTypes', webhook.type),
  last_delivery: (webhook) => <LastDelivery webhook={webhook} />,
  waiting: (webhook) => <Waiting webhook={webhook} />,
  day: (webhook) => <Day webhook={webhook} />,
  created_at: (webhook) => <Time at={webhook.created_at} zoned />,
  enabled: (webhook) => (
    <span className={styles['above']}>
      <WebhookSwitch webhook={webhook} />
    </span>
  ),
  uuid: (webhook) => <Reference>{webhook.uuid}</Reference>,
}

function Waiting({ webhook: { waiting } }: { webhook: ListedWebhook }): ReactNode {
  const { t } = useTranslation()
  if (waiting.count === 0) return <Nothing />
  return (
    <>
      {t(($) => $.webhooks.waiting, { count: waiting.count })} {waiting.since && <Time at={waiting.since} exact />}
    </>
  )
}

/** The share of the last day's deliveries that were taken, and their number. */
function Day({ webhook: { day } }: { webhook: ListedWebhook }): ReactNode {
  const { t } = useTranslation()
  const language = useLanguage()
  if (day.ended === 0) return <Nothing />
  const share = percentWords(Math.floor((day.delivered / day.ended) * 100) / 100, language)
  return t(($) => $.webhooks.day, { share, ended: day.ended })
}

const LastDelivery = ({ webhook: { last_delivery: last } }: { webhook: ListedWebhook }): ReactNode =>
  last ? <Status of="delivery" state={last.state} /> : <Nothing />
