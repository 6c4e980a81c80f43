import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { PaymentRow } from '#contract/payments.ts'
import { Section } from '#console/kit/details/detail.tsx'
import { ScreenLink } from '#console/kit/routing/screen-link.tsx'
import { LinesSkeleton } from '#console/kit/ui/skeletons.tsx'
import { Failed } from '#console/kit/list/list-screen.tsx'
import { SmallTable } from '#console/kit/list/small-table.tsx'
import { Status } from '#console/kit/details/status.tsx'
import { Amount, Reference, Time } from '#console/kit/details/values.tsx'
import { failureText, wireWord } from '#console/kit/i18n/words.ts'
import type { Dashboard } from './use-dashboard.ts'

/** The newest payments of the period; `mine` says that the user may open their pages. */
export function Latest({ latest, mine }: { latest: Dashboard['latest']; mine: boolean }): ReactNode {
  const { t } = useTranslation()
  const { data, error } = latest
  const end = mine && (
    <ScreenLink to="payments" search={{}}>
      {t(($) => $.payments.showAll)}
    </ScreenLink>
  )
  return (
    <Section title={t(($) => $.dashboard.latest)} end={end}>
      {data ? (
        <SmallTable
          rows={data.transactions}
          rowKey={({ order_ref }) => order_ref}
          {...(mine
            ? { to: ({ order_ref }: PaymentRow) => ({ to: 'paymentDetails', search: { order_ref } }) as const }
            : {})}
          columns={columns}
          nothing={t(($) => $.dashboard.noPayments)}
        />
      ) : error ? (
        <Failed error={failureText(error)} requestId={error.requestId} onRetry={() => void latest.refetch()} />
      ) : (
        <LinesSkeleton lines={5} />
      )}
    </Section>
  )
}

const columns = [
  {
    name: 'merchant_order_ref',
    kind: 'reference',
    cell: (row: PaymentRow) => <Reference>{row.merchant_order_ref}</Reference>,
  },
  { name: 'created_at', kind: 'time', cell: (row: PaymentRow) => <Time at={row.created_at} /> },
  { name: 'status', kind: 'status', cell: (row: PaymentRow) => <Status of="payment" state={row.status} /> },
  { name: 'amount', kind: 'amount', cell: (row: PaymentRow) => <Amount value={row.amount} currency={row.currency} /> },
  { name: 'payment_method', kind: 'text', cell: (row: PaymentRow) => wireWord('methods', row.payment_method) },
  { name: 'shopper_name', kind: 'text', cell: (row: PaymentRow) => <bdi>{row.shopper_name}</bdi> },
] as const
