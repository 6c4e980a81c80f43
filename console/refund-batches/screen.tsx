import type { ReactNode } from 'react'
import { useScreenSearch } from '#console/kit/routing/screen-link.tsx'
import { Batch } from './batch.tsx'
import { Batches } from './batches.tsx'

/** Refund batches: the upload and the list, or one batch (`?batch=`). */
export default function RefundBatches(): ReactNode {
  const { batch } = useScreenSearch('refundBatches')
  return batch ? <Batch key={batch} batchId={batch} /> : <Batches />
}
