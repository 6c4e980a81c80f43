import { lazy, Suspense, type ReactNode } from 'react'
import { useScreenSearch } from '#console/kit/routing/screen-link.tsx'
import { InvoiceList } from './list.tsx'

const Import = lazy(() => import('./import/screen.tsx'))

/** The invoices, or those of a sheet (`?import=`). */
export default function Invoices(): ReactNode {
  const { import: sheet } = useScreenSearch('invoices')
  if (!sheet) return <InvoiceList />
  return (
    <Suspense>
      <Import key={sheet} batchId={sheet === 'new' ? '' : sheet} />
    </Suspense>
  )
}
