import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { WireOutput } from '#contract/kit/call.ts'
import type { readWebhookData } from '#contract/payments.ts'
import { CodeBlock } from '#console/kit/code-block.tsx'
import { SmallTable } from '#console/kit/small-table.tsx'
import { CutShort, Nothing, Reference, Time } from '#console/kit/values.tsx'
import { wireWord } from '#console/kit/words.ts'
import styles from './payments.module.css'

type Event = WireOutput<typeof readWebhookData>['channelEvents'][number]

/** What the payment's provider called back with, in the order it came. */
export function Callbacks({ events }: { events: readonly Event[] }): ReactNode {
  const { t } = useTranslation()
  return (
    <SmallTable<Event>
      rows={events}
      rowKey={(event) => event.event_id}
      nothing={t(($) => $.payments.noCallbacks)}
      columns={[
        { name: 'received_at', kind: 'time', cell: (event) => <Time at={event.received_at} exact /> },
        { name: 'outcome', kind: 'text', cell: (event) => wireWord('timeline', event.outcome) },
        { name: 'effect', kind: 'text', cell: (event) => t(($) => $.payments.effects[event.effect]) },
        {
          name: 'event_id',
          kind: 'reference',
          cell: (event) => (
            <CutShort characters={20}>
              <Reference>{event.event_id}</Reference>
            </CutShort>
          ),
        },
        { name: 'body', kind: 'text', cell: (event) => <Body text={event.body} /> },
      ]}
    />
  )
}

/** What was sent, unfolded when it is wanted. */
function Body({ text }: { text: string }): ReactNode {
  const { t } = useTranslation()
  if (!text) return <Nothing />
  return (
    <details className={styles['body']}>
      <summary>{t(($) => $.payments.showBody)}</summary>
      <CodeBlock code={pretty(text)} label={t(($) => $.payments.bodyLabel)} />
    </details>
  )
}

function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
