import { Button, Progress } from '@mantine/core'
import '@mantine/core/styles/Progress.css'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { readPayoutBatchResult, type PayoutBatch, type PayoutBatchRow } from '#contract/payout-batches.ts'
import { limits } from '#contract/limits.ts'
import { useAction } from '#console/kit/api/use-call.ts'
import { Facts, Section } from '#console/kit/details/detail.tsx'
import { ObjectHead, Who } from '#console/kit/details/object-head.tsx'
import { Status } from '#console/kit/details/status.tsx'
import { LeftToRight, Time } from '#console/kit/details/values.tsx'
import { fieldText } from '#console/kit/i18n/field-text.ts'
import { SmallTable } from '#console/kit/list/small-table.tsx'
import { Icon } from '#console/kit/ui/icons.tsx'
import { SheetPreview } from '#console/kit/details/sheet-preview.tsx'
import { fileOf, saveFile } from '#console/kit/ui/save-file.ts'
import styles from './payout-batches.module.css'
import { Totals } from './totals.tsx'

/** What a sheet came to, or would: its sums, its rows by verdict, and what is wrong with row and column. */
export function Outcome({ batch }: { batch: PayoutBatch }): ReactNode {
  const { t } = useTranslation()
  const { dry_run: checked, rows, valid_count: left, error_count: bad, skipped_count: skipped, separator, encoding } = batch
  return (
    <>
      <ObjectHead
        amount={<Totals of={batch} />}
        state={<Status of="payoutBatch" state={batch.status} />}
        facts={[
          { name: 'file', fact: <Who>{batch.file_name}</Who> },
          { name: 'time', fact: <Time at={batch.created_at} zoned /> },
        ]}
      />
      {batch.status === 'running' && (
        <Progress mb={16} aria-label={t(($) => $.payoutBatches.progress)} value={((rows - left) / rows) * 100} />
      )}
      <Section title={t(($) => (checked ? $.payoutBatches.wouldBe : $.payoutBatches.became))}>
        <Facts
          facts={[
            [t(($) => $.payoutBatches.rows), rows],
            [t(($) => $.payoutBatches.created), checked ? undefined : batch.created_count],
            [t(($) => $.payoutBatches.valid), checked || left > 0 ? left : undefined],
            [t(($) => $.payoutBatches.skipped), skipped > 0 ? skipped : undefined],
            [t(($) => $.payoutBatches.errors), bad],
            [t(($) => $.payoutBatches.by), <bdi key="by">{batch.created_by}</bdi>],
            [t(($) => $.payoutBatches.format), <LeftToRight key="format">{batch.format}</LeftToRight>],
            [t(($) => $.payoutBatches.encoding), encoding ? <LeftToRight key="encoding">{encoding.toUpperCase()}</LeftToRight> : undefined],
            [t(($) => $.payoutBatches.separator), separator ? <LeftToRight key="separator">{separator === '\t' ? 'Tab' : separator}</LeftToRight> : undefined],
          ]}
        />
        {bad > limits.payoutSheetErrorsShown && (
          <p className={styles['hint']}>{t(($) => $.payoutBatches.errorsShown, { count: limits.payoutSheetErrorsShown })}</p>
        )}
      </Section>
      {batch.errors.length > 0 && (
        <Section title={t(($) => $.payoutBatches.wrong)}>
          <Wrong rows={batch.errors} />
        </Section>
      )}
      {batch.preview.length > 0 && (
        <SheetPreview title={t(($) => $.thirdParty.preview)} head={batch.head} rows={batch.preview} />
      )}
    </>
  )
} // prettier-ignore

const Wrong = ({ rows }: { rows: readonly PayoutBatchRow[] }): ReactNode => (
  <SmallTable<PayoutBatchRow>
    rows={rows}
    rowKey={({ row }) => String(row)}
    nothing=""
    columns={[
      { name: 'row_no', kind: 'number', cell: ({ row }) => row },
      { name: 'sheet_column', kind: 'text', cell: ({ field }) => <LeftToRight>{field}</LeftToRight> },
      { name: 'fault', kind: 'text', cell: ({ reason, params, text }) => fieldText({ reason, params, text }) },
    ]}
  />
)

/** The sheet as it was uploaded, with what became of each row: mended, it is the next one. */
export function ResultSheet({ batchId }: { batchId: string }): ReactNode {
  const { t } = useTranslation()
  const { act, pending } = useAction(readPayoutBatchResult)
  const save = async () => {
    const outcome = await act({ path: { batch_id: batchId }, query: {} })
    if (outcome.ok) saveFile(fileOf(outcome.answer))
  }
  return (
    <Button variant="default" leftSection={<Icon name="download" />} loading={pending} onClick={() => void save()}>
      {t(($) => $.payoutBatches.result)}
    </Button>
  )
}
