import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { numberText } from '#console/kit/i18n/names.ts'
import { useLanguage } from '#console/kit/i18n/words.ts'
import { NumberLink } from '#console/kit/routing/number-link.tsx'
import type { AnyDestination } from '#console/kit/routing/screen-link.tsx'
import styles from './payment-pages.module.css'
import { stocked, type Stock } from './stock.ts'

/** How many units of a page are sold, held by open orders and free, as a bar and in words. */
export function StockMeter({ stock, soldTo }: { stock: Stock; soldTo?: AnyDestination }): ReactNode {
  const { t } = useTranslation()
  const language = useLanguage()
  const all = stocked(stock)
  const parts = [
    { name: 'sold', title: t(($) => $.paymentPages.sold), value: stock.sold, to: soldTo },
    { name: 'reserved', title: t(($) => $.paymentPages.reserved), value: stock.reserved, to: undefined },
    { name: 'free', title: t(($) => $.paymentPages.free), value: stock.free, to: undefined },
  ]
  return (
    <div className={styles['meter']}>
      <div className={styles['meterBar']} aria-hidden="true">
        {parts.flatMap(({ name, value }) =>
          value > 0 ? <span key={name} data-part={name} data-ink style={{ flexGrow: value / all }} /> : [],
        )}
      </div>
      <dl className={styles['meterNumbers']}>
        {parts.map(({ name, title, value, to }) => (
          <div key={name}>
            <dt>
              <span className={styles['meterKey']} data-part={name} data-ink aria-hidden="true" />
              {title}
            </dt>
            <dd>{to ? <NumberLink to={to}>{numberText(value, language)}</NumberLink> : numberText(value, language)}</dd>
          </div>
        ))}
        <div>
          <dt>{t(($) => $.paymentPages.stocked)}</dt>
          <dd>{numberText(all, language)}</dd>
        </div>
      </dl>
    </div>
  )
}
