import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Amount } from '#console/kit/details/values.tsx'
import styles from './refund-meter.module.css'
import { refundParts, type Sums } from './refund-parts.ts'

/**
 * The refunded, pending and refundable parts of a payment; `wished` is the amount in a form.
 */
export function RefundMeter({ sums, wished = 0 }: { sums: Sums; wished?: number }): ReactNode {
  const { t } = useTranslation()
  const { currency, captured, refunded, refunding } = sums
  const { now, left } = refundParts(sums, wished)
  const parts = [
    { name: 'refunded', title: t(($) => $.refunds.refunded), value: refunded },
    { name: 'refunding', title: t(($) => $.refunds.refunding), value: refunding },
    ...(now > 0 ? [{ name: 'wished', title: t(($) => $.refunds.wished), value: now }] : []),
    { name: 'left', title: t(($) => $.refunds.left), value: left },
  ]
  return (
    <div className={styles['meter']}>
      <div className={styles['bar']} aria-hidden="true">
        {parts.flatMap(({ name, value }) =>
          value > 0 ? <span key={name} data-part={name} style={{ flexGrow: value / captured }} /> : [],
        )}
      </div>
      <dl className={styles['numbers']}>
        <div>
          <dt>{t(($) => $.refunds.captured)}</dt>
          <dd>
            <Amount value={captured} currency={currency} />
          </dd>
        </div>
        {parts.map(({ name, title, value }) => (
          <div key={name}>
            <dt>
              <span className={styles['key']} data-part={name} aria-hidden="true" />
              {title}
            </dt>
            <dd>
              <Amount value={value} currency={currency} />
            </dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
