import { Button } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { WireOutput } from '#contract/kit/call.ts'
import { deleteTestClock, listTestClocks, readTestClock } from '#contract/test-clocks.ts'
import { useAction, useCall } from '#console/kit/api/use-call.ts'
import { Section } from '#console/kit/details/detail.tsx'
import { Missing } from '#console/kit/details/missing.tsx'
import { HeadFacts } from '#console/kit/details/object-head.tsx'
import { Status } from '#console/kit/details/status.tsx'
import { Time } from '#console/kit/details/values.tsx'
import { isolated } from '#console/kit/i18n/bidi.ts'
import { codeWord } from '#console/kit/i18n/words.ts'
import { Unanswered } from '#console/kit/list/unanswered.tsx'
import { Screen } from '#console/kit/routing/screen.tsx'
import { ButtonLink, useGo } from '#console/kit/routing/screen-link.tsx'
import { useDenied } from '#console/kit/routing/use-denied.ts'
import { WhyNot } from '#console/kit/routing/why-not.tsx'
import { Confirm } from '#console/kit/ui/confirm.tsx'
import { Icon } from '#console/kit/ui/icons.tsx'
import { Notice } from '#console/kit/ui/notice.tsx'
import { ofSubscriptions } from '../calls.ts'
import { Advance } from './advance.tsx'
import styles from './clocks.module.css'
import { Events } from './events.tsx'

type Clock = WireOutput<typeof readTestClock>
const toClocks = { tab: 'clocks' } as const

/** One test clock: its time, and what happened as it went on. */
export default function TestClock({ clockRef: ref, tabs }: { clockRef: string; tabs: ReactNode }): ReactNode {
  const [isMoving, setMoving] = useState(true)
  const clock = useCall(readTestClock, { path: { ref } }, isMoving ? { everyMs: 1_000 } : {})
  const moves = clock.data?.state === 'advancing'
  if (clock.data && isMoving !== moves) setMoving(moves)
  if (clock.data) return <Details clock={clock.data} />
  return (
    <Screen name="subscriptions" wide>
      {tabs}
      <Unanswered query={clock} lines={8} missing={<Missing what="testClock" />} />
    </Screen>
  )
}

function Details({ clock }: { clock: Clock }): ReactNode {
  const { t } = useTranslation()
  const [open, setOpen] = useState<'advance' | 'delete' | null>(null)
  const writable = useDenied('subscriptions') === null
  const isIdle = clock.state !== 'advancing'
  return (
    <Screen
      name="subscriptions"
      title={clock.name}
      back="subscriptions"
      backSearch={toClocks}
      beside={<Status of="testClock" state={clock.state} />}
      facts={
        <HeadFacts
          facts={[
            { name: 'time', fact: <Time at={clock.time} zoned exact /> },
            { name: 'subscriptions', fact: t(($) => $.testClocks.subscriptions, { count: clock.subscriptions }) },
          ]}
        />
      }
      actions={
        <>
          <WhyNot rule="subscriptions" />
          {writable && (
            <Button variant="default" onClick={() => setOpen('delete')}>
              {t(($) => $.testClocks.delete)}
            </Button>
          )}
          {writable && isIdle && (
            <>
              <ButtonLink variant="default" to="createSubscription" search={{ clock: clock.clock_ref }}>
                {t(($) => $.subscriptions.create)}
              </ButtonLink>
              <Button leftSection={<Icon name="clock" />} onClick={() => setOpen('advance')}>
                {t(($) => $.testClocks.advance)}
              </Button>
            </>
          )}
        </>
      }
    >
      {clock.state === 'failed' && (
        <Notice role="alert" title={t(($) => $.testClocks.failed)}>
          <p>{codeWord('clockFailures', clock.failure)}</p>
        </Notice>
      )}
      {clock.advancing_to && (
        <p className={styles['progress']} role="status">
          {t(($) => $.testClocks.advancing, { count: clock.events_done })} <Time at={clock.advancing_to} zoned />
        </p>
      )}
      <Section title={t(($) => $.testClocks.events)}>
        <Events clock={clock} />
      </Section>
      {open === 'advance' && <Advance clock={clock} onClose={() => setOpen(null)} />}
      {open === 'delete' && <Delete clock={clock} onClose={() => setOpen(null)} />}
    </Screen>
  )
}

function Delete({ clock, onClose }: { clock: Clock; onClose: () => void }): ReactNode {
  const { t } = useTranslation()
  const go = useGo()
  const { act, pending } = useAction(deleteTestClock, { refreshes: [listTestClocks, ...ofSubscriptions] })
  const confirm = async () => {
    const outcome = await act({ path: { ref: clock.clock_ref } })
    if (outcome.ok) void go({ to: 'subscriptions', search: toClocks })
    else onClose()
  }
  return (
    <Confirm
      title={t(($) => $.testClocks.deleteTitle, { name: isolated(clock.name) })}
      confirm={t(($) => $.testClocks.delete)}
      danger
      pending={pending}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      {t(($) => $.testClocks.deleteText, { count: clock.subscriptions })}
    </Confirm>
  )
}
