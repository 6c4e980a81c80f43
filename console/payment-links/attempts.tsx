import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { listPaymentLinkAttempts } from '#contract/payment-links.ts'
import type { PaymentRow } from '#contract/payments.ts'
import { useActingFor } from '#console/kit/routing/acting-for.tsx'
import { Unanswered } from '#console/kit/list/unanswered.tsx'
import { SmallTable } from '#console/kit/list/small-table.tsx'
import { useCall } from '#console/kit/api/use-call.ts'
import { Amount, Nothing, Reference, Time } from '#console/kit/details/values.tsx'
import { Status } from '#console/kit/details/status.tsx'
import { wireWord } from '#console/kit/i18n/words.ts'

/** The attempts to pay a link, newest first; each links to its payment. */
export function Attempts({ linkRef }: { linkRef: string }): ReactNode {
  const { t } = useTranslation()
  const merchant = useActingFor()
  const attempts = useCall(listPaymentLinkAttempts, { path: { ref: linkRef }, body: {} })
  if (attempts.error || !attempts.data) return <Unanswered query={attempts} lines={2} />
  return (
    <SmallTable<PaymentRow>
      rows={attempts.data}
      rowKey={(row) => row.order_ref}
      to={(row) => ({ to: 'paymentDetails', search: { order_ref: row.order_ref, ...(merchant ? { merchant } : {}) } })}
      nothing={t(($) => $.paymentLinks.noAttempts)}
      columns={[
        { name: 'order_ref', kind: 'reference', cell: (row) => <Reference>{row.order_ref}</Reference> },
        { name: 'created_at', kind: 'time', cell: (row) => <Time at={row.created_at} zoned /> },
        { name: 'status', kind: 'status', cell: (row) => <Status of="payment" state={row.status} /> },
        {
          name: 'status_reason',
          kind: 'text',
          cell: (row) => (row.status_reason ? wireWord('declines', row.status_reason) : <Nothing />),
        },
        { name: 'payment_method', kind: 'text', cell: (row) => wireWord('methods', row.payment_method) },
        { name: 'amount', kind: 'amount', cell: (row) => <Amount value={row.amount} currency={row.currency} /> },
      ]}
    />
  )
}
