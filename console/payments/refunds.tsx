import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { readPayment, type Payment } from '#contract/payments.ts'
import { readRefunds, type RefundsOfPayment } from '#contract/refunds.ts'
import { Section } from '#console/kit/details/detail.tsx'
import { Unanswered } from '#console/kit/list/list-screen.tsx'
import { ButtonLink } from '#console/kit/routing/screen-link.tsx'
import { useDenied } from '#console/kit/routing/use-denied.ts'
import { SmallTable } from '#console/kit/list/small-table.tsx'
import { Status } from '#console/kit/details/status.tsx'
import { useCall } from '#console/kit/api/use-call.ts'
import { Amount, CutShort, Nothing, Reference, Time } from '#console/kit/details/values.tsx'
import { WhyNot } from '#console/kit/routing/why-not.tsx'
import { wireWord } from '#console/kit/i18n/words.ts'
import { RefundMeter } from './refund-meter.tsx'
import { RefundStatus } from './refund-status.tsx'
import styles from './payments.module.css'
import { useFresh } from '#console/kit/api/use-fresh.ts'
import { useWhose } from './use-whose.ts'

type Row = RefundsOfPayment['refundDetails'][number]

/** The refunds of a payment with their states, and the button of a new one. */
export function Refunds({ payment }: { payment: Payment }): ReactNode {
  const { t } = useTranslation()
  const whose = useWhose()
  const denied = useDenied('refund')
  const refunds = useCall(readRefunds, { path: { id: payment.order_ref } })
  const { data, error, refetch } = refunds
  useFresh((data?.refunding ?? 0) > 0, refetch)
  // A refund that has ended also changes the payment's timeline, sums and postings.
  const client = useQueryClient()
  const news = data !== undefined && (data.refunded !== payment.refunded || data.refunding !== payment.refunding)
  useEffect(() => {
    if (news) void client.invalidateQueries({ queryKey: [readPayment.at] })
  }, [news, client])
  const more = data && data.amountToRefund > 0
  return (
    <Section
      title={t(($) => $.refunds.title)}
      end={
        more &&
        (denied ? (
          <WhyNot rule="refund" />
        ) : (
          <ButtonLink to="refund" search={{ order_ref: payment.order_ref, ...whose }} variant="default" size="xs">
            {t(($) => $.refunds.begin)}
          </ButtonLink>
        ))
      }
    >
      {data ? (
        <RefundRows refunds={data} mayEnd={denied === null} />
      ) : (
        <Unanswered query={{ error, refetch }} lines={2} />
      )}
    </Section>
  )
}

function RefundRows({ refunds, mayEnd }: { refunds: RefundsOfPayment; mayEnd: boolean }): ReactNode {
  const { t } = useTranslation()
  const [ending, setEnding] = useState<Row | null>(null)
  return (
    <>
      {refunds.refundDetails.length > 0 && (
        <div className={styles['meter']}>
          <RefundMeter sums={refunds} />
        </div>
      )}
      <SmallTable<Row>
        rows={refunds.refundDetails}
        rowKey={(row) => row.refund_id}
        nothing={t(($) => $.refunds.none)}
        columns={[
          { name: 'refund_date', kind: 'time', cell: (row) => <Time at={row.refund_date} /> },
          { name: 'amount', kind: 'amount', cell: (row) => <Amount value={row.amount} currency={row.currency} /> },
          {
            name: 'refund_status',
            kind: 'status',
            cell: (row) => (
              <>
                <Status of="refund" state={row.refund_status} />
                {row.fail_reason && <span className={styles['formula']}>{wireWord('declines', row.fail_reason)}</span>}
                {row.manual && row.refund_status === 'PENDING' && (
                  <span className={styles['formula']}>
                    {mayEnd ? (
                      <Button variant="default" size="compact-xs" onClick={() => setEnding(row)}>
                        {t(($) => $.refunds.setStatus)}
                      </Button>
                    ) : (
                      t(($) => $.refunds.waitsForSomebody)
                    )}
                  </span>
                )}
              </>
            ),
          },
          {
            name: 'refund_reason',
            kind: 'text',
            cell: (row) => (
              <>
                {wireWord('refundReasons', row.refund_reason)}
                {row.note && (
                  <span className={styles['formula']}>
                    <bdi>{row.note}</bdi>
                  </span>
                )}
              </>
            ),
          },
          {
            name: 'created_by',
            kind: 'text',
            cell: (row) => (row.created_by ? <bdi>{row.created_by}</bdi> : <Nothing />),
          },
          {
            name: 'refund_id',
            kind: 'reference',
            cell: (row) => (
              <CutShort characters={14}>
                <Reference>{row.refund_id}</Reference>
              </CutShort>
            ),
          },
        ]}
      />
      {ending && <RefundStatus refund={ending} onClose={() => setEnding(null)} />}
    </>
  )
}
