import { Button } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { limits } from '#contract/limits.ts'
import { listTestClocks } from '#contract/test-clocks.ts'
import { useCall } from '#console/kit/api/use-call.ts'
import { Status } from '#console/kit/details/status.tsx'
import { Time } from '#console/kit/details/values.tsx'
import { numberText } from '#console/kit/i18n/names.ts'
import { useLanguage } from '#console/kit/i18n/words.ts'
import { Empty, Unanswered } from '#console/kit/list/unanswered.tsx'
import { SmallTable } from '#console/kit/list/small-table.tsx'
import { Screen } from '#console/kit/routing/screen.tsx'
import { useDenied } from '#console/kit/routing/use-denied.ts'
import { WhyNot } from '#console/kit/routing/why-not.tsx'
import { Icon } from '#console/kit/ui/icons.tsx'
import styles from './clocks.module.css'
import { NewClock } from './new-clock.tsx'

/** The test clocks: a year of subscriptions in seconds. */
export default function TestClocks({ tabs }: { tabs: ReactNode }): ReactNode {
  const { t } = useTranslation()
  const language = useLanguage()
  const clocks = useCall(listTestClocks, { query: {} })
  const [making, setMaking] = useState(false)
  const writable = useDenied('subscriptions') === null
  const { data } = clocks
  const isFull = data !== undefined && data.length >= limits.testClocks
  const button = writable ? (
    <Button leftSection={<Icon name="plus" />} disabled={isFull} onClick={() => setMaking(true)}>
      {t(($) => $.testClocks.create)}
    </Button>
  ) : (
    <WhyNot rule="subscriptions" />
  )
  return (
    <Screen name="subscriptions" wide actions={data && data.length > 0 && button}>
      {tabs}
      {!data ? (
        <Unanswered query={clocks} lines={4} />
      ) : data.length === 0 ? (
        <Empty title={t(($) => $.testClocks.emptyTitle)} text={t(($) => $.testClocks.emptyText)}>
          {button}
        </Empty>
      ) : (
        <div className={styles['list']}>
          {isFull && <p className={styles['hint']}>{t(($) => $.testClocks.full, { count: limits.testClocks })}</p>}
          <SmallTable
            rows={data}
            rowKey={(clock) => clock.clock_ref}
            to={(clock) => ({ to: 'subscriptions', search: { tab: 'clocks', clock: clock.clock_ref } })}
            nothing=""
            columns={[
              { name: 'name', kind: 'text', cell: (clock) => <bdi>{clock.name}</bdi> },
              { name: 'clock_time', kind: 'time', cell: (clock) => <Time at={clock.time} zoned /> },
              { name: 'state', kind: 'status', cell: (clock) => <Status of="testClock" state={clock.state} /> },
              {
                name: 'subscriptions',
                kind: 'number',
                cell: (clock) => numberText(clock.subscriptions, language),
              },
              { name: 'created_at', kind: 'time', cell: (clock) => <Time at={clock.created_at} /> },
            ]}
          />
        </div>
      )}
      {making && <NewClock onClose={() => setMaking(false)} />}
    </Screen>
  )
}
