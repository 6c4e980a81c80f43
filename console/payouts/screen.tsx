import { lazy, Suspense, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { screenTitle } from '#console/kit/i18n/words.ts'
import { ActingFor } from '#console/kit/routing/acting-for.tsx'
import { Screen } from '#console/kit/routing/screen.tsx'
import { useScreenSearch, type RawSearch } from '#console/kit/routing/screen-link.tsx'
import { TabLinks } from '#console/kit/ui/tab-links.tsx'
import { PayoutList } from './list.tsx'
import { filterTabs, tabOf, type FilterTab } from './tabs.ts'

const Details = lazy(() => import('./details.tsx'))
const BatchesTab = lazy(() =>
  import('#console/payout-batches/batches-tab.tsx').then((part) => ({ default: part.BatchesTab })),
)

/** The payouts by what they wait for, or one of them (`?ref=`). */
export default function Payouts(): ReactNode {
  const { t } = useTranslation()
  const search = useScreenSearch('managePayouts') as RawSearch
  const { ref = '', merchant = '', tab = '', batch = '' } = search
  if (ref)
    return (
      <ActingFor merchant={merchant}>
        <Suspense>
          <Details key={ref} txnRef={ref} />
        </Suspense>
      </ActingFor>
    )
  const tabs = [
    ...(Object.keys(filterTabs) as FilterTab[]).map((name) => ({
      tab: name,
      title: t(($) => $.payouts.tabs[name]),
      search: filterTabs[name],
    })),
    { tab: 'batches', title: t(($) => $.payouts.tabs.batches), search: { tab: 'batches' } },
  ] as const
  const open = tab === 'batches' ? 'batches' : tabOf(search)
  const links = <TabLinks screen="managePayouts" label={screenTitle('managePayouts')} tabs={tabs} open={open} />
  if (open === 'batches')
    return (
      <Screen name="managePayouts" wide>
        {links}
        <Suspense>
          <BatchesTab batch={batch} />
        </Suspense>
      </Screen>
    )
  return <PayoutList tabs={links} />
}
