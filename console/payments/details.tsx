import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { remainder } from '#contract/kit/money.ts'
import { readPayment, type Payment } from '#contract/payments.ts'
import { ActingFor } from '#console/kit/routing/acting-for.tsx'
import detail from '#console/kit/details/detail.module.css'
import { Section, Timeline } from '#console/kit/details/detail.tsx'
import { History } from '#console/kit/details/history.tsx'
import { Unanswered } from '#console/kit/list/unanswered.tsx'
import { Missing } from '#console/kit/details/missing.tsx'
import { Screen } from '#console/kit/routing/screen.tsx'
import { useDenied } from '#console/kit/routing/use-denied.ts'
import { useOpenActs } from '#console/kit/shell/open-acts.ts'
import { copyText } from '#console/kit/ui/copy-text.ts'
import { useGo, useScreenSearch } from '#console/kit/routing/screen-link.tsx'
import { useCall } from '#console/kit/api/use-call.ts'
import { Attempts } from './attempts.tsx'
import { Breakdown } from './breakdown.tsx'
import { PaymentFacts } from './facts.tsx'
import { FinishPayment } from './finish.tsx'
import { PaymentHead } from './head.tsx'
import { MethodFacts } from './method-facts.tsx'
import { Outcome } from './outcome.tsx'
import { PaymentStatus } from './payment-status.tsx'
import { Postings } from '#console/kit/details/postings.tsx'
import { Refunds } from './refunds.tsx'
import { Shopper } from './shopper.tsx'
import { Sent } from './sent.tsx'
import { useWhose } from './use-whose.ts'
import { Slips } from './slips.tsx'

/** One payment: first who, what, how and state; then its money; at last the records of it. */
export default function PaymentDetails(): ReactNode {
  const { order_ref = '', merchant = '' } = useScreenSearch('paymentDetails')
  return (
    <ActingFor merchant={merchant}>
      <Read orderRef={order_ref} />
    </ActingFor>
  )
}

function Read({ orderRef: order_ref }: { orderRef: string }): ReactNode {
  const payment = useCall(readPayment, { body: { order_ref } }, { enabled: order_ref !== '' })
  if (payment.data) return <Details payment={payment.data} />
  return (
    <Screen name="paymentDetails" back="payments">
      <Unanswered query={payment} lines={10} missing={<Missing what="payment" />} absent={order_ref === ''} />
    </Screen>
  )
}

function Details({ payment }: { payment: Payment }): ReactNode {
  const { t } = useTranslation()
  const success = payment.status === 'Success'
  const go = useGo()
  const whose = useWhose()
  const mayRefund = useDenied('refund') === null
  const left = remainder(payment.currency, payment.amount, payment.refunded, payment.refunding)
  useOpenActs([
    ...(success && mayRefund && left > 0
      ? [
          {
            id: 'refund',
            title: t(($) => $.palette.refundThis),
            icon: 'undo',
            run: () => void go({ to: 'refund', search: { order_ref: payment.order_ref, ...whose } }),
          } as const,
        ]
      : []),
    {
      id: 'copy',
      title: t(($) => $.palette.copyReference),
      icon: 'copy',
      run: () => void copyText(payment.order_ref),
    },
  ])
  return (
    <Screen
      name="paymentDetails"
      back="payments"
      actions={
        <>
          <PaymentStatus payment={payment} />
          <FinishPayment payment={payment} />
        </>
      }
    >
      <PaymentHead payment={payment} />
      <Outcome payment={payment} />
      <div className={detail['page']}>
        <div className={detail['main']}>
          {success && <Refunds payment={payment} />}
          {success && (
            <Section title={t(($) => $.paymentPage.breakdown)}>
              <Breakdown payment={payment} />
            </Section>
          )}
          <Section title={t(($) => $.payments.facts)}>
            <PaymentFacts payment={payment} />
          </Section>
          {payment.direct_bank_transfer_details.payment_slip.length > 0 && (
            <Section title={t(($) => $.paymentMethod.slips)}>
              <Slips payment={payment} />
            </Section>
          )}
          <Attempts payment={payment} />
        </div>
        <div className={detail['side']}>
          <Section title={t(($) => $.payments.shopper)}>
            <Shopper payment={payment} />
          </Section>
          <Section title={t(($) => $.paymentMethod.title)}>
            <MethodFacts payment={payment} />
          </Section>
          <Section title={t(($) => $.detail.timeline)}>
            <Timeline entries={payment.timeline} />
          </Section>
        </div>
        <div className={detail['records']}>
          <Sent orderRef={payment.order_ref} />
          <Section title={t(($) => $.payments.postings)} folded>
            <Postings postings={payment.postings} />
          </Section>
          <History object="payment" objectRef={payment.order_ref} />
        </div>
      </div>
    </Screen>
  )
}
