import { TextInput } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { createDeduction } from '#contract/subscription-deductions.ts'
import { environmentOf, useUser } from '#console/kit/auth/session.ts'
import { AmountInput, amountNumber } from '#console/kit/form/amount-input.tsx'
import { FormDialogue } from '#console/kit/form/form-dialogue.tsx'
import { useCallForm } from '#console/kit/form/use-call-form.ts'
import { amountInText } from '#console/kit/i18n/amounts.ts'
import { useLanguage } from '#console/kit/i18n/words.ts'
import { useActingFor } from '#console/kit/routing/acting-for.tsx'
import { ofSubscriptions } from '../calls.ts'
import type { ActDialogueProps } from '../subscription-acts.tsx'

/** Takes an amount from the customer of a subscription on demand. */
export default function Deduct({ subscription, onClose }: ActDialogueProps): ReactNode {
  const { t } = useTranslation()
  const language = useLanguage()
  const user = useUser()
  const merchant = useActingFor()
  const { currency, max_amount: most } = subscription
  const [reference] = useState(() => `DEDUCTION${Date.now()}`)
  const callForm = useCallForm(createDeduction, {
    initial: { amount: '', merchant_order_ref: reference, description: '' },
    toBody: ({ amount, ...values }) => ({
      ...values,
      amount: amountNumber(amount),
      currency,
      subscription_order_ref: subscription.order_ref,
      chaipay_key: merchant || user.iamportKey,
      environment: environmentOf(user),
      source: 'checkout',
    }),
    refreshes: ofSubscriptions,
    onDone: onClose,
  })
  const { form } = callForm
  return (
    <FormDialogue
      {...callForm}
      title={t(($) => $.subscriptions.deductTitle)}
      submit={t(($) => $.subscriptions.acts.deduct)}
      onClose={onClose}
    >
      <p>{t(($) => $.subscriptions.deductText)}</p>
      <AmountInput
        label={t(($) => $.linkForm.amount)}
        {...(most === null
          ? {}
          : { description: t(($) => $.subscriptions.deductMost, { amount: amountInText(most, currency, language) }) })}
        currency={currency}
        data-autofocus
        {...form.getInputProps('amount')}
      />
      <TextInput
        label={t(($) => $.linkForm.orderId)}
        description={t(($) => $.linkForm.orderIdHint)}
        dir="ltr"
        maxLength={100}
        {...form.getInputProps('merchant_order_ref')}
      />
      <TextInput
        label={t(($) => $.linkForm.description)}
        dir="auto"
        maxLength={500}
        {...form.getInputProps('description')}
      />
    </FormDialogue>
  )
}
