import { Radio } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { pauseSubscription } from '#contract/subscription-changes.ts'
import { FormDialogue } from '#console/kit/form/form-dialogue.tsx'
import { MomentInput } from '#console/kit/form/moment-input.tsx'
import '#console/kit/form/radio-styles.ts'
import { useCallForm } from '#console/kit/form/use-call-form.ts'
import { isolatedLtr } from '#console/kit/i18n/bidi.ts'
import { ofSubscriptions } from '../calls.ts'
import type { ActDialogueProps } from '../subscription-acts.tsx'
import styles from '../subscriptions.module.css'

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
      <Radio.Group label={t(($) => $.subscriptions.pauseEnds)} {...form.getInputProps('ends')}>
        <div className={styles['choices']}>
          <Radio value="resumed" label={t(($) => $.subscriptions.pauseUntilResumed)} />
          <Radio value="date" label={t(($) => $.subscriptions.pauseUntilDate)} />
        </div>
      </Radio.Group>
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
