import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { listPayments, readPayment, readWebhookData } from '#contract/payments.ts'
import { readRefunds, setRefundStatus, type Refund } from '#contract/refunds.ts'
import { useLanguage } from '#console/kit/i18n/words.ts'
import { useActingFor } from '#console/kit/routing/acting-for.tsx'
import { environmentOf, useUser } from '#console/kit/auth/session.ts'
import { useCallForm } from '#console/kit/form/use-call-form.ts'
import { amountInText } from '#console/kit/details/values.tsx'
import { ManualOutcomeDialogue, type WordValues } from './manual-outcome-dialogue.tsx'

/** The dialogue for the outcome of a manual refund. */
export function RefundStatus({ refund, onClose }: { refund: Refund; onClose: () => void }): ReactNode {
  const { t } = useTranslation()
  const language = useLanguage()
  const user = useUser()
  const actingFor = useActingFor()
  const initial: WordValues = { status: 'SUCCESS', reason: '' }
  const { form, onSubmit, pending, failure } = useCallForm(setRefundStatus, {
    initial,
    toBody: (values) => ({
      ...values,
      refund_id: refund.refund_id,
      chaipay_key: actingFor || user.iamportKey,
      environment: environmentOf(user),
    }),
    refreshes: [readRefunds, readPayment, readWebhookData, listPayments],
    onDone: onClose,
  })
  const amount = amountInText(refund.amount, refund.currency, language)
  return (
    <ManualOutcomeDialogue
      title={t(($) => $.refunds.statusTitle, { amount })}
      text={t(($) => $.refunds.statusText)}
      choices={[
        { value: 'SUCCESS', label: t(($) => $.refunds.statusDone) },
        { value: 'FAIL', label: t(($) => $.refunds.statusFailed) },
      ]}
      {...{ form, onSubmit, pending, failure, onClose }}
    />
  )
}
