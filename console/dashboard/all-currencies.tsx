import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Stats } from '#contract/analytics.ts'
import type { Language } from '#i18n/languages.ts'
import { ScreenLink, type RawSearch } from '#console/kit/routing/screen-link.tsx'
import card from '#console/kit/charts/card.module.css'
import styles from './dashboard.module.css'
import { tileNames } from './tiles.tsx'
import { chartWords } from './words.ts'

/** The figures of each currency; amounts of different currencies are never summed. */
export function AllCurrencies(props: {
  stats: readonly Stats[]
  search: RawSearch
  language: Language
  timeZone: string
}): ReactNode {
  const { t } = useTranslation()
  return (
    <div
      className={styles['currencies']}
      data-card
      role="region"
      aria-label={t(($) => $.dashboard.allCurrencies)}
      tabIndex={0}
    >
      <table className={card['table']}>
        <thead>
          <tr>
            <th scope="col">{t(($) => $.dashboard.currency)}</th>
            {tileNames.map((name) => (
              <th key={name} scope="col">
                {t(($) => $.dashboard.tiles[name])}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {props.stats.map((stats) => {
            const words = chartWords(props.language, props.timeZone, stats.currency)
            return (
              <tr key={stats.currency}>
                <th scope="row">
                  <ScreenLink to="dashboard" search={{ ...props.search, currency: stats.currency } as never}>
                    {stats.currency}
                  </ScreenLink>
                </th>
                {[
                  words.amount(stats.volume),
                  words.number(stats.count),
                  words.amount(stats.average_order_value),
                  words.amount(stats.net),
                  stats.success_rate === null ? '–' : words.percent(stats.success_rate),
                ].map((text, at) => (
                  <td key={tileNames[at]}>
                    <bdi dir="ltr">{text}</bdi>
                  </td>
                ))}
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}
