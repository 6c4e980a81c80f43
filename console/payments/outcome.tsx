import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Payment } from '#contract/payments.ts'
import { Icon } from '#console/kit/ui/icons.tsx'
import { LeftToRight } from '#console/kit/details/values.tsx'
import { wireWord } from '#console/kit/i18n/words.ts'
import styles from './payments.module.css'

/** The explanation above the facts: the reason of a decline, or what happens to late money. */
export function Outcome({ payment }: { payment: Payment }): ReactNode {
  const { t } = useTranslation()
  if (payment.late_payment)
    return (
      <div className={styles['late']}>
        <Icon name="warning" />
        <p>
          {t(($) => $.payments.late.arrived)} {t(($) => $.payments.late[payment.late_payment || 'accept'])}
        </p>
      </div>
    )
  if (!payment.status_reason) return null
  return (
    <p className={styles['declined']}>
      {wireWord('declines', payment.status_reason)}
      {payment.channel_text && (
        <span className={styles['provider']}>
          {t(($) => $.payments.providerSaid)} <LeftToRight>{payment.channel_text}</LeftToRight>
        </span>
      )}
    </p>
  )
}
