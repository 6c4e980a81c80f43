import type { ReactNode } from 'react'
import { listTestClocks } from '#contract/test-clocks.ts'
import { useCall } from '#console/kit/api/use-call.ts'
import { Reference, Time } from '#console/kit/details/values.tsx'
import { ScreenLink } from '#console/kit/routing/screen-link.tsx'
import styles from './clocks.module.css'

/** The clock that a subscription goes by, and the time that it shows; of one that was deleted the reference. */
export function ClockOf({ clockRef }: { clockRef: string }): ReactNode {
  const { data = [] } = useCall(listTestClocks, { query: {} })
  const clock = data.find(({ clock_ref }) => clock_ref === clockRef)
  if (!clock) return <Reference>{clockRef}</Reference>
  return (
    <>
      <ScreenLink to="subscriptions" search={{ tab: 'clocks', clock: clockRef }}>
        <bdi>{clock.name}</bdi>
      </ScreenLink>
      <span className={styles['time']}>
        <Time at={clock.time} zoned exact />
      </span>
    </>
  )
}
