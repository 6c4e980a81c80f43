import { Button, Modal, Textarea } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { acceptHeldPayment, refundHeldPayment } from '#contract/held-payments.ts'
import { limits } from '#contract/limits.ts'
import { listPayments, readPayment, readWebhookData, type Payment } from '#contract/payments.ts'
import { readRefunds } from '#contract/refunds.ts'
import { amountInText } from '#console/kit/details/values.tsx'
import { FormFailure } from '#console/kit/form/form-screen.tsx'
import { useCallForm } from '#console/kit/form/use-call-form.ts'
import { isolated, isolatedLtr } from '#console/kit/i18n/bidi.ts'
import { useLanguage } from '#console/kit/i18n/words.ts'
import { ScreenLink } from '#console/kit/routing/screen-link.tsx'
import { Offered } from '#console/kit/routing/why-not.tsx'
import dialogue from '#console/kit/ui/dialogue.module.css'
import { useReturnFocus } from '#console/kit/ui/use-return-focus.ts'
import styles from './payments.module.css'

type Held = NonNullable<Payment['held']>
type Decision = 'accept' | 'refund'
const calls = { accept: acceptHeldPayment, refund: refundHeldPayment }

/** The two decisions about late money on hold, each asked for with its amounts and a reason. */
export function HeldMoney({ payment, held }: { payment: Payment; held: Held }): ReactNode {
  const { t } = useTranslation()
  const [asking, setAsking] = useState<Decision | null>(null)
  return (
    <div className={styles['decide']}>
      <Offered rule="refund">
        {held.acceptable && (
          <Button size="xs" onClick={() => setAsking('accept')}>
            {t(($) => $.heldPayment.accept)}
          </Button>
        )}
        <Button size="xs" variant="default" onClick={() => setAsking('refund')}>
          {t(($) => $.heldPayment.refund)}
        </Button>
      </Offered>
      <ScreenLink to="payments" search={{ late: 'held' }}>
        {t(($) => $.heldPayment.all)}
      </ScreenLink>
      {!held.acceptable && <span>{t(($) => $.heldPayment.refundUnderWay)}</span>}
      {asking && <Dialogue decision={asking} {...{ payment, held }} onClose={() => setAsking(null)} />}
    </div>
  )
}

interface DialogueProps {
  decision: Decision
  payment: Payment
  held: Held
  onClose: () => void
}

function Dialogue({ decision, payment, held, onClose }: DialogueProps): ReactNode {
  const { t } = useTranslation()
  const language = useLanguage()
  useReturnFocus()
  const { currency, order_ref, merchant_order_ref, shopper_name, shopper_email } = payment
  const money = (value: number) => amountInText(value, currency, language)
  const shown = decision === 'accept' ? { net: held.net } : { amount: held.amount }
  const { form, onSubmit, pending, failure } = useCallForm(calls[decision], {
    initial: { reason: '' },
    path: { order_ref },
    toBody: ({ reason }) => ({ ...shown, currency, reason }),
    refreshes: [readPayment, readRefunds, readWebhookData, listPayments],
    onDone: onClose,
  })
  const words = {
    amount: money(held.amount),
    fee: money(held.fee),
    tax: money(held.fee_tax),
    net: money(held.net),
    shopper: isolated(shopper_name || shopper_email || t(($) => $.refunds.theShopper)),
    order: isolatedLtr(merchant_order_ref),
  }
  const text = decision === 'refund' ? 'refundText' : held.fee_tax > 0 ? 'acceptText' : 'acceptTextNoTax'
  return (
    <Modal
      opened
      onClose={onClose}
      title={t(($) => $.heldPayment[decision === 'accept' ? 'acceptTitle' : 'refundTitle'], words)}
      closeButtonProps={{ 'aria-label': t(($) => $.confirm.close) }}
    >
      <form noValidate className={dialogue['body']} onSubmit={onSubmit}>
        <p>{t(($) => $.heldPayment[text], words)}</p>
        <Textarea
          label={t(($) => $.refunds.reason)}
          description={t(($) => $.heldPayment.reasonHint)}
          dir="auto"
          autosize
          minRows={2}
          maxLength={decision === 'accept' ? limits.evidenceLength : limits.refundNoteLength}
          required
          {...form.getInputProps('reason')}
        />
        {failure && <FormFailure error={failure} />}
        <div className={dialogue['buttons']}>
          <Button variant="default" onClick={onClose}>
            {t(($) => $.confirm.cancel)}
          </Button>
          <Button type="submit" loading={pending} {...(decision === 'refund' ? { color: 'red.8' } : {})}>
            {t(($) => $.heldPayment[decision === 'accept' ? 'acceptNow' : 'refundNow'], words)}
          </Button>
        </div>
      </form>
    </Modal>
  )
}
