import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { readPayoutBatch } from '#contract/payout-batches.ts'
import { useCall } from '#console/kit/api/use-call.ts'
import { useFresh } from '#console/kit/api/use-fresh.ts'
import { Unanswered } from '#console/kit/list/unanswered.tsx'
import { ButtonLink } from '#console/kit/routing/screen-link.tsx'
import { Outcome, ResultSheet } from './outcome.tsx'
import styles from './payout-batches.module.css'

/** One sheet of payouts, how far it is, and its payouts. */
export function Batch({ batchId }: { batchId: string }): ReactNode {
  const { t } = useTranslation()
  const batch = useCall(readPayoutBatch, { path: { batch_id: batchId }, query: {} })
  const { refetch } = batch
  useFresh(batch.data?.status === 'running', () => void refetch())
  if (!batch.data) return <Unanswered query={batch} lines={6} />
  return (
    <>
      <div className={styles['acts']}>
        <ButtonLink to="managePayouts" search={{ tab: 'batches' }} variant="default">
          {t(($) => $.payoutBatches.all)}
        </ButtonLink>
        <ResultSheet batchId={batchId} />
        {batch.data.created_count > 0 && (
          <ButtonLink to="managePayouts" search={{ batch_id: batchId }}>
            {t(($) => $.payoutBatches.toPayouts, { count: batch.data.created_count })}
          </ButtonLink>
        )}
      </div>
      <Outcome batch={batch.data} />
    </>
  )
}
