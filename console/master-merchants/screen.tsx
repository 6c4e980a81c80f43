import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useScreenSearch, type RawSearch } from '#console/kit/routing/screen-link.tsx'
import { TabLinks } from '#console/kit/ui/tab-links.tsx'
import { screenTitle } from '#console/kit/i18n/words.ts'
import { Invites } from './invites.tsx'
import { Merchants } from './merchants.tsx'

const tabs = ['merchants', 'invites'] as const

/** The merchants of a master and its invites, as two tabs. */
export default function MasterMerchants(): ReactNode {
  const { t } = useTranslation()
  const { tab } = useScreenSearch('masterMerchants') as RawSearch
  const open = tabs.find((one) => one === tab) ?? 'merchants'
  const links = (
    <TabLinks
      screen="masterMerchants"
      label={screenTitle('masterMerchants')}
      tabs={tabs.map((one) => ({ tab: one, title: t(($) => $.masters.tabs[one]) }))}
      open={open}
    />
  )
  return open === 'invites' ? <Invites tabs={links} /> : <Merchants tabs={links} />
}
