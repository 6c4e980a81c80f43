import { TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { AccountInputs } from '#console/beneficiaries/account-inputs.tsx'
import type { FormProps } from './form-props.ts'

/** An account that is paid to once: the fields of its country, and where its holder is written to. */
export function OneOff({ form }: FormProps): ReactNode {
  const { t } = useTranslation()
  return (
    <>
      <AccountInputs
        values={form.values.once}
        propsOf={(path) => form.getInputProps(`once.${path}`)}
        onChange={(once) => form.setFieldValue('once', once)}
      />
      <TextInput
        label={t(($) => $.payoutForm.email)}
        type="email"
        dir="ltr"
        autoComplete="off"
        {...form.getInputProps('email')}
      />
    </>
  )
}
