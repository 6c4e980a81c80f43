import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { WireOutput } from '#contract/kit/call.ts'
import type { readWebhookData } from '#contract/payments.ts'
import { SmallTable } from '#console/kit/small-table.tsx'
import { CutShort, Reference, Time } from '#console/kit/values.tsx'
import { wireWord } from '#console/kit/words.ts'

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
      ]}
    />
  )
}
