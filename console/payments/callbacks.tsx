import { Button, Modal } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { WireOutput } from '#contract/kit/call.ts'
import type { readWebhookData } from '#contract/payments.ts'
import { CodeBlock } from '#console/kit/ui/code-block.tsx'
import { SmallTable } from '#console/kit/list/small-table.tsx'
import { useReturnFocus } from '#console/kit/ui/use-return-focus.ts'
import { CutShort, Nothing, Reference, Time } from '#console/kit/details/values.tsx'
import { wireWord } from '#console/kit/i18n/words.ts'

type Event = WireOutput<typeof readWebhookData>['channelEvents'][number]

/** The call-backs of the payment's provider, in the order of arrival. */
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

/** The body of a call-back, unfolded on demand. */
function Body({ text }: { text: string }): ReactNode {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  if (!text) return <Nothing />
  const label = t(($) => $.payments.bodyLabel)
  return (
    <>
      <Button variant="default" size="compact-xs" onClick={() => setOpen(true)}>
        {t(($) => $.payments.showBody)}
      </Button>
      {open && <BodyDialogue text={text} label={label} onClose={() => setOpen(false)} />}
    </>
  )
}

function BodyDialogue({ text, label, onClose }: { text: string; label: string; onClose: () => void }): ReactNode {
  const { t } = useTranslation()
  useReturnFocus()
  return (
    <Modal
      opened
      size="lg"
      onClose={onClose}
      title={label}
      closeButtonProps={{ 'aria-label': t(($) => $.confirm.close) }}
    >
      <CodeBlock code={pretty(text)} label={label} />
    </Modal>
  )
}

function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
