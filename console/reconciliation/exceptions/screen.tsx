import { lazy, Suspense, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useScreenSearch, type RawSearch } from '#console/kit/routing/screen-link.tsx'
import { TabLinks } from '#console/kit/ui/tab-links.tsx'
import { Exceptions } from './list.tsx'

const views = ['open', 'approvals', 'decided'] as const
const Approvals = lazy(async () => ({ default: (await import('./approvals.tsx')).Approvals }))

/** What somebody has to decide, and what waits for a second person. */
export default function ReconExceptions(): ReactNode {
  const { t } = useTranslation()
  const { tab } = useScreenSearch('reconExceptions') as RawSearch
  const open = views.find((one) => one === tab) ?? 'open'
  const tabs = (
    <TabLinks
      screen="reconExceptions"
      label={t(($) => $.reconExceptions.tabsLabel)}
      tabs={views.map((one) => ({ tab: one, title: t(($) => $.reconExceptions.tabs[one]), ...(one === 'open' && { search: {} }) }))}
      open={open}
    />
  )
  if (open === 'open') return <Exceptions tabs={tabs} />
  return (
    <Suspense>
      <Approvals key={open} isOpen={open === 'approvals'} tabs={tabs} />
    </Suspense>
  )
} // prettier-ignore
