import { Checkbox, Select, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { languages, languageTags } from '#i18n/languages.ts'
import { CountrySelect } from '#console/kit/form/choice-inputs.tsx'
import { FormSection } from '#console/kit/form/form-screen.tsx'
import type { FormProps } from './inputs.ts'

/** Who subscribes, and whether the link is sent to them. */
export function Customer({ form }: FormProps): ReactNode {
  const { t } = useTranslation()
  const [email, phone] = [form.values.customer_email_address.trim() !== '', form.values.customer_phone_number.trim() !== '']
  return (
    <FormSection title={t(($) => $.linkForm.customer)}>
      <TextInput
        className="wide"
        label={t(($) => $.linkForm.customerName)}
        dir="auto"
        maxLength={120}
        autoComplete="off"
        {...form.getInputProps('customer_name')}
      />
      <TextInput
        label={t(($) => $.linkForm.email)}
        type="email"
        dir="ltr"
        autoComplete="off"
        {...form.getInputProps('customer_email_address')}
      />
      <TextInput
        label={t(($) => $.linkForm.phone)}
        type="tel"
        dir="ltr"
        autoComplete="off"
        {...form.getInputProps('customer_phone_number')}
      />
      <CountrySelect label={t(($) => $.linkForm.country)} {...form.getInputProps('country_code')} />
      <Select
        label={t(($) => $.linkForm.language)}
        allowDeselect={false}
        data={languageTags.map((value) => ({ value, label: languages[value].name }))}
        {...form.getInputProps('language')}
      />
      {email && (
        <Checkbox
          className="wide"
          size="sm"
          label={t(($) => $.linkForm.notifyByEmail)}
          {...form.getInputProps('notify_by_email', { type: 'checkbox' })}
        />
      )}
      {phone && (
        <Checkbox
          className="wide"
          size="sm"
          label={t(($) => $.linkForm.notifyByPhone)}
          {...form.getInputProps('notify_by_phone', { type: 'checkbox' })}
        />
      )}
    </FormSection>
  )
} // prettier-ignore
