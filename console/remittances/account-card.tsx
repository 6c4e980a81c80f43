import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { besideFields, holderOf, numberFields } from '#contract/remittance-account-fields.ts'
import {
  listRemittanceAccounts,
  updateRemittanceAccount,
  type RemittanceAccount,
} from '#contract/remittance-accounts.ts'
import { useAction } from '#console/kit/api/use-call.ts'
import { environmentOf, useUser } from '#console/kit/auth/session.ts'
import { Facts } from '#console/kit/details/detail.tsx'
import { Status } from '#console/kit/details/status.tsx'
import { LeftToRight, Time } from '#console/kit/details/values.tsx'
import { FormFailure } from '#console/kit/form/form-screen.tsx'
import { isolated } from '#console/kit/i18n/bidi.ts'
import { countryName } from '#console/kit/i18n/names.ts'
import { codeWord, useLanguage, wireWord } from '#console/kit/i18n/words.ts'
import { useDenied } from '#console/kit/routing/use-denied.ts'
import type { ActItem } from '#console/kit/ui/act-items.tsx'
import { ActsMenu } from '#console/kit/ui/acts-menu.tsx'
import { Mark } from '#console/kit/ui/mark.tsx'
import { Notice } from '#console/kit/ui/notice.tsx'
import { EditAccount } from './account-sheet.tsx'
import styles from './bank-account.module.css'

/** One account: whose it is, what was checked, until when it waits, and what can be done with it. */
export function AccountCard({ account }: { account: RemittanceAccount }): ReactNode {
  const { t } = useTranslation()
  const user = useUser()
  const [isEdited, setEdited] = useState(false)
  const mayChange = useDenied('remittances') === null
  const { act, error } = useAction(updateRemittanceAccount, { refreshes: [listRemittanceAccounts] })
  const change = (what: { active?: boolean; default?: boolean }) =>
    void act({ path: { accountUuid: account.uuid }, body: { environment: environmentOf(user), ...what } } as never)
  const holder = holderOf(account)
  const acts: ActItem[] = [
    { id: 'edit', icon: 'settings', title: t(($) => $.remittanceAccounts.edit), run: () => setEdited(true) },
    ...(account.active && !account.default
      ? [{ id: 'default', icon: 'check' as const, title: t(($) => $.beneficiaries.makeDefault), run: () => change({ default: true }) }]
      : []),
    {
      id: 'active',
      icon: 'pause',
      title: account.active ? t(($) => $.beneficiaries.deactivate) : t(($) => $.beneficiaries.activate),
      run: () => change({ active: !account.active }),
    },
  ]
  return (
    <li className={styles['account']} data-card data-inactive={!account.active || undefined}>
      <div className={styles['head']}>
        <h3>
          <bdi>{holder}</bdi>
          {account.default && <Mark>{t(($) => $.beneficiaries.isDefault)}</Mark>}
          <Mark>
            {account.active ? t(($) => $.beneficiaries.isActive) : t(($) => $.beneficiaries.inactive)}
          </Mark>
        </h3>
        {mayChange && <ActsMenu name={isolated(holder)} acts={acts} />}
      </div>
      <MaskedNumber account={account} />
      {account.waits_until && (
        <Notice>
          {t(($) => $.remittanceAccounts.waits)} <Time at={account.waits_until} zoned />
        </Notice>
      )}
      <Details account={account} />
      {account.warnings.map((warning) => (
        <p key={warning} className={styles['warned']}>
          {codeWord('accountWarnings', warning)}
        </p>
      ))}
      {error && <FormFailure error={error} />}
      {isEdited && <EditAccount account={account} onClose={() => setEdited(false)} />}
    </li>
  )
} // prettier-ignore

/** The last characters of the number, under the name of its kind. */
function MaskedNumber({ account }: { account: RemittanceAccount }): ReactNode {
  const name = numberFields.find((one) => account[one].startsWith('••••')) ?? 'account_number'
  return (
    <p className={styles['number']}>
      <span>{codeWord('accountFields', name)}</span> <LeftToRight>{account[name]}</LeftToRight>
    </p>
  )
}

function Details({ account }: { account: RemittanceAccount }): ReactNode {
  const { t } = useTranslation()
  const language = useLanguage()
  const phone = account.phone_number.startsWith('••••') ? '' : account.phone_number
  return (
    <Facts
      facts={[
        [wireWord('columns', 'bank_name'), account.bank_name ? <bdi key="bank">{account.bank_name}</bdi> : undefined],
        ...besideFields.map(
          (name) =>
            [codeWord('accountFields', name), account[name] ? <LeftToRight key={name}>{account[name]}</LeftToRight> : undefined] as const,
        ),
        [codeWord('accountFields', 'holder_phone'), phone ? <LeftToRight key="phone">{phone}</LeftToRight> : undefined],
        [wireWord('columns', 'country'), countryName(account.country, language)],
        [wireWord('columns', 'account_type'), codeWord('remittanceAccountTypes', account.account_type)],
        [t(($) => $.remittanceAccounts.purpose), codeWord('remittancePurposes', account.remittance_purpose)],
        [t(($) => $.remittanceAccounts.source), codeWord('remittanceSources', account.remittance_source)],
        [
          wireWord('columns', 'name_check'),
          <span key="name">
            <Status of="nameCheck" state={account.name_check} />
            {account.name_at_bank && account.name_check !== 'MATCH' && (
              <> {t(($) => $.beneficiaries.bankHas, { name: isolated(account.name_at_bank) })}</>
            )}
          </span>,
        ],
        [
          wireWord('columns', 'changed_at'),
          <span key="changed">
            <Time at={account.changed_at} zoned /> · <bdi>{account.changed_by}</bdi>
          </span>,
        ],
      ]}
    />
  )
} // prettier-ignore
