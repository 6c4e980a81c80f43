import { NativeSelect, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { limits } from '#contract/limits.ts'
import { listTestClocks } from '#contract/test-clocks.ts'
import { useCall } from '#console/kit/api/use-call.ts'
import { environmentOf, useUser } from '#console/kit/auth/session.ts'
import { timeWords } from '#console/kit/details/values.tsx'
import { FormSection } from '#console/kit/form/form-screen.tsx'
import { MomentInput } from '#console/kit/form/moment-input.tsx'
import { isolated } from '#console/kit/i18n/bidi.ts'
import { useLanguage } from '#console/kit/i18n/words.ts'
import { useTimeZone } from '#console/kit/routing/acting-for.tsx'
import type { FormProps } from './inputs.ts'

/** The link, its addresses, and in the sandbox the clock that it goes by. */
export function Rest({ form }: FormProps): ReactNode {
  const { t } = useTranslation()
  const timeZone = useTimeZone()
  const environment = environmentOf(useUser())
  return (
    <>
      {environment === 'sandbox' && <Clock form={form} />}
      <FormSection title={t(($) => $.subscriptionForm.link)} folded>
        <TextInput
          className="wide"
          label={t(($) => $.linkForm.orderId)}
          description={t(($) => $.linkForm.orderIdHint)}
          dir="ltr"
          maxLength={100}
          {...form.getInputProps('merchant_order_ref')}
        />
        <MomentInput
          className="wide"
          label={t(($) => $.subscriptionForm.expires)}
          description={t(($) => $.subscriptionForm.expiresHint, { days: limits.subscriptionLinkDays })}
          timeZone={timeZone}
          {...form.getInputProps('expiry_date')}
        />
        {(['success_url', 'failure_url'] as const).map((name) => (
          <TextInput
            key={name}
            className="wide"
            type="url"
            dir="ltr"
            label={t(($) => $.linkForm.urls[name])}
            placeholder="https://"
            {...form.getInputProps(name)}
          />
        ))}
      </FormSection>
    </>
  )
}

function Clock({ form }: FormProps): ReactNode {
  const { t } = useTranslation()
  const language = useLanguage()
  const timeZone = useTimeZone()
  const clocks = useCall(listTestClocks, { query: {} })
  return (
    <FormSection title={t(($) => $.subscriptionForm.clock)} folded={form.values.test_clock === ''}>
      <NativeSelect
        className="wide"
        label={t(($) => $.subscriptionForm.clock)}
        description={t(($) => $.subscriptionForm.clockHint)}
        data={[
          { value: '', label: t(($) => $.subscriptionForm.realTime) },
          ...(clocks.data ?? []).map(({ clock_ref: value, name, time }) => ({
            value,
            label: `${isolated(name)} · ${timeWords(time, { language, timeZone, zoned: true })}`,
          })),
        ]}
        {...form.getInputProps('test_clock')}
      />
    </FormSection>
  )
}
