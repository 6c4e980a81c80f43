import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { updateBeneficiaryAccount } from '#contract/beneficiaries.ts'
import type { BeneficiaryAccount } from '#contract/beneficiary-shapes.ts'
import { environmentOf, useUser } from '#console/kit/auth/session.ts'
import { FormDialogue } from '#console/kit/form/form-dialogue.tsx'
import { useCallForm } from '#console/kit/form/use-call-form.ts'
import { AccountInputs } from './account-inputs.tsx'
import { accountBody, accountErrors, accountLike, emptyAccount, type AccountValues } from './account-values.ts'
import styles from './beneficiaries.module.css'
import { ofBeneficiaries } from './calls.ts'
import { HolderCheck } from './holder-check.tsx'

interface AccountDialogueProps {
  of: string
  country: string
  /** Absent for a new one. */
  account?: BeneficiaryAccount
  onClose: () => void
}

/** Adds an account, or changes where the money of one goes. */
export function AccountDialogue({ of, country, account, onClose }: AccountDialogueProps): ReactNode {
  const { t } = useTranslation()
  const user = useUser()
  const { form, ...callForm } = useCallForm(updateBeneficiaryAccount, {
    initial: { account: account ? accountLike(account) : emptyAccount(country), name_reason: account?.name_reason ?? '' },
    path: { uuid: of },
    toBody: ({ account: values, name_reason }) => ({
      environment: environmentOf(user),
      account_uuid: account?.account_uuid ?? '',
      account: accountBody(values),
      name_reason,
    }),
    check: ({ account: values }) => accountErrors(values, 'account.'),
    refreshes: ofBeneficiaries,
    onDone: onClose,
  })
  const values: AccountValues = { ...form.values.account, name_reason: form.values.name_reason }
  return (
    <FormDialogue
      title={account ? t(($) => $.beneficiaries.changeAccount) : t(($) => $.beneficiaries.addAccount)}
      submit={account ? t(($) => $.beneficiaries.save) : t(($) => $.beneficiaries.addAccount)}
      onClose={onClose}
      {...callForm}
    >
      {account && <p className={styles['hint']}>{t(($) => $.beneficiaries.changeText)}</p>}
      <AccountInputs
        values={values}
        propsOf={(path) => form.getInputProps(`account.${path}`)}
        onChange={(changed) => form.setFieldValue('account', changed)}
      />
      {values.country && <HolderCheck values={values} reason={form.getInputProps('name_reason')} />}
    </FormDialogue>
  )
} // prettier-ignore
