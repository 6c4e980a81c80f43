import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { WireOutput } from '#contract/kit/call.ts'
import type { readTestClock } from '#contract/test-clocks.ts'
import { Amount, Nothing, Reference, Time } from '#console/kit/details/values.tsx'
import { isolated } from '#console/kit/i18n/bidi.ts'
import { codeWord, wireWord } from '#console/kit/i18n/words.ts'
import { SmallTable } from '#console/kit/list/small-table.tsx'
import { useChargeName } from '../charge-name.ts'
import styles from './clocks.module.css'

type Clock = WireOutput<typeof readTestClock>

/** What happened as the clock went on, the latest first, each at its own simulated moment. */
export function Events({ clock }: { clock: Clock }): ReactNode {
  const { t } = useTranslation()
  const about = useAbout()
  return (
    <SmallTable
      rows={clock.events.toSorted((a, b) => b.n - a.n)}
      rowKey={(event) => String(event.n)}
      to={(event) => ({ to: 'subscriptionDetails', search: { ref: event.order_ref } })}
      nothing={t(($) => $.testClocks.noEvents)}
      columns={[
        { name: 'order_ref', kind: 'reference', cell: (event) => <Reference>{event.order_ref}</Reference> },
        { name: 'at', kind: 'time', cell: (event) => <Time at={event.at} zoned exact /> },
        {
          name: 'kind',
          kind: 'text',
          cell: (event) => (
            <>
              <span>{codeWord('clockEvents', event.event)}</span>
              <span className={styles['about']}>{about(event)}</span>
            </>
          ),
        },
        {
          name: 'amount',
          kind: 'amount',
          cell: ({ amount, currency }) =>
            amount !== null && currency ? <Amount value={amount} currency={currency} /> : <Nothing />,
        },
      ]}
    />
  )
}

/** The words for what an event was about: 'Period 2', and why it was declined. */
function useAbout(): (event: Clock['events'][number]) => string {
  const { t } = useTranslation()
  const nameOf = useChargeName()
  return ({ event, facts: { period, reason, message_kind: message, price, quantity } }) =>
    [
      ...(period ? [nameOf({ kind: 'period', n: Number(period) })] : []),
      ...(reason
        ? [event === 'cancelled' ? isolated(codeWord('endReasons', reason)) : wireWord('declines', reason)]
        : []),
      ...(message ? [wireWord('customerMessages', message)] : []),
      ...(price ? [t(($) => $.charges.times, { name: isolated(price), count: Number(quantity) })] : []),
    ].join(' · ')
}
