import { Textarea } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { forgiveSubscriptionCharge } from '#contract/subscription-changes.ts'
import type { ChargeRow } from '#contract/subscription-parts.ts'
import { FormDialogue } from '#console/kit/form/form-dialogue.tsx'
import { useCallForm } from '#console/kit/form/use-call-form.ts'
import { amountInText } from '#console/kit/i18n/amounts.ts'
import { useLanguage } from '#console/kit/i18n/words.ts'
import { ofSubscriptions } from '../calls.ts'
import type { ActDialogueProps } from '../subscription-acts.tsx'

/** Asks before a charge is let be for good. */
export default function Forgive({
  subscription,
  charge,
  onClose,
}: ActDialogueProps & { charge: ChargeRow }): ReactNode {
  const { t } = useTranslation()
  const language = useLanguage()
  const callForm = useCallForm(forgiveSubscriptionCharge, {
    initial: { reason: '' },
    path: { ref: subscription.order_ref },
    toBody: ({ reason }) => ({ charge_ref: charge.charge_ref, reason }),
    refreshes: ofSubscriptions,
    onDone: onClose,
  })
  const { form } = callForm
  return (
    <FormDialogue
      {...callForm}
      title={t(($) => $.subscriptions.forgiveTitle)}
      submit={t(($) => $.subscriptions.forgive)}
      danger
      onClose={onClose}
    >
      <p>{t(($) => $.subscriptions.forgiveText, { amount: amountInText(charge.to_pay, charge.currency, language) })}</p>
      <Textarea
        label={t(($) => $.subscriptions.cancelReason)}
        dir="auto"
        autosize
        minRows={2}
        maxLength={200}
        {...form.getInputProps('reason')}
      />
    </FormDialogue>
  )
}
