import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { readPayment, type Payment } from '#contract/payments.ts'
import styles from '#console/kit/detail.module.css'
import { Facts, Section, Timeline } from '#console/kit/detail.tsx'
import { Failed } from '#console/kit/list-screen.tsx'
import { Screen } from '#console/kit/screen.tsx'
import { ScreenLink, useScreenSearch } from '#console/kit/screen-link.tsx'
import { LinesSkeleton } from '#console/kit/skeletons.tsx'
import { Status } from '#console/kit/status.tsx'
import { useCall } from '#console/kit/use-call.ts'
import { Amount, LeftToRight, Reference, Time } from '#console/kit/values.tsx'
import { failureText, wireWord } from '#console/kit/words.ts'

/** One payment: its money, its way, its shopper, what happened to it. */
export default function PaymentDetails(): ReactNode {
  const { ref = '' } = useScreenSearch('paymentDetails')
  const payment = useCall(readPayment, { body: { order_ref: ref } })
  if (payment.data) return <Details payment={payment.data} />
  return (
    <Screen name="paymentDetails" back="payments">
      {payment.error ? (
        <Failed
          error={failureText(payment.error)}
          requestId={payment.error.requestId}
          onRetry={() => void payment.refetch()}
        />
      ) : (
        <LinesSkeleton lines={10} />
      )}
    </Screen>
  )
}

function Details({ payment }: { payment: Payment }): ReactNode {
  const { t } = useTranslation()
  const amount = (value: number) => <Amount value={value} currency={payment.currency} />
  return (
    <Screen name="paymentDetails" back="payments" beside={<Status of="payment" state={payment.status} />}>
      <div className={styles['columns']}>
        <div>
          <Section title={t(($) => $.payments.facts)}>
            <Facts
              facts={[
                [wireWord('columns', 'amount'), <span className={styles['amount']}>{amount(payment.amount)}</span>],
                [t(($) => $.payments.fee), amount(payment.fee)],
                [t(($) => $.payments.feeTax), amount(payment.fee_tax)],
                [t(($) => $.payments.net), amount(payment.net)],
                [wireWord('columns', 'created_at'), <Time at={payment.created_at} zoned />],
                [wireWord('columns', 'merchant_order_ref'), <Reference>{payment.merchant_order_ref}</Reference>],
                [wireWord('columns', 'order_ref'), <Reference>{payment.order_ref}</Reference>],
                [wireWord('columns', 'status_reason'), wireWord('declines', payment.status_reason)],
                [
                  t(($) => $.screens.paymentLinkDetails),
                  payment.link_ref && (
                    <ScreenLink to="paymentLinkDetails" search={{ ref: payment.link_ref }}>
                      <Reference>{payment.link_ref}</Reference>
                    </ScreenLink>
                  ),
                ],
              ]}
            />
          </Section>
          <Section title={t(($) => $.payments.shopper)}>
            <Facts
              facts={[
                [wireWord('columns', 'shopper_name'), payment.shopper_name && <bdi>{payment.shopper_name}</bdi>],
                [
                  wireWord('columns', 'email'),
                  payment.shopper_email && <LeftToRight>{payment.shopper_email}</LeftToRight>,
                ],
                [wireWord('columns', 'payment_method'), wireWord('methods', payment.payment_method)],
                [
                  wireWord('columns', 'masked_card_number'),
                  payment.masked_card_number && <Reference>{payment.masked_card_number}</Reference>,
                ],
                [wireWord('columns', 'payment_channel_name'), payment.payment_channel_name],
              ]}
            />
          </Section>
        </div>
        <Section title={t(($) => $.detail.timeline)}>
          <Timeline entries={payment.timeline} />
        </Section>
      </div>
    </Screen>
  )
}
