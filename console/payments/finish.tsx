import { Button } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import {
  capturePayment,
  listPayments,
  readPayment,
  readWebhookData,
  voidPayment,
  type Payment,
} from '#contract/payments.ts'
import { useAction } from '#console/kit/api/use-call.ts'
import { amountInText } from '#console/kit/details/values.tsx'
import { FormFailure } from '#console/kit/form/form-screen.tsx'
import { isolatedLtr } from '#console/kit/i18n/bidi.ts'
import { useLanguage } from '#console/kit/i18n/words.ts'
import { Offered } from '#console/kit/routing/why-not.tsx'
import { Confirm } from '#console/kit/ui/confirm.tsx'

type Finish = 'capture' | 'void'
const calls = { capture: capturePayment, void: voidPayment }

/** The two ends of a payment that is only authorised, each with a confirmation; once one was chosen, what it waits for. */
export function FinishPayment({ payment }: { payment: Payment }): ReactNode {
  const { t } = useTranslation()
  const [asking, setAsking] = useState<Finish | null>(null)
  if (payment.status !== 'Authorized') return null
  if (payment.finish) return <span>{t(($) => $.finishPayment.waits[payment.finish || 'capture'])}</span>
  return (
    <Offered rule="refund">
      <Button variant="default" onClick={() => setAsking('void')}>
        {t(($) => $.finishPayment.void)}
      </Button>
      <Button onClick={() => setAsking('capture')}>{t(($) => $.finishPayment.capture)}</Button>
      {asking && <Ask finish={asking} payment={payment} onClose={() => setAsking(null)} />}
    </Offered>
  )
}

function Ask({ finish, payment, onClose }: { finish: Finish; payment: Payment; onClose: () => void }): ReactNode {
  const { t } = useTranslation()
  const language = useLanguage()
  const { act, pending, error } = useAction(calls[finish], { refreshes: [readPayment, readWebhookData, listPayments] })
  const words = {
    amount: amountInText(payment.amount, payment.currency, language),
    order: isolatedLtr(payment.merchant_order_ref),
  }
  const confirm = async () => {
    const outcome = await act({ path: { order_ref: payment.order_ref }, body: {} })
    if (outcome.ok) onClose()
  }
  const danger = finish === 'void'
  return (
    <Confirm
      title={t(($) => $.finishPayment[danger ? 'voidTitle' : 'captureTitle'], words)}
      confirm={t(($) => $.finishPayment[danger ? 'voidNow' : 'captureNow'], words)}
      danger={danger}
      pending={pending}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      <p>{t(($) => $.finishPayment[danger ? 'voidText' : 'captureText'], words)}</p>
      {error && <FormFailure error={error} />}
    </Confirm>
  )
}
