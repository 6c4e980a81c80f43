import { useEffect, useState, type ReactNode } from 'react'
import { readPayoutRules } from '#contract/payout-rules.ts'
import { useCall } from '#console/kit/api/use-call.ts'
import { Unanswered } from '#console/kit/list/unanswered.tsx'
import { Screen } from '#console/kit/routing/screen.tsx'
import { useUser } from '#console/kit/auth/session.ts'
import { NeedsFactor } from '#console/kit/auth/needs-factor.tsx'
import { Calendars } from './calendars.tsx'
import { Limits } from './limits.tsx'
import { WaitingTime } from './waiting-time.tsx'
import { Mine } from './mine.tsx'
import { Rules } from './rules.tsx'
import type { Answer } from './rule-values.ts'
import { Waiting } from './waiting.tsx'
import styles from './settings.module.css'

/** Who lets payouts go: what the user may do, the rules with a simulator and a test on past payouts, and what waits for a second look. */
export default function PayoutSettings(): ReactNode {
  const query = useCall(readPayoutRules, {})
  const { permissions } = useUser()
  const [base, setBase] = useState<Answer | null>(null)
  useEffect(() => {
    if (!base && query.data) setBase(query.data)
  }, [base, query.data])
  return (
    <Screen name="payoutSettings" wide>
      {!base || !query.data ? (
        <Unanswered query={query} lines={12} />
      ) : (
        <div className={styles['sections']}>
          <NeedsFactor />
          {query.data.waiting && <Waiting answer={query.data} waiting={query.data.waiting} onDecided={setBase} />}
          <Mine answer={query.data} maySee={permissions.includes('payouts')} />
          <Rules
            key={base.in_force.version}
            base={base}
            latest={query.data}
            maySimulate={permissions.includes('payouts')}
            onSaved={setBase}
          />
          <Limits people={query.data.people} />
          {permissions.includes('payouts') && <WaitingTime />}
          <Calendars />
        </div>
      )}
    </Screen>
  )
}
