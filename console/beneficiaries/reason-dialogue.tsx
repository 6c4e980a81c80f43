import { Textarea } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { updateBeneficiaryAccount } from '#contract/beneficiaries.ts'
import type { BeneficiaryAccount } from '#contract/beneficiary-shapes.ts'
import { environmentOf, useUser } from '#console/kit/auth/session.ts'
import { FormDialogue } from '#console/kit/form/form-dialogue.tsx'
import { useCallForm } from '#console/kit/form/use-call-form.ts'
import { ofBeneficiaries } from './calls.ts'

/** Says why the name of an account is right although the bank did not confirm it. */
export function ReasonDialogue({ account, onClose }: { account: BeneficiaryAccount; onClose: () => void }): ReactNode {
  const { t } = useTranslation()
  const user = useUser()
  const { form, ...callForm } = useCallForm(updateBeneficiaryAccount, {
    initial: { name_reason: account.name_reason },
    path: { uuid: account.beneficiary_uuid },
    toBody: (values) => ({ ...values, account_uuid: account.account_uuid, environment: environmentOf(user) }),
    check: ({ name_reason }) => (name_reason.trim() ? [] : [{ path: 'name_reason', reason: 'required', text: '' }]),
    refreshes: ofBeneficiaries,
    onDone: onClose,
  })
  return (
    <FormDialogue
      title={t(($) => $.beneficiaries.giveReason)}
      submit={t(($) => $.beneficiaries.save)}
      onClose={onClose}
      {...callForm}
    >
      <Textarea
        label={t(($) => $.beneficiaries.nameReason)}
        description={t(($) => $.beneficiaries.nameReasonHint)}
        withAsterisk
        dir="auto"
        autosize
        maxLength={300}
        {...form.getInputProps('name_reason')}
      />
    </FormDialogue>
  )
}
