import { Select, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { waysOf, type AccountField } from '#contract/account-fields.ts'
import { listSupportedBanks } from '#contract/banks.ts'
import { useCall } from '#console/kit/api/use-call.ts'
import { environmentOf, useUser } from '#console/kit/auth/session.ts'
import { AccountFieldInput } from '#console/kit/form/account-field.tsx'
import { CountrySelect } from '#console/kit/form/choice-inputs.tsx'
import { RadioChoices } from '#console/kit/form/radio-choices.tsx'
import { codeWord, wireWord } from '#console/kit/i18n/words.ts'
import { wayOf, type AccountValues } from './account-values.ts'

interface AccountInputsProps {
  values: AccountValues
  /** What a form gives to the input of a field, by the path below the account: `fields.sort_code`. */
  propsOf: (path: string) => object
  onChange: (values: AccountValues) => void
}

/** The fields of an account: those that its country asks for, each told right or wrong while it is typed. */
export function AccountInputs({ values, propsOf, onChange }: AccountInputsProps): ReactNode {
  const { t } = useTranslation()
  const ways = values.country ? waysOf(values.country) : []
  const supported = useCall(listSupportedBanks, { query: { environment: environmentOf(useUser()) } })
  const banks = supported.data?.find(({ country }) => country === values.country)?.banks ?? []
  return (
    <>
      <CountrySelect
        label={t(($) => $.beneficiaries.accountCountry)}
        withAsterisk
        {...propsOf('country')}
        value={values.country}
        onChange={(country) =>
          onChange({ ...values, country: country ?? '', way: waysOf(country ?? '')[0]?.key ?? '', fields: {}, bank_code: '' })
        }
      />
      {ways.length > 1 && (
        <RadioChoices
          className="wide"
          label={t(($) => $.beneficiaries.way)}
          choices={ways.map(({ key }) => ({ value: key, label: codeWord('accountWays', key) }))}
          value={values.way}
          onChange={(way: string) => onChange({ ...values, way })}
        />
      )}
      {values.country && (
        <>
          <TextInput
            label={t(($) => $.beneficiaries.holder)}
            description={t(($) => $.beneficiaries.holderHint)}
            withAsterisk
            dir="auto"
            autoComplete="off"
            maxLength={140}
            {...propsOf('account_name')}
          />
          {Object.entries(wayOf(values).fields).map(([name, field]) =>
            field.kind === 'bank' && banks.length > 0 ? (
              <Select
                key={name}
                label={t(($) => $.beneficiaries.bank)}
                withAsterisk
                searchable
                data={banks.map((bank) => ({ value: bank.code, label: `${bank.code} ${bank.name}` }))}
                {...propsOf(pathOf(name))}
                value={values.bank_code || null}
                onChange={(code) =>
                  onChange({ ...values, bank_code: code ?? '', bank_name: banks.find((bank) => bank.code === code)?.name ?? '' })
                }
              />
            ) : (
              <Field key={name} {...{ name, field, values }} given={propsOf(pathOf(name))} />
            ),
          )}
          <TextInput
            label={wireWord('columns', 'bank_name')}
            dir="auto"
            autoComplete="off"
            maxLength={140}
            {...propsOf('bank_name')}
          />
        </>
      )}
    </>
  )
} // prettier-ignore

const pathOf = (name: string): string => (name === 'account_no' || name === 'bank_code' ? name : `fields.${name}`)
const valueOf = (values: AccountValues, name: string): string =>
  name === 'account_no' ? values.account_no : name === 'bank_code' ? values.bank_code : (values.fields[name] ?? '')

interface FieldProps {
  name: string
  field: AccountField
  values: AccountValues
  given: object
}
function Field({ name, field, values, given }: FieldProps): ReactNode {
  const { t } = useTranslation()
  const label = field.kind === 'iban' ? t(($) => $.beneficiaries.iban) : codeWord('accountFields', name === 'account_no' && field.kind === 'card' ? 'card_number' : name === 'account_no' && field.kind === 'mobile' ? 'mobile_number' : name)
  return <AccountFieldInput label={label} field={field} value={valueOf(values, name)} country={values.country} given={given} />
} // prettier-ignore
