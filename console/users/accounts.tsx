import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ActingFor } from '#console/kit/routing/acting-for.tsx'
import { Screen } from '#console/kit/routing/screen.tsx'
import { useScreenSearch, type RawSearch } from '#console/kit/routing/screen-link.tsx'
import { TabLinks } from '#console/kit/ui/tab-links.tsx'
import { UserList } from './list.tsx'
import { RolesTab } from './roles-tab.tsx'

const tabs = ['users', 'roles'] as const
type Tab = (typeof tabs)[number]

/** The merchant's users and the roles, as two tabs. */
export default function Accounts(): ReactNode {
  const { t } = useTranslation()
  const { tab, merchant = '' } = useScreenSearch('accounts') as RawSearch
  const open: Tab = tabs.find((one) => one === tab) ?? 'users'
  const links = (
    <TabLinks
      screen="accounts"
      label={t(($) => $.screens.accounts)}
      tabs={tabs.map((one) => ({ tab: one, title: t(($) => $.users.tabs[one]) }))}
      open={open}
    />
  )
  if (open === 'users')
    return (
      <ActingFor merchant={merchant}>
        <UserList above={links} />
      </ActingFor>
    )
  return (
    <Screen name="accounts">
      {links}
      <RolesTab />
    </Screen>
  )
}
