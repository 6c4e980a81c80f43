import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import styles from '../dashboard.module.css'
import { BreakdownCard } from './breakdown-card.tsx'
import { DeclinesCard } from './declines-card.tsx'
import { AnalyticsFrame } from './frame.tsx'
import { TrendCard } from './trend-card.tsx'

/** How each way to pay does, and why attempts fail. */
export default function MethodAnalytics(): ReactNode {
  const { t } = useTranslation()
  return (
    <AnalyticsFrame
      name="methodAnalytics"
      cards={(frame) => (
        <div className={styles['cards']}>
          <BreakdownCard {...frame} title={t(($) => $.analytics.methods)} by="payment_method" of="success" />
          <DeclinesCard {...frame} />
          <TrendCard {...frame} />
          <BreakdownCard {...frame} title={t(($) => $.analytics.cardBrands)} by="card_brand" of="success" />
          <BreakdownCard {...frame} title={t(($) => $.analytics.authentications)} by="authentication" of="success" />
        </div>
      )}
    />
  )
}
