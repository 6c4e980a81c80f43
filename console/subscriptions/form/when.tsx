import { NativeSelect, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { periods } from '#contract/subscription-periods.ts'
import { environmentOf, useUser } from '#console/kit/auth/session.ts'
import { FormSection } from '#console/kit/form/form-screen.tsx'
import { MomentInput } from '#console/kit/form/moment-input.tsx'
import { RadioChoices } from '#console/kit/form/radio-choices.tsx'
import { isolatedLtr } from '#console/kit/i18n/bidi.ts'
import { codeWord } from '#console/kit/i18n/words.ts'
import { useTimeZone } from '#console/kit/routing/acting-for.tsx'
import type { FormProps } from './inputs.ts'

/** When it charges first, how often in all, and what becomes of a period that is not paid. */
export function When({ form }: FormProps): ReactNode {
  const { t } = useTranslation()
  const environment = environmentOf(useUser())
  const timeZone = useTimeZone()
  const { begins, ends } = form.values
  const units = environment === 'live' ? periods.filter((period) => period !== 'H') : periods
  return (
    <FormSection title={t(($) => $.subscriptionForm.when)}>
      <RadioChoices
        className="wide"
        label={t(($) => $.subscriptionForm.begins)}
        choices={(['now', 'trial', 'later'] as const).map((value) => ({
          value,
          label: t(($) => $.subscriptionForm.beginnings[value]),
        }))}
        {...form.getInputProps('begins')}
      />
      {begins === 'trial' && (
        <>
          <TextInput
            label={t(($) => $.subscriptionForm.trial)}
            inputMode="numeric"
            dir="ltr"
            autoComplete="off"
            {...form.getInputProps('trial_frequency')}
          />
          <NativeSelect
            label={t(($) => $.prices.period)}
            data={units.map((value) => ({ value, label: codeWord('periods', value) }))}
            {...form.getInputProps('trial_period')}
          />
        </>
      )}
      {begins === 'later' && (
        <MomentInput
          className="wide"
          label={t(($) => $.subscriptionForm.startedAt)}
          description={t(($) => $.invoiceForm.scheduledHint, { zone: isolatedLtr(timeZone) })}
          timeZone={timeZone}
          {...form.getInputProps('started_at')}
        />
      )}
      <RadioChoices
        className="wide"
        label={t(($) => $.subscriptionForm.ends)}
        choices={(['never', 'count'] as const).map((value) => ({
          value,
          label: t(($) => $.subscriptionForm.endings[value]),
        }))}
        {...form.getInputProps('ends')}
      />
      {ends === 'count' && (
        <TextInput
          className="wide"
          label={t(($) => $.subscriptionForm.count)}
          description={t(($) => $.subscriptionForm.countHint)}
          inputMode="numeric"
          dir="ltr"
          autoComplete="off"
          {...form.getInputProps('recurrance_count')}
        />
      )}
      <NativeSelect
        className="wide"
        label={t(($) => $.subscriptionForm.unpaid)}
        data={(['N', 'Y'] as const).map((value) => ({ value, label: t(($) => $.subscriptionForm.accumulate[value]) }))}
        {...form.getInputProps('allow_accumulate')}
      />
    </FormSection>
  )
}
