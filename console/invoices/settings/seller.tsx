import { Switch, Textarea, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { CountrySelect } from '#console/kit/form/choice-inputs.tsx'
import { FormSection } from '#console/kit/form/form-screen.tsx'
import type { SettingsValues } from './settings-form.ts'

export interface SettingsProps {
  form: UseFormReturnType<SettingsValues>
}

/** Who sends the invoices: name, address, numbers and account, as documents name them. */
export function Seller({ form }: SettingsProps): ReactNode {
  const { t } = useTranslation()
  const input = (name: keyof SettingsValues) => form.getInputProps(name) as object
  const text = (name: 'legal_name' | 'line_1' | 'line_2' | 'city' | 'state' | 'zip_code' | 'bank_name' | 'account_name', wide = false) => (
    <TextInput
      {...(wide ? { className: 'wide' } : {})}
      label={t(($) => $.invoiceSettings.seller[name])}
      dir="auto"
      autoComplete="off"
      maxLength={name === 'zip_code' ? 20 : name === 'city' || name === 'state' || name === 'bank_name' ? 80 : 120}
      {...input(name)}
    />
  )
  const code = (name: 'tax_number' | 'company_number' | 'account_number' | 'bank_code' | 'endpoint_scheme' | 'endpoint_id', maxLength: number) => (
    <TextInput label={t(($) => $.invoiceSettings.seller[name])} dir="ltr" autoComplete="off" maxLength={maxLength} {...input(name)} />
  )
  return (
    <>
      <FormSection title={t(($) => $.invoiceSettings.sellerTitle)}>
        {text('legal_name', true)}
        {text('line_1', true)}
        {text('line_2', true)}
        {text('city')}
        {text('zip_code')}
        {text('state')}
        <CountrySelect label={t(($) => $.linkForm.country)} {...input('country_code')} />
        <TextInput label={t(($) => $.linkForm.email)} type="email" dir="ltr" autoComplete="off" {...input('email')} />
        <TextInput label={t(($) => $.linkForm.phone)} type="tel" dir="ltr" autoComplete="off" {...input('phone')} />
        {code('tax_number', 40)}
        {code('company_number', 40)}
        <div className="wide">
          <Switch
            label={t(($) => $.invoiceSettings.notTaxed)}
            description={t(($) => $.invoiceSettings.notTaxedHint)}
            {...form.getInputProps('not_subject_to_tax', { type: 'checkbox' })}
          />
        </div>
      </FormSection>
      <FormSection title={t(($) => $.invoiceSettings.account)}>
        {text('bank_name')}
        {text('account_name')}
        {code('account_number', 40)}
        {code('bank_code', 20)}
        <Textarea
          className="wide"
          label={t(($) => $.invoiceSettings.terms)}
          description={t(($) => $.invoiceSettings.termsHint)}
          dir="auto"
          autosize
          minRows={2}
          maxLength={500}
          {...input('terms')}
        />
      </FormSection>
      <FormSection title={t(($) => $.invoiceSettings.electronic)} folded>
        {code('endpoint_scheme', 4)}
        {code('endpoint_id', 100)}
      </FormSection>
    </>
  )
} // prettier-ignore
