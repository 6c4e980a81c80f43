import { Textarea } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { cancelSubscription } from '#contract/subscriptions.ts'
import { dateLocale } from '#i18n/languages.ts'
import { FormDialogue } from '#console/kit/form/form-dialogue.tsx'
import { RadioChoices } from '#console/kit/form/radio-choices.tsx'
import { useCallForm } from '#console/kit/form/use-call-form.ts'
import { isolated } from '#console/kit/i18n/bidi.ts'
import { useLanguage } from '#console/kit/i18n/words.ts'
import { runningUntil } from '../acts-on.ts'
import { ofSubscriptions } from '../calls.ts'
import { dayIn } from '../standing-words.ts'
import type { ActDialogueProps } from '../subscription-acts.tsx'

/** Asks when a subscription ends: at once, or with the period that is paid. */
export default function CancelSubscription({ subscription, onClose }: ActDialogueProps): ReactNode {
  const { t } = useTranslation()
  const language = useLanguage()
  const end = runningUntil(subscription, new Date())
  const mayWait = end !== null && !subscription.cancels_at_period_end
  const callForm = useCallForm(cancelSubscription, {
    initial: { at: 'now' as 'now' | 'period_end', reason: '' },
    path: { ref: subscription.order_ref },
    toBody: ({ at, reason }) => ({ at, reason }),
    refreshes: ofSubscriptions,
    onDone: onClose,
  })
  const { form } = callForm
  return (
    <FormDialogue
      {...callForm}
      title={t(($) => $.subscriptions.cancelTitle)}
      submit={t(($) => $.subscriptions.acts.cancel)}
      keep={t(($) => $.subscriptions.cancelKeep)}
      danger
      onClose={onClose}
    >
      {mayWait ? (
        <RadioChoices
          label={t(($) => $.subscriptions.cancelWhen)}
          choices={[
            {
              value: 'now',
              label: t(($) => $.subscriptions.cancelNow),
              description: t(($) => $.subscriptions.cancelNowText),
            },
            {
              value: 'period_end',
              label: t(($) => $.subscriptions.cancelAtEnd, { date: isolated(dayIn(end, { timeZone: subscription.time_zone, locale: dateLocale(language), now: new Date() })) }),
              description: t(($) => $.subscriptions.cancelAtEndText),
            },
          ]}
          {...form.getInputProps('at')}
        />
      ) : (
        <p>{t(($) => (subscription.status === 'created' ? $.subscriptions.cancelCreated : $.subscriptions.cancelNowText))}</p>
      )}
      <Textarea
        label={t(($) => $.subscriptions.cancelReason)}
        description={t(($) => $.subscriptions.cancelReasonHint)}
        dir="auto"
        autosize
        minRows={2}
        maxLength={200}
        {...form.getInputProps('reason')}
      />
    </FormDialogue>
  )
} // prettier-ignore
