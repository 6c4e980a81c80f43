import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Invoice } from '#contract/invoice-answers.ts'
import type { PaymentRow } from '#contract/payments.ts'
import { Section } from '#console/kit/details/detail.tsx'
import { Status } from '#console/kit/details/status.tsx'
import { Amount, Day, Nothing, Reference, Time } from '#console/kit/details/values.tsx'
import { wireWord } from '#console/kit/i18n/words.ts'
import { SmallTable } from '#console/kit/list/small-table.tsx'
import { useActingFor } from '#console/kit/routing/acting-for.tsx'
import { ButtonLink } from '#console/kit/routing/screen-link.tsx'
import { useDenied } from '#console/kit/routing/use-denied.ts'
import { Icon } from '#console/kit/ui/icons.tsx'

/** The attempts to pay the invoice, newest first; a payment that came can be refunded from its own screen. */
export function Payments({ invoice }: { invoice: Invoice }): ReactNode {
  const { t } = useTranslation()
  const merchant = useActingFor()
  const whose = merchant ? { merchant } : {}
  const mayRefund = useDenied('refund') === null
  const paid = invoice.attempts.filter(({ status, amount, refunded }) => status === 'Success' && refunded < amount)
  const [one, another] = paid
  return (
    <Section
      title={t(($) => $.invoices.payments)}
      end={
        mayRefund &&
        one &&
        !another && (
          <ButtonLink
            to="refund"
            search={{ order_ref: one.order_ref, ...whose }}
            size="xs"
            variant="default"
            leftSection={<Icon name="undo" size={14} />}
          >
            {t(($) => $.invoices.refund)}
          </ButtonLink>
        )
      }
    >
      <SmallTable<PaymentRow>
        rows={invoice.attempts}
        rowKey={(row) => row.order_ref}
        to={(row) => ({ to: 'paymentDetails', search: { order_ref: row.order_ref, ...whose } })}
        nothing={t(($) => $.invoices.noAttempts)}
        columns={[
          { name: 'order_ref', kind: 'reference', cell: (row) => <Reference>{row.order_ref}</Reference> },
          { name: 'created_at', kind: 'time', cell: (row) => <Time at={row.created_at} /> },
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
    </Section>
  )
}

/** Money that came outside, as it was recorded. */
export function OutsidePayments({ invoice: { outside_payments: payments } }: { invoice: Invoice }): ReactNode {
  const { t } = useTranslation()
  if (payments.length === 0) return null
  return (
    <Section title={t(($) => $.invoices.outside)}>
      <SmallTable
        rows={payments}
        rowKey={(row) => row.payment_ref}
        nothing=""
        columns={[
          { name: 'received_on', kind: 'text', cell: (row) => <Day of={row.received_on} /> },
          { name: 'outside_method', kind: 'text', cell: (row) => wireWord('outsideMethods', row.method) },
          { name: 'evidence', kind: 'text', cell: (row) => <bdi>{row.evidence}</bdi> },
          { name: 'created_by', kind: 'text', cell: (row) => <bdi>{row.created_by}</bdi> },
          { name: 'amount', kind: 'amount', cell: (row) => <Amount value={row.amount} currency={row.currency} /> },
        ]}
      />
    </Section>
  )
}
