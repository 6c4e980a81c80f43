import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { allowed } from '#contract/access.ts'
import { deviceOf } from '#contract/kit/device.ts'
import { listPayments, type Payment, type PaymentRow } from '#contract/payments.ts'
import { useCall } from '#console/kit/api/use-call.ts'
import { accessOf, useUser } from '#console/kit/auth/session.ts'
import { deviceWords } from '#console/kit/details/device-words.ts'
import { Facts } from '#console/kit/details/detail.tsx'
import { Amount, LeftToRight, Time } from '#console/kit/details/values.tsx'
import { ScreenLink } from '#console/kit/routing/screen-link.tsx'
import { wireWord } from '#console/kit/i18n/words.ts'
import { PaymentState } from './head.tsx'
import { useWhose } from './use-whose.ts'
import styles from './shopper.module.css'

/** The shopper: who it is, how to reach them, and what else they have paid. */
export function Shopper({ payment }: { payment: Payment }): ReactNode {
  const { t } = useTranslation()
  const device = deviceWords(deviceOf(payment.device_info))
  const leftToRight = (text: string) => (text ? <LeftToRight>{text}</LeftToRight> : undefined)
  const mayList = allowed('transactionsList', accessOf(useUser()))
  return (
    <>
      <Facts
        facts={[
          [t(($) => $.payments.shopperName), payment.shopper_name && <bdi key="name">{payment.shopper_name}</bdi>],
          [wireWord('columns', 'email'), leftToRight(payment.shopper_email)],
          [wireWord('columns', 'phone'), leftToRight(payment.shopper_phone)],
          [
            t(($) => $.payments.address),
            payment.shopper_address ? <bdi key="home">{payment.shopper_address}</bdi> : undefined,
          ],
          [
            t(($) => $.payments.device),
            payment.device_info ? (
              <bdi key="device" title={payment.device_info}>
                {device || t(($) => $.paymentPage.otherDevice)}
              </bdi>
            ) : undefined,
          ],
          [t(($) => $.payments.ipAddress), leftToRight(payment.shopper_ip)],
        ]}
      />
      {mayList && payment.shopper_email && <OtherPayments payment={payment} />}
    </>
  )
}

const most = 4
/** The newest other payments with the same e-mail address, and the way to all of them. */
function OtherPayments({ payment }: { payment: Payment }): ReactNode {
  const { t } = useTranslation()
  const whose = useWhose()
  const email = payment.shopper_email
  const { data } = useCall(listPayments, { body: { pagesize: most + 1, filters: { email } } })
  const others = (data?.content as readonly PaymentRow[] | undefined)
    ?.filter(({ order_ref }) => order_ref !== payment.order_ref)
    .slice(0, most)
  if (!data || !others || others.length === 0) return null
  return (
    <div className={styles['others']}>
      <h3>{t(($) => $.paymentPage.alsoPaid)}</h3>
      <ul>
        {others.map((other) => (
          <li key={other.order_ref}>
            <ScreenLink to="paymentDetails" search={{ order_ref: other.order_ref, ...whose }}>
              <Amount value={other.amount} currency={other.currency} />
            </ScreenLink>
            <span className={styles['when']}>
              <Time at={other.created_at} />
            </span>
            <PaymentState payment={other} />
          </li>
        ))}
      </ul>
      <ScreenLink to="payments" search={{ email }}>
        {t(($) => $.paymentPage.allOfShopper, { count: data.total_elements })}
      </ScreenLink>
    </div>
  )
}
