import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { limits } from '#contract/limits.ts'
import {
  createRemittanceAccount,
  listRemittanceAccounts,
  updateRemittanceAccount,
  type RemittanceAccount,
} from '#contract/remittance-accounts.ts'
import { environmentOf, useUser } from '#console/kit/auth/session.ts'
import { FormDialogue } from '#console/kit/form/form-dialogue.tsx'
import { useCallForm } from '#console/kit/form/use-call-form.ts'
import { AccountInputs } from './account-inputs.tsx'
import { accountBody, accountErrors, accountLike, emptyAccount, type AccountValues } from './account-values.ts'
import styles from './bank-account.module.css'

/** The form of a new account, at the side of the screen. */
export function NewAccount({ onClose }: { onClose: () => void }): ReactNode {
  const { t } = useTranslation()
  const user = useUser()
  const { form, ...callForm } = useCallForm(createRemittanceAccount, {
    initial: emptyAccount(user.country),
    toBody: (values: AccountValues) => ({ environment: environmentOf(user), ...accountBody(values) }),
    blanks: 'sent',
    check: (values) => accountErrors(values, undefined),
    refreshes: [listRemittanceAccounts],
    onDone: onClose,
  })
  const title = t(($) => $.remittanceAccounts.add)
  return (
    <FormDialogue side title={title} submit={title} onClose={onClose} {...callForm}>
      {user.is_live_mode && (
        <p className={styles['hint']}>{t(($) => $.remittanceAccounts.newWaits, { hours: limits.accountWaitHours })}</p>
      )}
      <AccountInputs form={form} account={undefined} />
    </FormDialogue>
  )
}

/** The same of an account that is there. A blank number keeps what is there. */
export function EditAccount({ account, onClose }: { account: RemittanceAccount; onClose: () => void }): ReactNode {
  const { t } = useTranslation()
  const user = useUser()
  const { form, ...callForm } = useCallForm(updateRemittanceAccount, {
    initial: accountLike(account),
    path: { accountUuid: account.uuid },
    toBody: (values) => ({ environment: environmentOf(user), ...accountBody(values) }),
    blanks: 'sent',
    check: (values) => accountErrors(values, account),
    refreshes: [listRemittanceAccounts],
    onDone: onClose,
  })
  return (
    <FormDialogue
      side
      title={t(($) => $.remittanceAccounts.edit)}
      submit={t(($) => $.remittanceAccounts.save)}
      onClose={onClose}
      {...callForm}
    >
      {user.is_live_mode && (
        <p className={styles['hint']}>
          {t(($) => $.remittanceAccounts.changeWaits, { hours: limits.accountWaitHours })}
        </p>
      )}
      <AccountInputs form={form} account={account} />
    </FormDialogue>
  )
}
