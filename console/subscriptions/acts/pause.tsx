import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { pauseSubscription } from '#contract/subscription-changes.ts'
import { FormDialogue } from '#console/kit/form/form-dialogue.tsx'
import { MomentInput } from '#console/kit/form/moment-input.tsx'
import { RadioChoices } from '#console/kit/form/radio-choices.tsx'
import { useCallForm } from '#console/kit/form/use-call-form.ts'
import { isolatedLtr } from '#console/kit/i18n/bidi.ts'
import { ofSubscriptions } from '../calls.ts'
import type { ActDialogueProps } from '../subscription-acts.tsx'

/** Asks how long a subscription is paused. */
export default function PauseSubscription({ subscription, onClose }: ActDialogueProps): ReactNode {
  const { t } = useTranslation()
  const { time_zone: timeZone } = subscription
  const callForm = useCallForm(pauseSubscription, {
    initial: { ends: 'resumed' as 'resumed' | 'date', until: '' },
    path: { ref: subscription.order_ref },
    toBody: ({ ends, until }) => (ends === 'date' ? { until } : {}),
    check: ({ ends, until }) => (ends === 'date' && !until ? [{ path: 'until', reason: 'required', text: '' }] : []),
    refreshes: ofSubscriptions,
    onDone: onClose,
  })
  const { form } = callForm
  return (
    <FormDialogue
      {...callForm}
      title={t(($) => $.subscriptions.pauseTitle)}
      submit={t(($) => $.subscriptions.acts.pause)}
      onClose={onClose}
    >
      <p>{t(($) => $.subscriptions.pauseText)}</p>
      <RadioChoices
        label={t(($) => $.subscriptions.pauseEnds)}
        choices={[
          { value: 'resumed', label: t(($) => $.subscriptions.pauseUntilResumed) },
          { value: 'date', label: t(($) => $.subscriptions.pauseUntilDate) },
        ]}
        {...form.getInputProps('ends')}
      />
      {form.values.ends === 'date' && (
        <MomentInput
          label={t(($) => $.subscriptions.pauseUntil)}
          description={t(($) => $.invoiceForm.scheduledHint, { zone: isolatedLtr(timeZone) })}
          timeZone={timeZone}
          {...form.getInputProps('until')}
        />
      )}
    </FormDialogue>
  )
}
