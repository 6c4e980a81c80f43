import { Select, Switch, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import {
  remittancePurposes,
  remittanceSources,
  remittanceWays,
  typesOf,
  type RemittanceAccountType,
} from '#contract/remittance-account-fields.ts'
import { listRemittanceBanksOf, type RemittanceAccount } from '#contract/remittance-accounts.ts'
import { useCall } from '#console/kit/api/use-call.ts'
import { environmentOf, useUser } from '#console/kit/auth/session.ts'
import { AccountFieldInput } from '#console/kit/form/account-field.tsx'
import { CountrySelect, CurrencySelect } from '#console/kit/form/choice-inputs.tsx'
import { RadioChoices } from '#console/kit/form/radio-choices.tsx'
import { codeWord, wireWord } from '#console/kit/i18n/words.ts'
import { fieldsOf, inCountry, keptField, ofType, type AccountValues } from './account-values.ts'

interface AccountInputsProps {
  form: UseFormReturnType<AccountValues>
  /** Absent for a new one. */
  account: RemittanceAccount | undefined
}

/** Country, currency, holder, and the fields that accounts there ask for. */
export function AccountInputs({ form, account }: AccountInputsProps): ReactNode {
  const { t } = useTranslation()
  const { values } = form
  const change = (changed: AccountValues) => form.setValues(changed)
  const ways = values.country ? remittanceWays(values.country, values.account_type) : []
  return (
    <>
      <CountrySelect
        label={t(($) => $.beneficiaries.accountCountry)}
        withAsterisk
        {...form.getInputProps('country')}
        onChange={(country) => change(inCountry(values, country ?? ''))}
      />
      {values.country && (
        <>
          <CurrencySelect
            label={wireWord('columns', 'currency')}
            description={t(($) => $.remittanceAccounts.currencyHint)}
            withAsterisk
            {...form.getInputProps('currency')}
          />
          <Select
            label={wireWord('columns', 'account_type')}
            withAsterisk
            allowDeselect={false}
            data={typesOf(values.country).map((type) => ({ value: type, label: codeWord('remittanceAccountTypes', type) }))}
            {...form.getInputProps('account_type')}
            onChange={(type) => change(ofType(values, (type ?? 'current') as RemittanceAccountType))}
          />
          {ways.length > 1 && (
            <RadioChoices
              label={t(($) => $.beneficiaries.way)}
              choices={ways.map(({ key }) => ({ value: key, label: codeWord('accountWays', key) }))}
              value={values.way}
              onChange={(way: string) => change({ ...values, way })}
            />
          )}
          <Holder form={form} />
          <Fields form={form} account={account} />
          <Terms form={form} />
          {!account?.default && (
            <Switch
              label={t(($) => $.remittanceAccounts.asDefault)}
              {...form.getInputProps('default', { type: 'checkbox' })}
            />
          )}
        </>
      )}
    </>
  )
} // prettier-ignore

function Holder({ form }: Pick<AccountInputsProps, 'form'>): ReactNode {
  const { t } = useTranslation()
  return (
    <>
      <TextInput
        label={t(($) => $.remittanceAccounts.firstName)}
        description={t(($) => $.remittanceAccounts.firstNameHint)}
        withAsterisk
        dir="auto"
        autoComplete="off"
        maxLength={140}
        {...form.getInputProps('first_name')}
      />
      <TextInput
        label={t(($) => $.remittanceAccounts.lastName)}
        dir="auto"
        autoComplete="off"
        maxLength={140}
        {...form.getInputProps('last_name')}
      />
    </>
  )
}

function Fields({ form, account }: AccountInputsProps): ReactNode {
  const { t } = useTranslation()
  const { values } = form
  const fields = fieldsOf(values)
  const kept = keptField(values, account)
  const asked = { path: { country: values.country }, query: { environment: environmentOf(useUser()) } }
  const namesBank = fields.some(({ name }) => name === 'bank_id')
  const banks = useCall(listRemittanceBanksOf, asked, { enabled: namesBank }).data ?? []
  // The list has the name of the bank.
  const isChosen = namesBank && banks.length > 0
  return (
    <>
      {fields.map(({ name, field }) =>
        name === 'bank_id' && isChosen ? (
          <Select
            key={name}
            label={t(($) => $.beneficiaries.bank)}
            withAsterisk
            searchable
            data={banks.map(({ code, name: bank }) => ({ value: code, label: `${code} ${bank}` }))}
            {...form.getInputProps(name)}
            value={values.bank_id || null}
            onChange={(code) =>
              form.setValues({ bank_id: code ?? '', bank_name: banks.find((bank) => bank.code === code)?.name ?? '' })
            }
          />
        ) : (
          <AccountFieldInput
            key={name}
            label={codeWord('accountFields', name)}
            field={field}
            value={values[name]}
            country={values.country}
            given={form.getInputProps(name)}
            {...(account && name === kept && { keeps: account[name] })}
          />
        ),
      )}
      {!isChosen && (
        <TextInput
          label={wireWord('columns', 'bank_name')}
          dir="auto"
          autoComplete="off"
          maxLength={140}
          {...form.getInputProps('bank_name')}
        />
      )}
      {!fields.some(({ name }) => name === 'phone_number') && (
        <TextInput
          label={codeWord('accountFields', 'holder_phone')}
          type="tel"
          dir="ltr"
          autoComplete="off"
          maxLength={31}
          {...form.getInputProps('phone_number')}
        />
      )}
    </>
  )
}

function Terms({ form }: Pick<AccountInputsProps, 'form'>): ReactNode {
  const { t } = useTranslation()
  return (
    <>
      <Select
        label={t(($) => $.remittanceAccounts.purpose)}
        withAsterisk
        allowDeselect={false}
        data={remittancePurposes.map((value) => ({ value, label: codeWord('remittancePurposes', value) }))}
        {...form.getInputProps('remittance_purpose')}
      />
      <Select
        label={t(($) => $.remittanceAccounts.source)}
        withAsterisk
        allowDeselect={false}
        data={remittanceSources.map((value) => ({ value, label: codeWord('remittanceSources', value) }))}
        {...form.getInputProps('remittance_source')}
      />
    </>
  )
}
