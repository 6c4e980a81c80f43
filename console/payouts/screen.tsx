import { lazy, Suspense, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { screenTitle } from '#console/kit/i18n/words.ts'
import { listPayoutChannels } from '#contract/channels.ts'
import { bankFile } from '#contract/channel-catalogue/bank-file.ts'
import { useCall } from '#console/kit/api/use-call.ts'
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

const BankFilesTab = lazy(() =>
  import('#console/bank-files/bank-files-tab.tsx').then((part) => ({ default: part.BankFilesTab })),
)

/** The payouts by what they wait for, or one of them (`?ref=`). */
export default function Payouts(): ReactNode {
  const { t } = useTranslation()
  const search = useScreenSearch('managePayouts') as RawSearch
  const { ref = '', merchant = '', tab = '', batch = '' } = search
  const hasFiles = usePaysByFile()
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
    ...(hasFiles || tab === 'files'
      ? [{ tab: 'files', title: t(($) => $.payouts.tabs.files), search: { tab: 'files' } }]
      : []),
  ]
  const open = tab === 'batches' || tab === 'files' ? tab : tabOf(search)
  const links = <TabLinks screen="managePayouts" label={screenTitle('managePayouts')} tabs={tabs} open={open} />
  if (open === 'batches' || open === 'files')
    return (
      <Screen name="managePayouts" wide>
        {links}
        <Suspense>{open === 'files' ? <BankFilesTab /> : <BatchesTab batch={batch} />}</Suspense>
      </Screen>
    )
  return <PayoutList tabs={links} />
}

/** Whether payouts of the merchant leave in files for its bank. */
function usePaysByFile(): boolean {
  const channels = useCall(listPayoutChannels, { query: {} })
  return channels.data?.some(({ catalogue_key: key }) => key === bankFile.key) ?? false
}
