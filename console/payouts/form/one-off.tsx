import { Select, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { waysOf, type AccountField } from '#contract/account-fields.ts'
import { CountrySelect } from '#console/kit/form/choice-inputs.tsx'
import { codeWord } from '#console/kit/i18n/words.ts'
import type { FormProps } from './form-props.ts'

/** An account that is paid to once: the fields of its country. */
export function OneOff({ form }: FormProps): ReactNode {
  const { t } = useTranslation()
  const { country, account_type: type, fields } = form.values
  const ways = country ? waysOf(country) : []
  const types = [...new Set(ways.map((way) => way.type))]
  const way = ways.find((one) => one.type === type) ?? ways[0]
  const choose = (chosen: string | null) => {
    const [first] = chosen ? waysOf(chosen) : []
    form.setValues({ country: chosen ?? '', account_type: first?.type ?? 'BANK', account_no: '', bank_no: '', fields: {} })
  }
  return (
    <>
      <CountrySelect label={t(($) => $.payoutForm.country)} withAsterisk {...form.getInputProps('country')} onChange={choose} />
      {types.length > 1 && (
        <Select
          label={t(($) => $.payouts.accountType)}
          data={types.map((value) => ({ value, label: codeWord('accountTypes', value) }))}
          allowDeselect={false}
          {...form.getInputProps('account_type')}
        />
      )}
      <TextInput
        className="wide"
        label={t(($) => $.payouts.holder)}
        description={t(($) => $.payoutForm.holderHint)}
        withAsterisk
        dir="auto"
        autoComplete="off"
        maxLength={140}
        {...form.getInputProps('account_name')}
      />
      {way &&
        Object.entries(way.fields).map(([name, field]) => (
          <OneField
            key={`${way.key} ${name}`}
            name={name}
            field={field}
            input={form.getInputProps(name === 'account_no' ? 'account_no' : name === 'bank_code' ? 'bank_no' : `fields.${name}`)}
            value={name === 'account_no' ? form.values.account_no : name === 'bank_code' ? form.values.bank_no : (fields[name] ?? '')}
          />
        ))}
      <TextInput label={t(($) => $.payoutForm.email)} type="email" dir="ltr" autoComplete="off" {...form.getInputProps('email')} />
    </>
  )
} // prettier-ignore

interface OneFieldProps {
  name: string
  field: AccountField
  input: ReturnType<FormProps['form']['getInputProps']>
  value: string
}
function OneField({ name, field, input, value }: OneFieldProps): ReactNode {
  const label = codeWord('accountFields', field.kind === 'iban' ? 'iban' : name)
  const shared = { label, withAsterisk: !field.optional, ...input, value }
  if (field.kind === 'choice')
    return <Select {...shared} data={field.of.map((one) => ({ value: one, label: codeWord('accountKinds', one) }))} value={value || null} />
  return <TextInput {...shared} dir={field.kind === 'text' ? 'auto' : 'ltr'} autoComplete="off" />
} // prettier-ignore
