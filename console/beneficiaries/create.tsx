import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { createBeneficiary, listBeneficiaries, listBeneficiaryAccounts } from '#contract/beneficiaries.ts'
import { environmentOf, useUser } from '#console/kit/auth/session.ts'
import { FormScreen, FormSection } from '#console/kit/form/form-screen.tsx'
import { useCallForm } from '#console/kit/form/use-call-form.ts'
import { useActingFor } from '#console/kit/routing/acting-for.tsx'
import { useGo } from '#console/kit/routing/screen-link.tsx'
import { useLanguage } from '#console/kit/i18n/words.ts'
import { NeedsFactor } from '#console/kit/auth/needs-factor.tsx'
import { AccountInputs } from './account-inputs.tsx'
import { accountBody, accountErrors, emptyAccount, type AccountValues } from './account-values.ts'
import { HolderCheck } from './holder-check.tsx'
import { PersonInputs, type PersonValues } from './person-inputs.tsx'

type Values = PersonValues & { accounts: AccountValues[] }

/** The form of a new beneficiary with an account. */
export default function CreateBeneficiary(): ReactNode {
  const { t } = useTranslation()
  const user = useUser()
  const go = useGo()
  const merchant = useActingFor()
  const { form, onSubmit, pending, failure } = useCallForm(createBeneficiary, {
    initial: initialOf(useLanguage()),
    toBody: ({ accounts, ...person }: Values) => ({
      ...person,
      environment: environmentOf(user),
      accounts: accounts.map((account) => ({ ...withoutEmpty(accountBody(account)), name_reason: account.name_reason })),
    }),
    check: ({ accounts, country }) => [
      ...(country ? [] : [{ path: 'country', reason: 'required', text: '' }]),
      ...accounts.flatMap((account, at) => accountErrors(account, `accounts.${at}.`)),
    ],
    refreshes: [listBeneficiaries, listBeneficiaryAccounts],
    onDone: ({ answer }) =>
      void go({
        to: 'updateBeneficiary',
        search: { ref: answer.beneficiary_uuid, ...(merchant ? { merchant } : {}) },
      }),
  })
  const account = form.values.accounts[0] as AccountValues
  return (
    <FormScreen
      name="createBeneficiary"
      back="beneficiaries"
      rule="payoutMakers"
      submit={t(($) => $.beneficiaries.createSubmit)}
      {...{ onSubmit, pending, failure }}
      head={<NeedsFactor />}
    >
      <FormSection title={t(($) => $.beneficiaries.person)}>
        <PersonInputs
          form={form}
          onCountry={(country) => account.country === '' && form.setFieldValue('accounts.0', emptyAccount(country))}
        />
      </FormSection>
      <FormSection title={t(($) => $.beneficiaries.account)}>
        <AccountInputs
          values={account}
          propsOf={(path) => form.getInputProps(`accounts.0.${path}`)}
          onChange={(values) => form.setFieldValue('accounts.0', values)}
        />
        {account.country && <HolderCheck values={account} reason={form.getInputProps('accounts.0.name_reason')} />}
      </FormSection>
    </FormScreen>
  )
} // prettier-ignore

const initialOf = (language: Values['language']): Values => ({
  name: '',
  email: '',
  phone: '',
  address: '',
  country: '',
  language,
  fee_payer: 'SENDER',
  accounts: [emptyAccount('')],
})

/** An account without its empty texts; a list keeps its objects as they are. */
function withoutEmpty({ fields, ...account }: ReturnType<typeof accountBody>) {
  const filled = (of: object) => Object.fromEntries(Object.entries(of).filter(([, value]) => value !== ''))
  return { ...filled(account), fields: filled(fields) }
}
