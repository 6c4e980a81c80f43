import type { ReactNode } from 'react'
import { useScreenSearch } from '#console/kit/routing/screen-link.tsx'
import { Batch } from './batch.tsx'
import { Batches } from './batches.tsx'

/** Refunds from a sheet: the way to begin one and those there were, or one of them (`?batch=`). */
export default function RefundBatches(): ReactNode {
  const { batch } = useScreenSearch('refundBatches')
  return batch ? <Batch key={batch} batchId={batch} /> : <Batches />
}
