import { Switch, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { addMerchant, listMerchantInvites, listSubMerchantsPaginated } from '#contract/master-merchants.ts'
import { listMerchantChoices } from '#contract/merchants.ts'
import { CountrySelect } from '#console/kit/form/choice-inputs.tsx'
import { FormScreen, FormSection } from '#console/kit/form/form-screen.tsx'
import { useGo } from '#console/kit/routing/screen-link.tsx'
import { useCallForm } from '#console/kit/form/use-call-form.ts'
import styles from './master-merchants.module.css'

/** The form of a merchant that the master owns. It is added at once, and has a login only if wanted. */
export function AddOwned({ choice }: { choice: ReactNode }): ReactNode {
  const { t } = useTranslation()
  const go = useGo()
  const { form, onSubmit, pending, failure } = useCallForm(addMerchant, {
    initial: {
      name: '',
      email_address: '',
      ph_number: '',
      country: '',
      use_master_merchant_creds: true,
      is_login_allowed: false,
      send_kyc_link_email: true,
    },
    toBody: (values) => values,
    refreshes: [listSubMerchantsPaginated, listMerchantInvites, listMerchantChoices],
    onDone: ({ answer }) => void go({ to: 'subMerchant', search: { sub: answer.key } }),
  })
  const text = { required: true, withAsterisk: false, autoComplete: 'off' } as const
  return (
    <FormScreen
      name="addMerchant"
      back="masterMerchants"
      submit={t(($) => $.masters.add)}
      {...{ onSubmit, pending, failure }}
    >
      {choice}
      <p className={styles['hint']}>{t(($) => $.masters.ownedHint)}</p>
      <FormSection title={t(($) => $.masters.business)}>
        <TextInput
          label={t(($) => $.settings.name)}
          dir="auto"
          maxLength={120}
          {...text}
          {...form.getInputProps('name')}
        />
        <CountrySelect
          label={t(($) => $.settings.country)}
          description={t(($) => $.masters.countryHint)}
          {...form.getInputProps('country')}
        />
        <TextInput
          label={t(($) => $.settings.email)}
          type="email"
          dir="ltr"
          {...text}
          {...form.getInputProps('email_address')}
        />
        <TextInput
          label={t(($) => $.linkForm.phone)}
          type="tel"
          dir="ltr"
          autoComplete="off"
          {...form.getInputProps('ph_number')}
        />
      </FormSection>
      <FormSection title={t(($) => $.settings.rules)}>
        {(['use_master_merchant_creds', 'send_kyc_link_email', 'is_login_allowed'] as const).map((name) => (
          <div key={name} className="wide">
            <Switch
              label={t(($) => $.masters.rules[name].title)}
              description={t(($) => $.masters.rules[name].hint)}
              {...form.getInputProps(name, { type: 'checkbox' })}
            />
          </div>
        ))}
      </FormSection>
    </FormScreen>
  )
}
