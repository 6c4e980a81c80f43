import { Button, Switch } from '@mantine/core'
import { useEffect, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import {
  listRefundBatchRows,
  sheetColumns,
  type RefundBatch,
  type RefundBatchRow,
  type RefundBatchRowState,
} from '#contract/refund-batches.ts'
import { Unanswered } from '#console/kit/list/unanswered.tsx'
import { ScreenLink } from '#console/kit/routing/screen-link.tsx'
import { SmallTable } from '#console/kit/list/small-table.tsx'
import { Status } from '#console/kit/details/status.tsx'
import { useCall } from '#console/kit/api/use-call.ts'
import { Amount, CutShort, LeftToRight, Reference } from '#console/kit/details/values.tsx'
import { fieldText } from '#console/kit/i18n/field-text.ts'
import { wireWord } from '#console/kit/i18n/words.ts'
import styles from './refund-batches.module.css'

/** The rows of a batch, in pages of a hundred; invalid rows come first. */
export function BatchRows({ batch }: { batch: RefundBatch }): ReactNode {
  const { t } = useTranslation()
  const [onlyWrong, setOnlyWrong] = useState(batch.invalid + batch.failed > 0)
  const [cursor, setCursor] = useState('')
  const wrong: RefundBatchRowState[] = ['invalid', 'failed']
  const filters = { batch_id: batch.batch_id, ...(onlyWrong && { state: wrong }) }
  const body = { pagesize: 100, filters, ...(cursor && { cursor }) }
  const rows = useCall(listRefundBatchRows, { body }, { keepPrevious: true })
  const { data, error, refetch } = rows
  const ended = batch.asked + batch.failed
  // Refetches the rows when the batch's counts change.
  useEffect(() => void refetch(), [ended, refetch])
  if (error || !data) return <Unanswered query={rows} lines={4} />
  return (
    <div className={styles['rows']}>
      <Switch
        size="sm"
        label={t(($) => $.refundBatches.onlyWrong)}
        checked={onlyWrong}
        onChange={(event) => {
          setCursor('')
          setOnlyWrong(event.currentTarget.checked)
        }}
      />
      <SmallTable<RefundBatchRow>
        rows={data.content}
        rowKey={(row) => row.row_ref}
        nothing={t(($) => $.refundBatches.nothingWrong)}
        columns={[
          { name: 'row_no', kind: 'number', cell: (row) => row.row_no },
          { name: 'state', kind: 'status', cell: (row) => <State row={row} /> },
          { name: 'reference', kind: 'reference', cell: (row) => <ToPayment row={row} /> },
          { name: 'amount_text', kind: 'amount', cell: (row) => <AmountOf row={row} /> },
          { name: 'reason_text', kind: 'text', cell: (row) => <bdi>{row.reason_text}</bdi> },
          { name: 'note', kind: 'text', cell: (row) => <bdi>{row.note}</bdi> },
        ]}
      />
      <div className={styles['pages']}>
        <Button
          variant="default"
          size="xs"
          disabled={!data.previous_cursor}
          onClick={() => setCursor(data.previous_cursor ?? '')}
        >
          {t(($) => $.list.previous)}
        </Button>
        <Button
          variant="default"
          size="xs"
          disabled={!data.next_cursor}
          onClick={() => setCursor(data.next_cursor ?? '')}
        >
          {t(($) => $.list.next)}
        </Button>
      </div>
    </div>
  )
}

/** What the row refunds; of a row that is not valid, what the sheet says. */
const AmountOf = ({ row: { amount, currency, amount_text, currency_text } }: { row: RefundBatchRow }): ReactNode =>
  amount !== null && currency !== null ? (
    <Amount value={amount} currency={currency} />
  ) : (
    <LeftToRight>
      {amount_text} {currency_text}
    </LeftToRight>
  )

function State({ row: { state, faults } }: { row: RefundBatchRow }): ReactNode {
  return (
    <>
      <Status of="refundBatchRow" state={state} />
      {faults.length > 0 && (
        <ul className={styles['why']}>
          {faults.map(({ column, fault, params }) => (
            <li key={`${column} ${fault}`}>
              {column && `${wireWord('columns', sheetColumns[column])}: `}
              {fieldText({ reason: fault, params, text: fault })}
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

function ToPayment({ row }: { row: RefundBatchRow }): ReactNode {
  const text = (
    <CutShort characters={24}>
      <Reference>{row.reference}</Reference>
    </CutShort>
  )
  if (!row.order_ref) return text
  return (
    <ScreenLink to="paymentDetails" search={{ order_ref: row.order_ref }}>
      {text}
    </ScreenLink>
  )
}
