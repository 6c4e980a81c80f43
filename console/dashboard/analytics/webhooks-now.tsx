import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { allowed } from '#contract/access.ts'
import { accessOf, useUser } from '#console/kit/auth/session.ts'
import { Card } from '#console/kit/charts/card.tsx'
import { LyingBars } from '#console/kit/charts/rows.tsx'
import { isolatedLtr } from '#console/kit/i18n/bidi.ts'
import { ScreenLink } from '#console/kit/routing/screen-link.tsx'
import { momentOf } from '#contract/kit/text-forms.ts'
import { deliveriesIn } from '../links.ts'
import type { Stretch } from '../period.ts'
import type { ChartWords } from '../words.ts'
import { rateWords } from './breakdown-card.tsx'
import type { LastHour } from './minutes-card.tsx'

type Webhook = LastHour['webhooks'][number]
interface WebhooksProps {
  webhooks: readonly Webhook[]
  words: ChartWords
  hour: Stretch
}

/** How the events of the last hour reached each webhook, and what waits. Each number leads to the list of its deliveries. */
export function WebhooksNow({ webhooks, words, hour }: WebhooksProps): ReactNode {
  const { t } = useTranslation()
  const user = useUser()
  const mayOpen = allowed('webhooks', accessOf(user))
  const list = (of: Webhook, state: string, stretch: Stretch | null) =>
    mayOpen ? deliveriesIn(stretch, user.time_zone, { webhook_uuid: of.webhook_uuid, state }) : undefined
  const title = t(($) => $.monitoring.webhooks)
  const since = ({ waiting_since: at }: Webhook) => (at === null ? '–' : words.moment(momentOf(at)))
  const success = ({ ended, delivered }: Webhook) =>
    rateWords(ended < 10 ? null : { rate: delivered / ended }, { paid: delivered, ended }, words)
  const table = {
    head: [
      title,
      t(($) => $.monitoring.ended),
      t(($) => $.monitoring.delivered),
      t(($) => $.analytics.success),
      t(($) => $.monitoring.waiting),
      t(($) => $.monitoring.oldest),
    ],
    rows: webhooks.map((row) => ({
      key: row.webhook_uuid,
      cells: [
        row.name,
        words.number(row.ended),
        words.number(row.delivered),
        success(row),
        words.number(row.waiting),
        since(row),
      ],
    })),
  }
  const waiting = (row: Webhook) =>
    t(($) => $.monitoring.waitingNow, { number: isolatedLtr(words.number(row.waiting)), time: since(row) })
  const delivered = (row: Webhook) =>
    t(($) => $.monitoring.deliveredNow, { number: isolatedLtr(words.number(row.delivered)) })
  const bars = webhooks.map((row) => ({
    key: row.webhook_uuid,
    name: row.name,
    value: row.ended === 0 ? 0 : row.delivered / row.ended,
    words: success(row),
    to: list(row, 'delivered,failed,disabled', hour),
    note: (
      <>
        {!row.enabled && `${t(($) => $.monitoring.disabled)} · `}
        <MaybeLink to={list(row, 'delivered', hour)}>{delivered(row)}</MaybeLink>
        {' · '}
        {row.waiting === 0 ? (
          t(($) => $.monitoring.notWaiting)
        ) : (
          <MaybeLink to={list(row, 'pending', null)}>{waiting(row)}</MaybeLink>
        )}
      </>
    ),
  }))
  return (
    <Card title={title} ready waiting={false} error={null} onRetry={() => {}} table={table} size="row">
      <LyingBars bars={bars} />
    </Card>
  )
}

function MaybeLink({ to, children }: { to: ReturnType<typeof deliveriesIn> | undefined; children: string }): ReactNode {
  return to ? <ScreenLink {...(to as { to: 'dashboard' })}>{children}</ScreenLink> : children
}
