import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { listSubscriptionPayments } from '#contract/subscriptions.ts'
import { useCall } from '#console/kit/api/use-call.ts'
import { Section } from '#console/kit/details/detail.tsx'
import { Status } from '#console/kit/details/status.tsx'
import { Amount, Nothing, Time } from '#console/kit/details/values.tsx'
import { numberText } from '#console/kit/i18n/names.ts'
import { useLanguage, wireWord } from '#console/kit/i18n/words.ts'
import { Unanswered } from '#console/kit/list/unanswered.tsx'
import { SmallTable } from '#console/kit/list/small-table.tsx'
import { useActingFor } from '#console/kit/routing/acting-for.tsx'

/** All payments of a subscription, newest first, each with its period and which try it was. */
export function Payments({ subscriptionRef: ref }: { subscriptionRef: string }): ReactNode {
  const { t } = useTranslation()
  const language = useLanguage()
  const merchant = useActingFor()
  const payments = useCall(listSubscriptionPayments, { path: { ref }, body: {} })
  return (
    <Section title={t(($) => $.subscriptions.payments)}>
      {payments.data ? (
        <SmallTable
          rows={payments.data}
          rowKey={(row) => row.order_ref}
          to={(row) => ({ to: 'paymentDetails', search: { order_ref: row.order_ref, ...(merchant ? { merchant } : {}) } })}
          nothing={t(($) => $.subscriptions.noPayments)}
          columns={[
            { name: 'created_at', kind: 'time', cell: (row) => <Time at={row.created_at} /> },
            { name: 'status', kind: 'status', cell: (row) => <Status of="payment" state={row.status} /> },
            {
              name: 'status_reason',
              kind: 'text',
              cell: (row) => (row.status_reason ? wireWord('declines', row.status_reason) : <Nothing />),
            },
            {
              name: 'charged_period',
              kind: 'number',
              cell: (row) => (row.period === null ? <Nothing /> : numberText(row.period + 1, language)),
            },
            { name: 'attempt', kind: 'number', cell: (row) => numberText(row.attempt, language) },
            { name: 'amount', kind: 'amount', cell: (row) => <Amount value={row.amount} currency={row.currency} /> },
          ]}
        />
      ) : (
        <Unanswered query={payments} lines={3} />
      )}
    </Section>
  )
} // prettier-ignore
