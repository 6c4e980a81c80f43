import { lazy, Suspense, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { screenTitle } from '#console/kit/i18n/words.ts'
import { ActingFor } from '#console/kit/routing/acting-for.tsx'
import { useScreenSearch, type RawSearch } from '#console/kit/routing/screen-link.tsx'
import { TabLinks } from '#console/kit/ui/tab-links.tsx'
import { PayoutList } from './list.tsx'
import { filterTabs, tabOf, type FilterTab } from './tabs.ts'

const Details = lazy(() => import('./details.tsx'))

/** The payouts by what they wait for, or one of them (`?ref=`). */
export default function Payouts(): ReactNode {
  const { t } = useTranslation()
  const search = useScreenSearch('managePayouts') as RawSearch
  const { ref = '', merchant = '' } = search
  if (ref)
    return (
      <ActingFor merchant={merchant}>
        <Suspense>
          <Details key={ref} txnRef={ref} />
        </Suspense>
      </ActingFor>
    )
  const tabs = (Object.keys(filterTabs) as FilterTab[]).map((tab) => ({
    tab,
    title: t(($) => $.payouts.tabs[tab]),
    search: filterTabs[tab],
  }))
  const links = (
    <TabLinks screen="managePayouts" label={screenTitle('managePayouts')} tabs={tabs} open={tabOf(search)} />
  )
  return <PayoutList tabs={links} />
}
