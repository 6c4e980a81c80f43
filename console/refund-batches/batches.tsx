import { Button, FileButton } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { limits } from '#contract/limits.ts'
import { checkRefundBatch, listRefundBatches, refundSheetColumns, type RefundBatch } from '#contract/refund-batches.ts'
import { refundReasons } from '#contract/refunds.ts'
import { Section } from '#console/kit/details/detail.tsx'
import { Icon } from '#console/kit/ui/icons.tsx'
import { Unanswered } from '#console/kit/list/unanswered.tsx'
import { saveFile } from '#console/kit/ui/save-file.ts'
import { acceptOf, SheetFault, SheetFormat, SheetWords } from '#console/kit/ui/sheet.tsx'
import { Screen } from '#console/kit/routing/screen.tsx'
import { Offered } from '#console/kit/routing/why-not.tsx'
import { useGo } from '#console/kit/routing/screen-link.tsx'
import { SmallTable } from '#console/kit/list/small-table.tsx'
import { Status } from '#console/kit/details/status.tsx'
import { useAction, useCall } from '#console/kit/api/use-call.ts'
import { Amount, Time } from '#console/kit/details/values.tsx'
import { fieldText } from '#console/kit/i18n/field-text.ts'
import { failureText } from '#console/kit/i18n/words.ts'
import styles from './refund-batches.module.css'

/** The upload of a sheet, and the list of batches. */
export function Batches(): ReactNode {
  const { t } = useTranslation()
  const go = useGo()
  const batches = useCall(listRefundBatches, {})
  const { act, pending } = useAction(checkRefundBatch, { refreshes: [listRefundBatches] })
  const [fault, setFault] = useState('')
  const take = async (file: File | null) => {
    if (!file) return
    setFault('')
    const outcome = await act({ file, body: {} })
    if (outcome.ok) return void go({ to: 'refundBatches', search: { batch: outcome.answer.batch_id } })
    const [error] = outcome.error.errors
    setFault(error ? fieldText(error) : failureText(outcome.error))
  }
  return (
    <Screen
      name="refundBatches"
      wide
      actions={
        <>
          <Button variant="default" leftSection={<Icon name="download" />} onClick={saveTemplate}>
            {t(($) => $.refundBatches.template)}
          </Button>
          <Offered rule="refund">
            <FileButton onChange={(file) => void take(file)} accept={acceptOf(checkRefundBatch.file.endings)}>
              {(props) => (
                <Button {...props} leftSection={<Icon name="upload" />} loading={pending}>
                  {t(($) => $.refundBatches.upload)}
                </Button>
              )}
            </FileButton>
          </Offered>
        </>
      }
    >
      <SheetFault fault={fault} />
      <Section title={t(($) => $.refundBatches.before)}>
        {batches.data ? <BatchTable batches={batches.data} /> : <Unanswered query={batches} lines={3} />}
      </Section>
      <Section title={t(($) => $.refundBatches.format)}>
        <SheetFormat>
          <p>
            {t(($) => $.refundBatches.how, { rows: limits.refundBatchRows, minutes: limits.refundBatchWindowMinutes })}
          </p>
          <p>{t(($) => $.refundBatches.columns)}</p>
          <SheetWords words={refundSheetColumns} />
          <p>{t(($) => $.refundBatches.reasons)}</p>
          <SheetWords words={refundReasons} />
        </SheetFormat>
      </Section>
    </Screen>
  )
}

function BatchTable({ batches }: { batches: readonly RefundBatch[] }): ReactNode {
  const { t } = useTranslation()
  return (
    <SmallTable<RefundBatch>
      rows={batches}
      rowKey={(batch) => batch.batch_id}
      to={(batch) => ({ to: 'refundBatches', search: { batch: batch.batch_id } })}
      nothing={t(($) => $.refundBatches.none)}
      columns={[
        { name: 'file_name', kind: 'text', cell: (batch) => <bdi>{batch.file_name}</bdi> },
        { name: 'created_at', kind: 'time', cell: (batch) => <Time at={batch.created_at} /> },
        { name: 'created_by', kind: 'text', cell: (batch) => <bdi>{batch.created_by}</bdi> },
        { name: 'status', kind: 'status', cell: (batch) => <Status of="refundBatch" state={batch.status} /> },
        { name: 'rows', kind: 'number', cell: (batch) => batch.rows },
        { name: 'totals', kind: 'amount', cell: (batch) => <Totals totals={batch.totals} /> },
      ]}
    />
  )
}

/** The sums by currency. */
export function Totals({ totals }: Pick<RefundBatch, 'totals'>): ReactNode {
  return totals.map(({ currency, amount }) => (
    <span key={currency} className={styles['total']}>
      <Amount value={Number(amount)} currency={currency} />
    </span>
  ))
}

/** Saves a template with the columns and an example row. */
function saveTemplate(): void {
  const example = ['MERCHANT1700000000000', '12.50', 'SGD', refundReasons[0], '']
  const text = `\uFEFF${refundSheetColumns.join(',')}\r\n${example.join(',')}\r\n`
  saveFile({ name: 'refunds.csv', file: new Blob([text], { type: 'text/csv' }) })
}
