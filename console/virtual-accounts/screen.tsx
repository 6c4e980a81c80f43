import { Button } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { listVirtualAccounts } from '#contract/virtual-accounts.ts'
import { useCall } from '#console/kit/api/use-call.ts'
import { Empty, Unanswered } from '#console/kit/list/unanswered.tsx'
import { Screen } from '#console/kit/routing/screen.tsx'
import { useDenied } from '#console/kit/routing/use-denied.ts'
import { ViewOnly } from '#console/kit/routing/view-only.tsx'
import { Icon } from '#console/kit/ui/icons.tsx'
import { AccountCard } from './account-card.tsx'
import { CreateAccount } from './create-account.tsx'
import styles from './virtual-accounts.module.css'

/** The accounts that money comes onto and payouts leave from. */
export default function VirtualAccounts(): ReactNode {
  const { t } = useTranslation()
  const accounts = useCall(listVirtualAccounts, { query: {} })
  const [opens, setOpens] = useState(false)
  const denied = useDenied('payoutCustodians')
  const create =
    denied === 'view_only' ? (
      <ViewOnly />
    ) : denied ? null : (
      <Button leftSection={<Icon name="plus" />} onClick={() => setOpens(true)}>
        {t(($) => $.virtualAccounts.create)}
      </Button>
    )
  const found = accounts.data
  return (
    <Screen name="virtualAccounts" wide actions={found && found.length > 0 ? create : null}>
      {!found ? (
        <Unanswered query={accounts} lines={6} />
      ) : found.length === 0 ? (
        <Empty title={t(($) => $.virtualAccounts.emptyTitle)} text={t(($) => $.virtualAccounts.emptyText)}>
          {create}
        </Empty>
      ) : (
        <ul className={styles['accounts']}>
          {found.map((account) => (
            <AccountCard key={account.account_no} account={account} />
          ))}
        </ul>
      )}
      {opens && <CreateAccount onClose={() => setOpens(false)} />}
    </Screen>
  )
}
