import { Button } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { RefundsOfPayment } from '#contract/refunds.ts'
import { SmallTable } from '#console/kit/list/small-table.tsx'
import { Status } from '#console/kit/details/status.tsx'
import { Amount, CutShort, Nothing, Reference, Time } from '#console/kit/details/values.tsx'
import { wireWord } from '#console/kit/i18n/words.ts'
import { RefundStatus } from './refund-status.tsx'
import styles from './payments.module.css'

type Row = RefundsOfPayment['refundDetails'][number]

/** The refunds of a payment with their states. `mayEnd`: the user may set the result of one that nobody else tells. */
export function RefundRows({ rows, mayEnd }: { rows: readonly Row[]; mayEnd: boolean }): ReactNode {
  const { t } = useTranslation()
  const [ending, setEnding] = useState<Row | null>(null)
  return (
    <>
      <SmallTable<Row>
        rows={rows}
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
