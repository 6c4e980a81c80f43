import { Button } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { PaymentPage } from '#contract/payment-pages.ts'
import { amountInText } from '#console/kit/i18n/amounts.ts'
import { numberText } from '#console/kit/i18n/names.ts'
import { useLanguage, wireWord } from '#console/kit/i18n/words.ts'
import { useActingFor } from '#console/kit/routing/acting-for.tsx'
import { useDenied } from '#console/kit/routing/use-denied.ts'
import { NumberLink } from '#console/kit/routing/number-link.tsx'
import styles from './payment-pages.module.css'
import { Revenue } from './price.tsx'
import { StockDialogue } from './stock-dialogue.tsx'
import { StockMeter } from './stock-meter.tsx'
import { stockOf } from './stock.ts'
import { paidAt } from './to-payments.ts'

/** What a page took and sold, and what it has left. Each number leads to the payments that make it. */
export function Figures({ page }: { page: PaymentPage }): ReactNode {
  const { t } = useTranslation()
  const language = useLanguage()
  const merchant = useActingFor()
  const may = useDenied('paymentPagesConfiguration') === null
  const [stocking, setStocking] = useState(false)
  const paid = paidAt(page.page_ref, merchant)
  const words = (value: number) => amountInText(value, page.currency, language)
  const limited = page.stock === 'limited'
  return (
    <div className={styles['figures']}>
      <section className={styles['figure']} data-card>
        <h2>{wireWord('columns', 'revenue')}</h2>
        <p className={styles['figureValue']}>
          <Revenue page={page} to={paid} />
        </p>
        <p className={styles['under']}>
          {t(($) => $.paymentPages.revenueParts, { captured: words(page.captured), refunded: words(page.refunded) })}
        </p>
      </section>
      <section className={styles['figure']} data-card>
        <h2>{wireWord('columns', 'units_sold')}</h2>
        <p className={styles['figureValue']}>
          <NumberLink to={paid}>{numberText(page.units_sold, language)}</NumberLink>
        </p>
        <p className={styles['under']}>
          {page.stock_reserved > 0
            ? t(($) => $.paymentPages.heldNow, { count: page.stock_reserved })
            : t(($) => $.paymentPages.noneHeld)}
        </p>
      </section>
      <section className={styles['figure']} data-card data-wide>
        <div className={styles['figureHead']}>
          <h2>{t(($) => $.paymentPages.stock)}</h2>
          {limited && may && page.status !== 'cancelled' && (
            <Button size="xs" variant="default" onClick={() => setStocking(true)}>
              {t(($) => $.paymentPages.acts.stock)}
            </Button>
          )}
        </div>
        {limited ? (
          <StockMeter stock={stockOf(page)} soldTo={paid} />
        ) : (
          <p className={styles['under']}>{t(($) => $.paymentPages.sellsWithoutLimit)}</p>
        )}
        {limited && page.low_stock_at !== null && (
          <p className={styles['under']}>{t(($) => $.paymentPages.toldAt, { count: page.low_stock_at })}</p>
        )}
      </section>
      {stocking && <StockDialogue page={page} onClose={() => setStocking(false)} />}
    </div>
  )
}
