import { NativeSelect, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { feePayers, type FeePayer } from '#contract/payout-states.ts'
import { languages, languageTags, type Language } from '#i18n/languages.ts'
import { CountrySelect } from '#console/kit/form/choice-inputs.tsx'
import { codeWord, wireWord } from '#console/kit/i18n/words.ts'

export interface PersonValues {
  name: string
  email: string
  phone: string
  address: string
  country: string
  language: Language
  fee_payer: FeePayer
}

/** Who is paid, and how they are reached. `onCountry` hears of a chosen country. */
export function PersonInputs<V extends PersonValues>(props: {
  form: UseFormReturnType<V>
  onCountry?: (country: string) => void
}): ReactNode {
  const { t } = useTranslation()
  const form = props.form as unknown as UseFormReturnType<PersonValues>
  const country = form.getInputProps('country')
  return (
    <>
      <TextInput
        label={wireWord('columns', 'name')}
        description={t(($) => $.beneficiaries.nameHint)}
        withAsterisk
        dir="auto"
        autoComplete="off"
        maxLength={140}
        autoFocus
        {...form.getInputProps('name')}
      />
      <CountrySelect
        label={wireWord('columns', 'country')}
        withAsterisk
        {...country}
        onChange={(value) => {
          country.onChange(value ?? '')
          props.onCountry?.(value ?? '')
        }}
      />
      <TextInput
        label={wireWord('columns', 'email')}
        description={t(($) => $.beneficiaries.emailHint)}
        type="email"
        dir="ltr"
        autoComplete="off"
        {...form.getInputProps('email')}
      />
      <TextInput
        label={wireWord('columns', 'phone')}
        type="tel"
        dir="ltr"
        autoComplete="off"
        {...form.getInputProps('phone')}
      />
      <TextInput
        className="wide"
        label={t(($) => $.beneficiaries.address)}
        dir="auto"
        autoComplete="off"
        maxLength={300}
        {...form.getInputProps('address')}
      />
      <NativeSelect
        label={t(($) => $.beneficiaries.language)}
        data={languageTags.map((tag) => ({ value: tag, label: languages[tag].name }))}
        {...form.getInputProps('language')}
      />
      <NativeSelect
        label={wireWord('columns', 'fee_payer')}
        data={feePayers.map((value) => ({ value, label: codeWord('feePayers', value) }))}
        {...form.getInputProps('fee_payer')}
      />
    </>
  )
}
