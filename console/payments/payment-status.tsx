import { Button } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { isManual } from '#contract/methods.ts'
import { paymentStates } from '#contract/payment-states.ts'
import { listPayments, readPayment, readWebhookData, setPaymentStatus, type Payment } from '#contract/payments.ts'
import { readRefunds } from '#contract/refunds.ts'
import { useLanguage } from '#console/kit/i18n/words.ts'
import { useActingFor } from '#console/kit/routing/acting-for.tsx'
import { environmentOf, useUser } from '#console/kit/auth/session.ts'
import { useCallForm } from '#console/kit/form/use-call-form.ts'
import { amountInText } from '#console/kit/details/values.tsx'
import { useDenied } from '#console/kit/routing/use-denied.ts'
import { WhyNot } from '#console/kit/routing/why-not.tsx'
import { ManualOutcomeDialogue, type WordValues } from './manual-outcome-dialogue.tsx'
import { isolatedLtr } from '#console/kit/i18n/bidi.ts'

/** The button by which users who may refund enter the outcome of a payment that no provider confirms. */
export function PaymentStatus({ payment }: { payment: Payment }): ReactNode {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  const may = useDenied('refund') === null
  const waits =
    isManual(payment.payment_method, payment.payment_sub_type) && paymentStates.can(payment.status, 'confirm')
  if (!waits) return null
  if (!may) return <WhyNot rule="refund" />
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t(($) => $.payments.setStatus)}</Button>
      {open && <StatusForm payment={payment} onClose={() => setOpen(false)} />}
    </>
  )
}

function StatusForm({ payment, onClose }: { payment: Payment; onClose: () => void }): ReactNode {
  const { t } = useTranslation()
  const language = useLanguage()
  const user = useUser()
  const actingFor = useActingFor()
  const initial: WordValues = { status: 'Success', reason: '' }
  const { form, onSubmit, pending, failure } = useCallForm(setPaymentStatus, {
    initial,
    toBody: (values) => ({
      ...values,
      merchant_order_ref: payment.merchant_order_ref,
      chaipay_key: actingFor || user.iamportKey,
      environment: environmentOf(user),
    }),
    refreshes: [readPayment, readRefunds, readWebhookData, listPayments],
    onDone: onClose,
  })
  const amount = amountInText(payment.amount, payment.currency, language)
  const order = isolatedLtr(payment.merchant_order_ref)
  return (
    <ManualOutcomeDialogue
      title={t(($) => $.payments.statusTitle)}
      text={t(($) => $.payments.statusText, { amount, order })}
      choices={[
        { value: 'Success', label: t(($) => $.payments.statusPaid) },
        { value: 'Failed', label: t(($) => $.payments.statusFailed) },
      ]}
      {...{ form, onSubmit, pending, failure, onClose }}
    />
  )
}
