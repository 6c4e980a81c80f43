import { Button } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { WireOutput } from '#contract/kit/call.ts'
import { listSessions, revokeOtherSessions, revokeSession } from '#contract/session.ts'
import { Confirm } from '#console/kit/ui/confirm.tsx'
import { deviceWords } from '#console/kit/details/device-words.ts'
import { Section } from '#console/kit/details/detail.tsx'
import { Unanswered } from '#console/kit/list/unanswered.tsx'
import { SmallTable } from '#console/kit/list/small-table.tsx'
import { useAction, useCall } from '#console/kit/api/use-call.ts'
import { LeftToRight, Time } from '#console/kit/details/values.tsx'
import styles from './two-step.module.css'

type Session = WireOutput<typeof listSessions>[number]

/** The user's sessions, each with a button that ends it. */
export function Sessions(): ReactNode {
  const { t } = useTranslation()
  const { data, error, refetch } = useCall(listSessions, {})
  const [asking, setAsking] = useState(false)
  const others = useAction(revokeOtherSessions, { refreshes: [listSessions] })
  const endOthers = async () => {
    await others.act({})
    setAsking(false)
  }
  return (
    <Section
      title={t(($) => $.sessions.title)}
      end={
        data &&
        data.length > 1 && (
          <Button variant="default" size="compact-sm" onClick={() => setAsking(true)}>
            {t(($) => $.sessions.endOthers)}
          </Button>
        )
      }
    >
      {data ? (
        <SmallTable
          rows={data}
          rowKey={({ session_id }) => session_id}
          nothing=""
          columns={[
            { name: 'device', kind: 'text', cell: (row) => <Device session={row} /> },
            { name: 'address', kind: 'text', cell: ({ address }) => <LeftToRight>{address}</LeftToRight> },
            { name: 'signed_in_at', kind: 'time', cell: ({ created_at }) => <Time at={created_at} /> },
            { name: 'last_seen_at', kind: 'time', cell: ({ last_seen_at }) => <Time at={last_seen_at} /> },
            {
              name: 'end_session',
              kind: 'text',
              place: 'value',
              cell: (row) => !row.is_current && <End session={row} />,
            },
          ]}
        />
      ) : (
        <Unanswered query={{ error, refetch }} lines={3} />
      )}
      {asking && (
        <Confirm
          title={t(($) => $.sessions.endOthersTitle)}
          confirm={t(($) => $.sessions.endOthers)}
          danger
          pending={others.pending}
          onConfirm={() => void endOthers()}
          onClose={() => setAsking(false)}
        >
          {t(($) => $.sessions.endOthersText)}
        </Confirm>
      )}
    </Section>
  )
}

/** 'Firefox on Windows'. */
function useDeviceName(): (session: Session) => string {
  const { t } = useTranslation()
  return (session) => deviceWords(session) || t(($) => $.sessions.unknownDevice)
}

function Device({ session }: { session: Session }): ReactNode {
  const { t } = useTranslation()
  const nameOf = useDeviceName()
  const { is_current, is_locked, second_factor } = session
  const marks = [
    is_current && t(($) => $.sessions.thisOne),
    is_locked && t(($) => $.sessions.locked),
    second_factor && t(($) => $.sessions.withFactor),
  ].filter((mark) => mark !== false && mark !== null)
  return (
    <div className={styles['row']}>
      <div>
        <bdi>{nameOf(session)}</bdi>
        {marks.length > 0 && <p>{marks.join(' · ')}</p>}
      </div>
    </div>
  )
}

function End({ session }: { session: Session }): ReactNode {
  const { t } = useTranslation()
  const nameOf = useDeviceName()
  const { act, pending } = useAction(revokeSession, { refreshes: [listSessions] })
  return (
    <Button
      variant="subtle"
      size="compact-sm"
      loading={pending}
      aria-label={t(($) => $.sessions.endThis, { device: nameOf(session) })}
      onClick={() => void act({ path: { session_id: session.session_id } })}
    >
      {t(($) => $.sessions.end)}
    </Button>
  )
}
