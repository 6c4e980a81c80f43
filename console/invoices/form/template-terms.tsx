import { TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { CurrencySelect } from '#console/kit/form/choice-inputs.tsx'
import { FormSection } from '#console/kit/form/form-screen.tsx'
import { inputOf, type FormProps } from './inputs.ts'

/** What a template has in place of a customer and days. */
export function TemplateTerms(props: FormProps): ReactNode {
  const { t } = useTranslation()
  return (
    <FormSection title={t(($) => $.invoiceForm.template)}>
      <TextInput
        className="wide"
        label={t(($) => $.invoiceForm.templateName)}
        dir="auto"
        maxLength={60}
        autoComplete="off"
        autoFocus
        {...inputOf(props, 'name')}
      />
      <CurrencySelect label={t(($) => $.linkForm.currency)} {...inputOf(props, 'currency')} />
      <TextInput
        label={t(($) => $.invoiceForm.dueDays)}
        description={t(($) => $.invoiceForm.dueDaysHint)}
        inputMode="numeric"
        dir="ltr"
        {...inputOf(props, 'due_days')}
      />
    </FormSection>
  )
}
