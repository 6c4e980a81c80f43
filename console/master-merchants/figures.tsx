import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { readNetTransactions } from '#contract/analytics.ts'
import { timestampText } from '#contract/kit/wire.ts'
import { useLanguage } from '#console/kit/i18n/words.ts'
import { displayLocale } from '#i18n/languages.ts'
import { LinesSkeleton } from '#console/kit/ui/skeletons.tsx'
import { useCall } from '#console/kit/api/use-call.ts'
import { Amount } from '#console/kit/details/values.tsx'
import styles from './master-merchants.module.css'
import { numberText } from '#console/kit/i18n/names.ts'

/** The succeeded payments of the last 30 days by currency, of the merchant that is acted for. */
export function Figures(): ReactNode {
  const { t } = useTranslation()
  const language = useLanguage()
  const [now] = useState(() => Date.now())
  const time_filter = {
    from: timestampText(new Date(now - 30 * 86_400_000)),
    to: timestampText(new Date(now)),
  }
  const { data, error } = useCall(readNetTransactions, { body: { time_filter } })
  if (error) return null
  if (!data) return <LinesSkeleton lines={2} />
  if (data.txn_stats.length === 0) return <p className={styles['hint']}>{t(($) => $.masters.noPayments)}</p>
  const locale = displayLocale(language)
  return (
    <>
      {data.txn_stats.map((stats) => (
        <dl key={stats.currency} className={styles['figures']}>
          <div>
            <dt>{t(($) => $.masters.volume)}</dt>
            <dd>
              <Amount value={stats.volume} currency={stats.currency} />
            </dd>
          </div>
          <div>
            <dt>{t(($) => $.masters.paid)}</dt>
            <dd>{numberText(stats.count, language)}</dd>
          </div>
          {stats.success_rate !== null && (
            <div>
              <dt>{t(($) => $.masters.successRate)}</dt>
              <dd>
                {new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 }).format(
                  stats.success_rate,
                )}
              </dd>
            </div>
          )}
        </dl>
      ))}
    </>
  )
}
