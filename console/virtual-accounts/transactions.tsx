import { Select } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { listMovements, listVirtualAccounts, movementList, type VirtualAccount } from '#contract/virtual-accounts.ts'
import { useCall } from '#console/kit/api/use-call.ts'
import { Amount, Nothing, Reference } from '#console/kit/details/values.tsx'
import { wireWord } from '#console/kit/i18n/words.ts'
import { ListScreen } from '#console/kit/list/list-screen.tsx'
import { Empty, Unanswered } from '#console/kit/list/unanswered.tsx'
import { ButtonLink, useGo, useScreenSearch, type RawSearch } from '#console/kit/routing/screen-link.tsx'
import { Screen } from '#console/kit/routing/screen.tsx'
import { Deposits } from './deposits.tsx'
import { Download } from './download.tsx'
import { Forecast } from './forecast.tsx'
import styles from './virtual-accounts.module.css'

/** The statement of one account, with what is to come and the deposits that wait for people. */
export default function Transactions(): ReactNode {
  const { t } = useTranslation()
  const accounts = useCall(listVirtualAccounts, { query: {} })
  const { account: asked } = useScreenSearch('virtualAccountTransactions') as RawSearch
  const account = accounts.data?.find(({ account_no }) => account_no === asked) ?? accounts.data?.[0]
  if (!accounts.data || !account)
    return (
      <Screen name="virtualAccountTransactions" wide>
        {accounts.data ? (
          <Empty title={t(($) => $.virtualAccounts.emptyTitle)} text={t(($) => $.virtualAccounts.emptyText)}>
            <ButtonLink to="virtualAccounts">{t(($) => $.screens.virtualAccounts)}</ButtonLink>
          </Empty>
        ) : (
          <Unanswered query={accounts} lines={6} />
        )}
      </Screen>
    )
  return <Statement key={account.account_no} account={account} all={accounts.data} />
}

function Statement({ account, all }: { account: VirtualAccount; all: readonly VirtualAccount[] }): ReactNode {
  const { t } = useTranslation()
  return (
    <ListScreen
      name="virtualAccountTransactions"
      table="account-movements"
      call={listMovements}
      path={{ account: account.account_no }}
      list={movementList}
      rowKey={({ number }) => String(number)}
      keep={['account']}
      cells={{
        amount: ({ amount, currency, txn_type }) => (
          <Amount value={txn_type === 'Debit' ? -amount : amount} currency={currency} />
        ),
        to_account_no: ({ to_account_no: digits }) =>
          digits ? <Reference>{`•••• ${digits}`}</Reference> : <Nothing />,
      }}
      above={
        <>
          <Head account={account} all={all} />
          <Deposits accountNo={account.account_no} />
          <Forecast account={account} />
        </>
      }
      begin={<Download account={account} />}
      searchFinds={t(($) => $.virtualAccounts.searchFinds)}
      empty={{ title: t(($) => $.virtualAccounts.noRowsTitle), text: t(($) => $.virtualAccounts.noRowsText) }}
    />
  )
}

/** Which account it is, and what it has. */
function Head({ account, all }: { account: VirtualAccount; all: readonly VirtualAccount[] }): ReactNode {
  const { t } = useTranslation()
  const go = useGo()
  const { account_no, currency } = account
  return (
    <div className={styles['statementHead']}>
      <Select
        label={t(($) => $.virtualAccounts.account)}
        allowDeselect={false}
        data={all.map((one) => ({ value: one.account_no, label: `${one.account_name} · ${one.account_no}` }))}
        value={account_no}
        onChange={(chosen) =>
          chosen && void go({ to: 'virtualAccountTransactions', search: { account: chosen } as never })
        }
      />
      <dl className={styles['balances']}>
        {(['available_balance', 'reserved_balance', 'balance'] as const).map((name) => (
          <div key={name} data-main={name === 'available_balance' || undefined}>
            <dt>{wireWord('columns', name)}</dt>
            <dd>
              <Amount value={account[name]} currency={currency} />
            </dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
