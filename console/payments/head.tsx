import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Payment } from '#contract/payments.ts'
import { ObjectHead, Who } from '#console/kit/details/object-head.tsx'
import { Status } from '#console/kit/details/status.tsx'
import { Amount, Reference, Time } from '#console/kit/details/values.tsx'
import { MethodAndCard } from './method-and-card.tsx'

/** The state of a payment, or that its money went back. */
export function PaymentState({ payment }: { payment: Pick<Payment, 'status' | 'amount' | 'refunded'> }): ReactNode {
  const { status, amount, refunded } = payment
  if (refunded === 0) return <Status of="payment" state={status} />
  return <Status of="refunded" state={refunded === amount ? 'full' : 'partial'} />
}

/** What a payment is in one look: how much, in which state, by whom, for which order, how and when. */
export function PaymentHead({ payment }: { payment: Payment }): ReactNode {
  const { t } = useTranslation()
  const shopper = payment.shopper_name || payment.shopper_email
  return (
    <ObjectHead
      amount={<Amount value={payment.amount} currency={payment.currency} />}
      state={<PaymentState payment={payment} />}
      facts={[
        { name: 'shopper', fact: shopper ? <Who>{shopper}</Who> : t(($) => $.paymentPage.unnamed) },
        {
          name: 'order',
          fact: (
            <>
              {t(($) => $.paymentPage.order)} <Reference>{payment.merchant_order_ref}</Reference>
            </>
          ),
        },
        { name: 'method', fact: <MethodAndCard payment={payment} /> },
        { name: 'time', fact: <Time at={payment.created_at} zoned /> },
      ]}
    />
  )
}
