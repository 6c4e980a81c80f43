import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { VirtualAccount } from '#contract/virtual-accounts.ts'
import { useUser } from '#console/kit/auth/session.ts'
import { Facts } from '#console/kit/details/detail.tsx'
import { Amount, CopiedReference, Time } from '#console/kit/details/values.tsx'
import { isolated } from '#console/kit/i18n/bidi.ts'
import { wireWord } from '#console/kit/i18n/words.ts'
import { ButtonLink, ScreenLink } from '#console/kit/routing/screen-link.tsx'
import { useDenied } from '#console/kit/routing/use-denied.ts'
import type { ActItem } from '#console/kit/ui/act-items.tsx'
import { ActsMenu } from '#console/kit/ui/acts-menu.tsx'
import { Notice } from '#console/kit/ui/notice.tsx'
import { AccountDialogue, type AccountAct } from './account-dialogue.tsx'
import styles from './virtual-accounts.module.css'

/** One account: its three balances, what is to be known of it, and what can be done with it. */
export function AccountCard({ account }: { account: VirtualAccount }): ReactNode {
  const { t } = useTranslation()
  const [act, setAct] = useState<AccountAct | null>(null)
  const acts = useActs(account, setAct)
  const { account_no, account_name, currency, end_date, is_low, low_amount, condition, conditional_amount } = account
  return (
    <li className={styles['account']} data-card>
      <div className={styles['head']}>
        <h2>
          <ScreenLink to="virtualAccountTransactions" search={{ account: account_no }}>
            <bdi>{account_name}</bdi>
          </ScreenLink>
        </h2>
        {acts.length > 0 && <ActsMenu name={isolated(account_name)} acts={acts} />}
      </div>
      <CopiedReference copy={account_no}>{account_no}</CopiedReference>
      {end_date !== null && (
        <p className={styles['closed']}>
          {t(($) => $.virtualAccounts.closedOn)} <Time at={end_date} />
        </p>
      )}
      {is_low && low_amount !== null && <Notice title={t(($) => $.virtualAccounts.low)} />}
      <dl className={styles['balances']}>
        {balances.map((name) => (
          <div key={name} data-main={name === 'available_balance' || undefined}>
            <dt>{wireWord('columns', name)}</dt>
            <dd>
              <Amount value={account[name]} currency={currency} />
            </dd>
          </div>
        ))}
      </dl>
      <Facts
        facts={[
          [wireWord('columns', 'bank_name'), <bdi key="bank">{account.bank_name}</bdi>],
          [
            t(($) => $.virtualAccounts.condition),
            <>
              {wireWord('accountConditions', condition)}{' '}
              {conditional_amount !== null && <Amount value={conditional_amount} currency={currency} />}
            </>,
          ],
          [
            t(($) => $.virtualAccounts.warning),
            low_amount === null ? (
              t(($) => $.virtualAccounts.noWarning)
            ) : (
              <Amount value={low_amount} currency={currency} />
            ),
          ],
        ]}
      />
      <div className={styles['buttons']}>
        <ButtonLink to="virtualAccountTransactions" search={{ account: account_no }} variant="default">
          {t(($) => $.virtualAccounts.statement)}
        </ButtonLink>
      </div>
      {act && <AccountDialogue act={act} account={account} onClose={() => setAct(null)} />}
    </li>
  )
}
const balances = ['available_balance', 'reserved_balance', 'balance'] as const

function useActs(account: VirtualAccount, open: (act: AccountAct) => void): ActItem[] {
  const { t } = useTranslation()
  const { is_live_mode: isLive } = useUser()
  const isCustodian = useDenied('payoutCustodians') === null
  const isMaker = useDenied('payoutMakers') === null
  if (account.end_date !== null) return []
  const item = (id: AccountAct, icon: ActItem['icon'], more: Partial<ActItem> = {}): ActItem => ({
    id,
    icon,
    title: t(($) => $.virtualAccounts.acts[id]),
    run: () => open(id),
    ...more,
  })
  return [
    item('payIn', 'download'),
    ...(isMaker && !isLive && account.tells_deposits ? [item('testMoney', 'plus')] : []),
    ...(isCustodian && !account.tells_deposits ? [item('enter', 'plus')] : []),
    ...(isCustodian ? [item('warn', 'bell')] : []),
    ...(isCustodian && account.balance === 0 ? [item('close', 'close', { danger: true })] : []),
  ]
}
