import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { readPaymentSlip, type Payment, type Slip } from '#contract/payments.ts'
import { Unanswered } from '#console/kit/list/unanswered.tsx'
import { useCall } from '#console/kit/api/use-call.ts'
import { Time } from '#console/kit/details/values.tsx'
import styles from './payments.module.css'

/** The slips of a transfer; each is fetched by a call. */
export function Slips({ payment }: { payment: Payment }): ReactNode {
  return (
    <ul className={styles['slips']}>
      {payment.direct_bank_transfer_details.payment_slip.map((slip) => (
        <li key={slip.slip_id}>
          <OneSlip orderRef={payment.order_ref} slip={slip} />
        </li>
      ))}
    </ul>
  )
}

function OneSlip({ orderRef, slip }: { orderRef: string; slip: Slip }): ReactNode {
  const { t } = useTranslation()
  const read = useCall(readPaymentSlip, { path: { order_ref: orderRef, slip_id: slip.slip_id } })
  if (read.error || !read.data) return <Unanswered query={read} lines={2} />
  const { data_url: content, name, type } = read.data
  return (
    <>
      {/* A PDF is only offered for download: opened on the console's origin, its scripts would run with the user's session. */}
      {type === 'image/png' && <img src={content} alt={name} className={styles['slip']} />}
      <a href={content} download={type === 'image/png' ? `${name.replace(/\.\w+$/, '')}.png` : name}>
        {t(($) => $.paymentMethod.saveSlip)} <bdi>{name}</bdi>
      </a>
      <Time at={slip.created_at} zoned />
    </>
  )
}
