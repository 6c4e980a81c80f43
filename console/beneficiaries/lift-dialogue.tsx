import { Textarea } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { liftWaitingTime } from '#contract/beneficiaries.ts'
import type { BeneficiaryAccount } from '#contract/beneficiary-shapes.ts'
import { environmentOf, useUser } from '#console/kit/auth/session.ts'
import { FormDialogue } from '#console/kit/form/form-dialogue.tsx'
import { useCallForm } from '#console/kit/form/use-call-form.ts'
import { ofBeneficiaries } from './calls.ts'

/** Ends the waiting time of an account, with a reason. */
export function LiftDialogue({ account, onClose }: { account: BeneficiaryAccount; onClose: () => void }): ReactNode {
  const { t } = useTranslation()
  const user = useUser()
  const { form, ...callForm } = useCallForm(liftWaitingTime, {
    initial: { reason: '' },
    path: { beneficiary: account.beneficiary_uuid, account: account.account_uuid },
    toBody: (values) => ({ ...values, environment: environmentOf(user) }),
    refreshes: ofBeneficiaries,
    onDone: onClose,
  })
  return (
    <FormDialogue
      title={t(($) => $.beneficiaries.lift)}
      submit={t(($) => $.beneficiaries.lift)}
      onClose={onClose}
      {...callForm}
    >
      <p>{t(($) => $.beneficiaries.liftText)}</p>
      <Textarea
        label={t(($) => $.beneficiaries.reason)}
        withAsterisk
        dir="auto"
        autosize
        maxLength={300}
        {...form.getInputProps('reason')}
      />
    </FormDialogue>
  )
}
