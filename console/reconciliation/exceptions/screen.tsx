import { lazy, Suspense, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useScreenSearch, type RawSearch } from '#console/kit/routing/screen-link.tsx'
import { TabLinks } from '#console/kit/ui/tab-links.tsx'
import { Exceptions } from './list.tsx'

const Approvals = lazy(async () => ({ default: (await import('./approvals.tsx')).Approvals }))

/** What somebody has to decide, and what waits for a second person. */
export default function ReconExceptions(): ReactNode {
  const { t } = useTranslation()
  const { tab } = useScreenSearch('reconExceptions') as RawSearch
  const open = tab === 'approvals' ? 'approvals' : 'open'
  const tabs = (
    <TabLinks
      screen="reconExceptions"
      label={t(($) => $.reconExceptions.tabsLabel)}
      tabs={[
        { tab: 'open', title: t(($) => $.reconExceptions.tabs.open), search: {} },
        { tab: 'approvals', title: t(($) => $.reconExceptions.tabs.approvals), search: { tab: 'approvals', state: 'proposed' } },
      ]}
      open={open}
    />
  )
  if (open === 'open') return <Exceptions tabs={tabs} />
  return (
    <Suspense>
      <Approvals tabs={tabs} />
    </Suspense>
  )
} // prettier-ignore
