import { Checkbox } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { editBeneficiary } from '#contract/beneficiaries.ts'
import type { Beneficiary } from '#contract/beneficiary-shapes.ts'
import { environmentOf, useUser } from '#console/kit/auth/session.ts'
import { FormDialogue } from '#console/kit/form/form-dialogue.tsx'
import { useCallForm } from '#console/kit/form/use-call-form.ts'
import { ofBeneficiaries } from './calls.ts'
import { PersonInputs } from './person-inputs.tsx'

/** Changes the person; where money goes is changed at each account. */
export function EditPerson({ of, onClose }: { of: Beneficiary; onClose: () => void }): ReactNode {
  const { t } = useTranslation()
  const user = useUser()
  const { name, email, phone, address, country, language, fee_payer, is_active } = of
  const { form, ...callForm } = useCallForm(editBeneficiary, {
    initial: { name, email, phone, address, country, language, fee_payer, is_active },
    toBody: (values) => ({
      ...values,
      beneficiary_uuid: of.beneficiary_uuid,
      environment: environmentOf(user),
    }),
    refreshes: ofBeneficiaries,
    onDone: onClose,
  })
  return (
    <FormDialogue
      title={t(($) => $.beneficiaries.edit)}
      submit={t(($) => $.beneficiaries.save)}
      onClose={onClose}
      {...callForm}
    >
      <PersonInputs form={form} />
      <Checkbox
        label={t(($) => $.beneficiaries.isActive)}
        description={t(($) => $.beneficiaries.isActiveHint)}
        {...form.getInputProps('is_active', { type: 'checkbox' })}
      />
    </FormDialogue>
  )
}
