import { lazy, Suspense, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { screenTitle } from '#console/kit/i18n/words.ts'
import { useScreenSearch, type RawSearch } from '#console/kit/routing/screen-link.tsx'
import { TabLinks } from '#console/kit/ui/tab-links.tsx'
import { Overview } from './overview.tsx'

const Rows = lazy(async () => ({ default: (await import('./rows.tsx')).Rows }))
const Claims = lazy(async () => ({ default: (await import('./claims.tsx')).Claims }))
const Claim = lazy(async () => ({ default: (await import('./claim.tsx')).Claim }))

const tabs = ['overview', 'rows', 'claims'] as const

/** What providers charged against what was agreed: sums, the rows behind them, and claims of what was charged too much. */
export default function ReconFees(): ReactNode {
  const { t } = useTranslation()
  const { tab, claim = '' } = useScreenSearch('reconFees') as RawSearch
  const open = tabs.find((name) => name === tab) ?? 'overview'
  const links = (
    <TabLinks
      screen="reconFees"
      label={screenTitle('reconFees')}
      tabs={tabs.map((name) => ({
        tab: name,
        title: t(($) => $.reconFees.tabs[name]),
        ...(name === 'overview' && { search: {} }),
      }))}
      open={open}
    />
  )
  if (open === 'overview') return <Overview tabs={links} />
  return (
    <Suspense>
      {open === 'rows' ? <Rows tabs={links} /> : claim === '' ? <Claims tabs={links} /> : <Claim key={claim} claimRef={claim} />}
    </Suspense>
  )
} // prettier-ignore
