import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import styles from '../dashboard.module.css'
import { BreakdownCard } from './breakdown-card.tsx'
import { AnalyticsFrame } from './frame.tsx'
import { ModesCard } from './modes-card.tsx'

/** What shoppers pay with. */
export default function EnvironmentAnalytics(): ReactNode {
  const { t } = useTranslation()
  return (
    <AnalyticsFrame
      name="environmentAnalytics"
      cards={(frame) => (
        <div className={styles['cards']}>
          {!frame.asked.uuids && <ModesCard {...frame} />}
          <BreakdownCard {...frame} title={t(($) => $.analytics.devices)} by="device" of="success" />
          <BreakdownCard {...frame} title={t(($) => $.analytics.systems)} by="system" of="success" />
          <BreakdownCard {...frame} title={t(($) => $.analytics.browsers)} by="browser" of="success" />
          <BreakdownCard {...frame} title={t(($) => $.analytics.languages)} by="language" of="success" />
          <BreakdownCard {...frame} title={t(($) => $.analytics.countries)} by="country" of="success" size="row" />
        </div>
      )}
    />
  )
}
