import { Button } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { limits } from '#contract/limits.ts'
import { listRemittanceAccounts, type RemittanceAccount } from '#contract/remittance-accounts.ts'
import { useCall } from '#console/kit/api/use-call.ts'
import { environmentOf, useUser } from '#console/kit/auth/session.ts'
import { currencyLabel } from '#console/kit/i18n/names.ts'
import { useLanguage } from '#console/kit/i18n/words.ts'
import { Empty, Unanswered } from '#console/kit/list/unanswered.tsx'
import { Screen } from '#console/kit/routing/screen.tsx'
import { Offered } from '#console/kit/routing/why-not.tsx'
import { Icon } from '#console/kit/ui/icons.tsx'
import { Notice } from '#console/kit/ui/notice.tsx'
import { AccountCard } from './account-card.tsx'
import { NewAccount } from './account-sheet.tsx'
import styles from './bank-account.module.css'

/** The accounts that the money from sales abroad is sent to, by currency. */
export default function BankAccounts(): ReactNode {
  const { t } = useTranslation()
  const accounts = useCall(listRemittanceAccounts, { query: { environment: environmentOf(useUser()) } })
  const [isAdding, setAdding] = useState(false)
  const found = accounts.data?.content
  const isFull = found !== undefined && found.length >= limits.remittanceAccounts
  const add = (
    <Offered rule="remittances">
      <Button leftSection={<Icon name="plus" />} disabled={isFull} onClick={() => setAdding(true)}>
        {t(($) => $.remittanceAccounts.add)}
      </Button>
    </Offered>
  )
  return (
    <Screen name="remittanceAccounts" wide actions={found ? add : null}>
      {!found ? (
        <Unanswered query={accounts} lines={6} />
      ) : found.length === 0 ? (
        <Empty title={t(($) => $.remittanceAccounts.emptyTitle)} text={t(($) => $.remittanceAccounts.emptyText)} />
      ) : (
        <>
          {isFull && <Notice>{t(($) => $.remittanceAccounts.full, { most: limits.remittanceAccounts })}</Notice>}
          {[...Map.groupBy(found, ({ currency }) => currency)].map(([currency, of]) => (
            <OfCurrency key={currency} currency={currency} accounts={of} />
          ))}
        </>
      )}
      {isAdding && <NewAccount onClose={() => setAdding(false)} />}
    </Screen>
  )
}

interface OfCurrencyProps {
  currency: RemittanceAccount['currency']
  accounts: readonly RemittanceAccount[]
}
function OfCurrency({ currency, accounts }: OfCurrencyProps): ReactNode {
  const { t } = useTranslation()
  const language = useLanguage()
  return (
    <section className={styles['currency']}>
      <h2>
        <bdi>{currencyLabel(currency, language)}</bdi>
      </h2>
      {!accounts.some((account) => account.default) && <Notice>{t(($) => $.remittanceAccounts.noDefault)}</Notice>}
      <ul className={styles['accounts']}>
        {accounts.map((account) => (
          <AccountCard key={account.uuid} account={account} />
        ))}
      </ul>
    </section>
  )
}
