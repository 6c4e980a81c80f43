import { Radio, Stack, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { inviteMerchant, listMerchantInvites } from '#contract/master-merchants.ts'
import { limits } from '#contract/limits.ts'
import { FormScreen, FormSection } from '#console/kit/form/form-screen.tsx'
import '#console/kit/form/radio-styles.ts'
import { useGo } from '#console/kit/routing/screen-link.tsx'
import { useCallForm } from '#console/kit/form/use-call-form.ts'
import styles from './master-merchants.module.css'

type Values = { email: string; merchant_type: 'MANAGED' | 'CROSS_BORDER' }

/** The form that invites a managed merchant by mail. */
export function InviteForm({ choice }: { choice: ReactNode }): ReactNode {
  const { t } = useTranslation()
  const go = useGo()
  const { form, onSubmit, pending, failure } = useCallForm(inviteMerchant, {
    initial: { email: '', merchant_type: 'MANAGED' } as Values,
    toBody: (values) => values,
    refreshes: [listMerchantInvites],
    onDone: () => void go({ to: 'masterMerchants', search: { tab: 'invites' } }),
  })
  return (
    <FormScreen
      name="addMerchant"
      back="masterMerchants"
      backSearch={{ tab: 'invites' }}
      submit={t(($) => $.masters.invite)}
      {...{ onSubmit, pending, failure }}
    >
      {choice}
      <p className={styles['hint']}>{t(($) => $.masters.inviteHint, { days: limits.inviteLinkDays })}</p>
      <FormSection title={t(($) => $.masters.whom)}>
        <TextInput
          label={t(($) => $.settings.email)}
          type="email"
          dir="ltr"
          autoComplete="off"
          required
          withAsterisk={false}
          {...form.getInputProps('email')}
        />
        <div className="wide">
          <Radio.Group label={t(($) => $.settings.kind)} {...form.getInputProps('merchant_type')}>
            <Stack gap="xs" mt="xs">
              {(['MANAGED', 'CROSS_BORDER'] as const).map((type) => (
                <Radio
                  key={type}
                  value={type}
                  label={t(($) => $.merchantTypes[type])}
                  description={t(($) => $.masters.typeHints[type])}
                />
              ))}
            </Stack>
          </Radio.Group>
        </div>
      </FormSection>
    </FormScreen>
  )
}
