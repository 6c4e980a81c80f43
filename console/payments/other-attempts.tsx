import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Payment, PaymentRow } from '#contract/payments.ts'
import { SmallTable } from '#console/kit/list/small-table.tsx'
import { Status } from '#console/kit/details/status.tsx'
import { Amount, CutShort, Nothing, Reference, Time } from '#console/kit/details/values.tsx'
import { wireWord } from '#console/kit/i18n/words.ts'
import { methodWords } from './method-words.ts'
import { useWhose } from './use-whose.ts'

/** The other attempts to pay the same order; each links to its payment. */
export function OtherAttempts({ payment }: { payment: Payment }): ReactNode {
  const { t } = useTranslation()
  const whose = useWhose()
  return (
    <SmallTable<PaymentRow>
      rows={payment.attempts}
      rowKey={(row) => row.order_ref}
      to={(row) => ({ to: 'paymentDetails', search: { order_ref: row.order_ref, ...whose } })}
      nothing={t(($) => $.payments.noOtherAttempts)}
      columns={[
        {
          name: 'order_ref',
          kind: 'reference',
          cell: (row) => (
            <CutShort characters={14}>
              <Reference>{row.order_ref}</Reference>
            </CutShort>
          ),
        },
        { name: 'created_at', kind: 'time', cell: (row) => <Time at={row.created_at} /> },
        { name: 'status', kind: 'status', cell: (row) => <Status of="payment" state={row.status} /> },
        {
          name: 'status_reason',
          kind: 'text',
          cell: (row) => (row.status_reason ? wireWord('declines', row.status_reason) : <Nothing />),
        },
        { name: 'payment_method', kind: 'text', cell: (row) => methodWords(row) },
        { name: 'amount', kind: 'amount', cell: (row) => <Amount value={row.amount} currency={row.currency} /> },
      ]}
    />
  )
}
