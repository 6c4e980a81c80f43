import { Checkbox, Textarea, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { limits } from '#contract/limits.ts'
import { feePayers } from '#contract/payout-states.ts'
import { currencyOf, useUser } from '#console/kit/auth/session.ts'
import { AmountInput } from '#console/kit/form/amount-input.tsx'
import { FormSection } from '#console/kit/form/form-screen.tsx'
import { MomentInput } from '#console/kit/form/moment-input.tsx'
import { RadioChoices } from '#console/kit/form/radio-choices.tsx'
import { isolatedLtr } from '#console/kit/i18n/bidi.ts'
import { codeWord } from '#console/kit/i18n/words.ts'
import { useTimeZone } from '#console/kit/routing/acting-for.tsx'
import { AccountSelect } from './account-select.tsx'
import { BeneficiarySelect } from './beneficiary-select.tsx'
import type { FormProps } from './form-props.ts'
import { OneOff } from './one-off.tsx'

/** The fields of a payout. */
export function PayoutInputs({ form }: FormProps): ReactNode {
  const { t } = useTranslation()
  const own = currencyOf(useUser())
  const timeZone = useTimeZone()
  const { currency, to, when, send_email: byEmail, send_sms: bySms } = form.values
  return (
    <>
      <FormSection title={t(($) => $.payoutForm.from)}>
        <AccountSelect form={form} />
      </FormSection>
      <FormSection title={t(($) => $.payoutForm.to)}>
        <RadioChoices
          className="wide"
          label={t(($) => $.payoutForm.who)}
          choices={(['beneficiary', 'once'] as const).map((value) => ({ value, label: t(($) => $.payoutForm.whos[value]) }))}
          {...form.getInputProps('to')}
        />
        {to === 'beneficiary' ? <BeneficiarySelect form={form} /> : <OneOff form={form} />}
      </FormSection>
      <FormSection title={t(($) => $.payouts.money)}>
        <AmountInput
          label={t(($) => $.payoutForm.amount)}
          withAsterisk
          currency={currency || own}
          {...form.getInputProps('amount')}
        />
        <TextInput
          label={t(($) => $.payoutForm.reference)}
          description={t(($) => $.payoutForm.referenceHint)}
          dir="ltr"
          autoComplete="off"
          maxLength={64}
          {...form.getInputProps('txn_ref')}
        />
        <RadioChoices
          className="wide"
          label={t(($) => $.payoutForm.feePayer)}
          choices={feePayers.map((value) => ({ value, label: codeWord('feePayers', value), description: t(($) => $.payoutForm.feePayers[value]) }))}
          {...form.getInputProps('fee_payer')}
        />
        <TextInput
          className="wide"
          label={t(($) => $.payoutForm.remarks)}
          description={t(($) => $.payoutForm.remarksHint)}
          dir="auto"
          maxLength={limits.payoutRemarksLength}
          {...form.getInputProps('remarks')}
        />
        <TextInput className="wide" label={t(($) => $.payoutForm.purpose)} dir="auto" maxLength={140} {...form.getInputProps('purpose')} />
      </FormSection>
      <FormSection title={t(($) => $.payoutForm.when)}>
        <RadioChoices
          className="wide"
          label={t(($) => $.payoutForm.leaves)}
          choices={(['now', 'later'] as const).map((value) => ({ value, label: t(($) => $.payoutForm.whens[value]) }))}
          {...form.getInputProps('when')}
        />
        {when === 'later' && (
          <MomentInput
            className="wide"
            label={t(($) => $.payoutForm.scheduled)}
            description={t(($) => $.invoiceForm.scheduledHint, { zone: isolatedLtr(timeZone) })}
            withAsterisk
            timeZone={timeZone}
            {...form.getInputProps('trigger_time')}
          />
        )}
      </FormSection>
      <FormSection title={t(($) => $.payouts.advice)} folded={!byEmail && !bySms}>
        <Checkbox className="wide" label={t(($) => $.payoutForm.tellByEmail)} {...form.getInputProps('send_email', { type: 'checkbox' })} />
        {byEmail && (
          <TextInput
            className="wide"
            label={t(($) => $.payoutForm.recipients)}
            description={t(($) => $.payoutForm.recipientsHint, { count: limits.payoutRecipients })}
            dir="ltr"
            {...form.getInputProps('recipient_emails')}
          />
        )}
        <Checkbox className="wide" label={t(($) => $.payoutForm.tellBySms)} {...form.getInputProps('send_sms', { type: 'checkbox' })} />
        {(byEmail || bySms) && (
          <Textarea
            className="wide"
            label={t(($) => $.payouts.message)}
            dir="auto"
            autosize
            minRows={2}
            maxLength={limits.payoutMessageLength}
            {...form.getInputProps('user_message')}
          />
        )}
      </FormSection>
    </>
  )
} // prettier-ignore
