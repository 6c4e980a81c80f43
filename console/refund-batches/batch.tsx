import { Button, Progress } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import {
  cancelRefundBatch, confirmRefundBatch, exportRefundBatchRows, listRefundBatches, listRefundBatchRows, readRefundBatch,
  refundBatchRowList, refundBatchStates, type RefundBatch,
} from '#contract/refund-batches.ts' // prettier-ignore
import { Confirm } from '#console/kit/ui/confirm.tsx'
import { Facts, Section } from '#console/kit/details/detail.tsx'
import { ObjectHead, Who } from '#console/kit/details/object-head.tsx'
import { History } from '#console/kit/details/history.tsx'
import { Unanswered } from '#console/kit/list/unanswered.tsx'
import { ExportButton } from '#console/kit/list/export-button.tsx'
import { Missing } from '#console/kit/details/missing.tsx'
import { Screen } from '#console/kit/routing/screen.tsx'
import { useDenied } from '#console/kit/routing/use-denied.ts'
import { WhyNot } from '#console/kit/routing/why-not.tsx'
import { Status } from '#console/kit/details/status.tsx'
import { useAction, useCall } from '#console/kit/api/use-call.ts'
import { Time } from '#console/kit/details/values.tsx'
import '@mantine/core/styles/Progress.css'
import { Totals } from './batches.tsx'
import { BatchRows } from './batch-rows.tsx'
import { Countdown } from '#console/kit/details/countdown.tsx'
import styles from './refund-batches.module.css'
import { useFresh } from '#console/kit/api/use-fresh.ts'

const refreshes = [readRefundBatch, listRefundBatches, listRefundBatchRows]

/** One batch: invalid rows, the time until it starts, and its progress. */
export function Batch({ batchId }: { batchId: string }): ReactNode {
  const { data, error, refetch } = useCall(readRefundBatch, { path: { batch_id: batchId } })
  useFresh(data?.status === 'waiting' || data?.status === 'running', refetch)
  if (data) return <Details batch={data} onDue={() => void refetch()} />
  return (
    <Screen name="refundBatches" back="refundBatches">
      <Unanswered query={{ error, refetch }} lines={8} missing={<Missing what="refundBatch" />} />
    </Screen>
  )
}

function Details({ batch, onDue }: { batch: RefundBatch; onDue: () => void }): ReactNode {
  const { t } = useTranslation()
  const [asking, setAsking] = useState(false)
  const path = { batch_id: batch.batch_id }
  const confirm = useAction(confirmRefundBatch, { refreshes })
  const cancel = useAction(cancelRefundBatch, { refreshes })
  const mayConfirm = refundBatchStates.can(batch.status, 'confirm') && batch.ready > 0
  const mayCancel = refundBatchStates.can(batch.status, 'cancel')
  const may = useDenied('refund') === null
  const valid = batch.ready + batch.asked + batch.failed
  return (
    <Screen
      name="refundBatches"
      title={t(($) => $.refundBatches.one)}
      back="refundBatches"
      wide
      actions={
        <>
          <ExportButton
            call={exportRefundBatchRows}
            state={{ search: '', filters: { batch_id: batch.batch_id }, sort: null, size: 100, cursor: '' } as never}
            columns={Object.entries(refundBatchRowList.columns)}
            list={refundBatchRowList}
          />
          {(mayCancel || mayConfirm) && <WhyNot rule="refund" />}
          {may && mayCancel && (
            <Button variant="default" loading={cancel.pending} onClick={() => void cancel.act({ path, body: {} })}>
              {t(($) => $.refundBatches.cancel)}
            </Button>
          )}
          {may && mayConfirm && (
            <Button loading={confirm.pending} onClick={() => setAsking(true)}>
              {t(($) => $.refundBatches.confirm, { count: batch.ready })}
            </Button>
          )}
        </>
      }
    >
      <ObjectHead
        amount={
          batch.totals.length > 0 ? <Totals totals={batch.totals} /> : <span>{t(($) => $.refundBatches.noValid)}</span>
        }
        state={<Status of="refundBatch" state={batch.status} />}
        facts={[
          { name: 'file', fact: <Who>{batch.file_name}</Who> },
          {
            name: 'by',
            fact: (
              <>
                {t(($) => $.refundBatches.createdBy)} <bdi>{batch.created_by}</bdi>
              </>
            ),
          },
          { name: 'time', fact: <Time at={batch.created_at} zoned /> },
        ]}
      />
      {batch.status === 'waiting' && batch.starts_at && (
        <p className={styles['notice']} role="status">
          {t(($) => $.refundBatches.begins)} <Countdown until={batch.starts_at} onDue={onDue} />
        </p>
      )}
      {batch.status === 'running' && (
        <Progress
          aria-label={t(($) => $.refundBatches.progress)}
          value={valid > 0 ? ((batch.asked + batch.failed) / valid) * 100 : 0}
          mb={16}
        />
      )}
      <Section title={t(($) => $.refundBatches.facts)}>
        <div className={styles['counts']}>
          <Facts
            facts={[
              [t(($) => $.refundBatches.rows), batch.rows],
              [t(($) => $.refundBatches.ready), batch.ready],
              [t(($) => $.refundBatches.invalid), batch.invalid],
              [t(($) => $.refundBatches.asked), batch.asked],
              [t(($) => $.refundBatches.failed), batch.failed],
              [
                t(($) => $.refundBatches.confirmedBy),
                batch.confirmed_by && <bdi key="confirmed">{batch.confirmed_by}</bdi>,
              ],
              [
                t(($) => $.refundBatches.finished),
                batch.finished_at && <Time key="finished" at={batch.finished_at} zoned />,
              ],
            ]}
          />
        </div>
      </Section>
      <Section title={t(($) => $.refundBatches.rows)}>
        <BatchRows batch={batch} />
      </Section>
      <History object="refund-batch" objectRef={batch.batch_id} />
      {asking && (
        <Confirm
          title={t(($) => $.refundBatches.confirmTitle, { count: batch.ready })}
          confirm={t(($) => $.refundBatches.confirm, { count: batch.ready })}
          danger
          pending={confirm.pending}
          onConfirm={() => {
            setAsking(false)
            void confirm.act({ path, body: {} })
          }}
          onClose={() => setAsking(false)}
        >
          <p>{t(($) => $.refundBatches.confirmText)}</p>
          <p>
            <Totals totals={batch.totals} />
          </p>
          {batch.invalid > 0 && <p>{t(($) => $.refundBatches.leftOut, { count: batch.invalid })}</p>}
        </Confirm>
      )}
    </Screen>
  )
}
