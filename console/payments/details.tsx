import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { faults } from '#contract/faults.ts'
import { readPayment, type Payment } from '#contract/payments.ts'
import { ActingFor } from '#console/kit/routing/acting-for.tsx'
import detail from '#console/kit/details/detail.module.css'
import { Section, Timeline } from '#console/kit/details/detail.tsx'
import { History } from '#console/kit/details/history.tsx'
import { Empty, Unanswered } from '#console/kit/list/list-screen.tsx'
import { Screen } from '#console/kit/routing/screen.tsx'
import { ButtonLink, useScreenSearch } from '#console/kit/routing/screen-link.tsx'
import { Status } from '#console/kit/details/status.tsx'
import { useCall } from '#console/kit/api/use-call.ts'
import { Amount } from '#console/kit/details/values.tsx'
import { AdditionalFacts, PaymentFacts, ShopperFacts } from './facts.tsx'
import { MethodFacts } from './method-facts.tsx'
import { OtherAttempts } from './other-attempts.tsx'
import { Outcome } from './outcome.tsx'
import { PaymentStatus } from './payment-status.tsx'
import { Postings } from './postings.tsx'
import { Refunds } from './refunds.tsx'
import { Sent } from './sent.tsx'
import { Slips } from './slips.tsx'
import styles from './payments.module.css'

/** One payment: amounts, method, shopper, timeline and deliveries. */
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
  const { data, error } = payment
  if (data) return <Details payment={data} />
  const absent = order_ref === '' || error?.reason === faults.notFound.reason
  return (
    <Screen name="paymentDetails" back="payments">
      {absent ? <Absent /> : <Unanswered query={payment} lines={10} />}
    </Screen>
  )
}

function Absent(): ReactNode {
  const { t } = useTranslation()
  return (
    <Empty title={t(($) => $.payments.absentTitle)} text={t(($) => $.payments.absentText)}>
      <ButtonLink to="payments" search={{}} variant="default">
        {t(($) => $.payments.showAll)}
      </ButtonLink>
    </Empty>
  )
}

function Details({ payment }: { payment: Payment }): ReactNode {
  const { t } = useTranslation()
  return (
    <Screen
      name="paymentDetails"
      back="payments"
      beside={<Status of="payment" state={payment.status} />}
      actions={<PaymentStatus payment={payment} />}
    >
      <div className={styles['top']}>
        <p className={styles['amount']}>
          <Amount value={payment.amount} currency={payment.currency} />
        </p>
        <Outcome payment={payment} />
      </div>
      <div className={detail['columns']}>
        <div>
          {payment.status === 'Success' && <Refunds payment={payment} />}
          <Section title={t(($) => $.payments.facts)}>
            <PaymentFacts payment={payment} />
          </Section>
          <Section title={t(($) => $.payments.additional)}>
            <AdditionalFacts payment={payment} />
          </Section>
          <Section title={t(($) => $.paymentMethod.title)}>
            <MethodFacts payment={payment} />
          </Section>
          {payment.direct_bank_transfer_details.payment_slip.length > 0 && (
            <Section title={t(($) => $.paymentMethod.slips)}>
              <Slips payment={payment} />
            </Section>
          )}
          <Section title={t(($) => $.payments.shopper)}>
            <ShopperFacts payment={payment} />
          </Section>
          <Section title={t(($) => $.payments.otherAttempts)}>
            <OtherAttempts payment={payment} />
          </Section>
          <Section title={t(($) => $.payments.postings)}>
            <Postings postings={payment.postings} />
          </Section>
          <Sent orderRef={payment.order_ref} />
          <History object="payment" objectRef={payment.order_ref} />
        </div>
        <div>
          <Section title={t(($) => $.detail.timeline)}>
            <Timeline entries={payment.timeline} />
          </Section>
        </div>
      </div>
    </Screen>
  )
}
