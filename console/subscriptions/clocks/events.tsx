import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { WireOutput } from '#contract/kit/call.ts'
import type { readTestClock } from '#contract/test-clocks.ts'
import { Amount, Nothing, Reference, Time } from '#console/kit/details/values.tsx'
import { codeWord, wireWord } from '#console/kit/i18n/words.ts'
import { SmallTable } from '#console/kit/list/small-table.tsx'

/** What happened as the clock went on, the latest first, each at its own simulated moment. */
export function Events({ clock }: { clock: WireOutput<typeof readTestClock> }): ReactNode {
  const { t } = useTranslation()
  return (
    <SmallTable
      rows={clock.events.toSorted((a, b) => b.n - a.n)}
      rowKey={(event) => String(event.n)}
      to={(event) => ({ to: 'subscriptionDetails', search: { ref: event.order_ref } })}
      nothing={t(($) => $.testClocks.noEvents)}
      columns={[
        { name: 'order_ref', kind: 'reference', cell: (event) => <Reference>{event.order_ref}</Reference> },
        { name: 'at', kind: 'time', cell: (event) => <Time at={event.at} zoned exact /> },
        { name: 'kind', kind: 'text', cell: (event) => codeWord('clockEvents', event.event) },
        {
          name: 'reason',
          kind: 'text',
          cell: ({ facts: { reason } }) => (reason ? wireWord('declines', reason) : <Nothing />),
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
