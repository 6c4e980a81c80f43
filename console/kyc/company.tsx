import { Button, Textarea, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { kycNeeded, saveKyc, type Kyc } from '#contract/kyc.ts'
import { FormFailure, FormSection } from '#console/kit/form/form-screen.tsx'
import { useCallForm } from '#console/kit/form/use-call-form.ts'
import { wireWord } from '#console/kit/i18n/words.ts'

const fields = [
  'legal_name',
  'registration_number',
  'address',
  'city',
  'website_url',
  'contact_name',
  'contact_phone',
  'business',
] as const
const leftToRight = new Set<string>(['website_url', 'contact_phone', 'registration_number'])

/** The form of the company's facts; each part is saved on its own. */
export function Company({
  token,
  kyc,
  onChange,
}: {
  token: string
  kyc: Kyc
  onChange: (next: Kyc) => void
}): ReactNode {
  const { t } = useTranslation()
  const { company } = kyc
  const { form, onSubmit, pending, failure } = useCallForm(saveKyc, {
    initial: Object.fromEntries(fields.map((name) => [name, company[name] ?? ''])) as Record<
      (typeof fields)[number],
      string
    >,
    toBody: (values) => ({ kyc_token: token, company: values }),
    blanks: 'sent',
    fieldOf: (path) => path.replace(/^company\./, ''),
    onDone: ({ answer }) => onChange(answer),
  })
  const needed: readonly string[] = kycNeeded
  return (
    <form noValidate onSubmit={onSubmit}>
      <FormSection title={t(($) => $.kyc.company)}>
        {fields.map((name) => {
          const Input = name === 'business' ? Textarea : TextInput
          return (
            <Input
              key={name}
              label={wireWord('kycFields', name)}
              dir={leftToRight.has(name) ? 'ltr' : 'auto'}
              {...(needed.includes(name) ? {} : { description: t(($) => $.kyc.optional) })}
              {...(name === 'business' || name === 'address' ? { className: 'wide' } : {})}
              {...(name === 'website_url' ? { placeholder: 'https://' } : {})}
              {...form.getInputProps(name)}
            />
          )
        })}
      </FormSection>
      {failure && <FormFailure error={failure} />}
      <Button type="submit" variant="default" mt="md" loading={pending}>
        {t(($) => $.kyc.save)}
      </Button>
    </form>
  )
}
