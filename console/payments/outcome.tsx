import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Payment } from '#contract/payments.ts'
import { Icon } from '#console/kit/ui/icons.tsx'
import { amountInText, LeftToRight, timeWords } from '#console/kit/details/values.tsx'
import { isolated } from '#console/kit/i18n/bidi.ts'
import { useLanguage, wireWord } from '#console/kit/i18n/words.ts'
import { useTimeZone } from '#console/kit/routing/acting-for.tsx'
import { HeldMoney } from './held.tsx'
import styles from './payments.module.css'

interface Props {
  payment: Payment
}

/** The explanation above the facts: the reason of a decline, the end of an authorisation, or what happens to late money. */
export function Outcome({ payment }: Props): ReactNode {
  const { t } = useTranslation()
  if (payment.late_payment)
    return (
      <div className={styles['late']}>
        <Icon name="warning" />
        <div>
          <p>
            {t(($) => $.payments.late.arrived)} <Fate payment={payment} />
          </p>
          {payment.held && <HeldMoney payment={payment} held={payment.held} />}
        </div>
      </div>
    )
  if (payment.capture_by) return <CaptureBy at={payment.capture_by} />
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

/** Until when an authorised payment can be captured. */
function CaptureBy({ at }: { at: string }): ReactNode {
  const { t } = useTranslation()
  const language = useLanguage()
  const timeZone = useTimeZone()
  return (
    <div className={styles['late']}>
      <Icon name="warning" />
      <p>
        {t(($) => $.finishPayment.captureBy, { time: isolated(timeWords(at, { language, timeZone, zoned: true })) })}
      </p>
    </div>
  )
}

/** What became of late money: what its link asks for, until somebody has decided. */
function Fate({
  payment: { held, late_payment: wish, fee_terms: terms, currency, refunded, refunding },
}: Props): ReactNode {
  const { t } = useTranslation()
  const language = useLanguage()
  if (held) return t(($) => $.heldPayment.waits, { amount: amountInText(held.amount, currency, language) })
  if (wish === 'accept' || wish === '') return t(($) => $.payments.late.accept)
  if (terms) return t(($) => $.heldPayment.accepted)
  return refunding > 0 || refunded === 0 ? t(($) => $.heldPayment.refunding) : t(($) => $.heldPayment.refunded)
}
