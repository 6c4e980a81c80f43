import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { listPriceSubscriptions } from '#contract/subscriptions.ts'
import { useCall } from '#console/kit/api/use-call.ts'
import { environmentOf, useUser } from '#console/kit/auth/session.ts'
import { Section } from '#console/kit/details/detail.tsx'
import { Status } from '#console/kit/details/status.tsx'
import { Amount, Nothing, Time, Who } from '#console/kit/details/values.tsx'
import { Unanswered } from '#console/kit/list/unanswered.tsx'
import { SmallTable } from '#console/kit/list/small-table.tsx'
import { useActingFor } from '#console/kit/routing/acting-for.tsx'
import { ScreenLink } from '#console/kit/routing/screen-link.tsx'

const shownAtOnce = 10

/** The newest subscriptions of a price; the list has the others. */
export function PriceSubscriptions({ priceRef }: { priceRef: string }): ReactNode {
  const { t } = useTranslation()
  const environment = environmentOf(useUser())
  const acting = useActingFor()
  const read = useCall(listPriceSubscriptions, {
    query: { environment },
    body: { price_order_ref: priceRef, pagesize: shownAtOnce },
  })
  const rows = read.data?.content
  return (
    <Section
      title={t(($) => $.prices.subscriptions)}
      end={
        rows &&
        rows.length > 0 && (
          <ScreenLink to="subscriptions" search={{ price_order_ref: priceRef }} {...(acting ? { acting } : {})}>
            {t(($) => $.prices.allSubscriptions)}
          </ScreenLink>
        )
      }
    >
      {rows ? (
        <SmallTable
          rows={rows}
          rowKey={(row) => row.order_ref}
          to={(row) => ({ to: 'subscriptionDetails', search: { ref: row.order_ref, ...(acting ? { merchant: acting } : {}) } })}
          nothing={t(($) => $.prices.noSubscriptions)}
          columns={[
            { name: 'customer_name', kind: 'text', cell: (row) => <Who name={row.customer_name} email={row.email} /> },
            { name: 'status', kind: 'status', cell: (row) => <Status of="subscription" state={row.status} /> },
            {
              name: 'next_deduction_date',
              kind: 'time',
              cell: (row) => (row.next_deduction_date ? <Time at={row.next_deduction_date} /> : <Nothing />),
            },
            {
              name: 'collected_amount',
              kind: 'amount',
              cell: (row) => <Amount value={row.collected_amount} currency={row.currency} />,
            },
          ]}
        />
      ) : (
        <Unanswered query={read} lines={3} />
      )}
    </Section>
  )
} // prettier-ignore
