import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { FeeSummary } from '#contract/fee-checks.ts'
import { useScreenSearch, type RawSearch } from '#console/kit/routing/screen-link.tsx'
import { numberText } from '#console/kit/i18n/names.ts'
import { useLanguage } from '#console/kit/i18n/words.ts'
import { FigureCell } from '#console/kit/details/figure-cell.tsx'
import styles from '#console/kit/details/figures.module.css'
import { ExactAmount } from '#console/kit/details/exact-amount.tsx'
import { isPositive, sumOfTexts } from './decimal-sums.ts'
import { usePeriod } from './use-period.ts'

interface FiguresProps {
  byCurrency: readonly (readonly [currency: string, rows: readonly FeeSummary[]])[]
}
/** What was charged too much and too little, what was claimed of it, and what nothing was compared with; each leads to its rows. */
export function FeeFigures({ byCurrency }: FiguresProps): ReactNode {
  const { t } = useTranslation()
  const [first, second, ...others] = byCurrency
  return (
    <section className={styles['strip']} aria-label={t(($) => $.reconFees.figures)}>
      {[first, second].map((one) => one && <OfCurrency key={one[0]} currency={one[0]} rows={one[1]} />)}
      {others.length > 0 && (
        <details>
          <summary>{t(($) => $.invoices.moreCurrencies, { count: others.length })}</summary>
          {others.map(([currency, rows]) => (
            <OfCurrency key={currency} currency={currency} rows={rows} />
          ))}
        </details>
      )}
    </section>
  )
}

function OfCurrency({ currency, rows }: { currency: string; rows: readonly FeeSummary[] }): ReactNode {
  const { t } = useTranslation()
  const language = useLanguage()
  const { channel = '' } = useScreenSearch('reconFees') as RawSearch
  const { filter } = usePeriod()
  const sum = (name: 'over' | 'under' | 'claimed' | 'recovered') => sumOfTexts(rows.map((row) => row[name]))
  const count = (name: 'records' | 'checked' | 'mismatches') => rows.reduce((all, row) => all + row[name], 0)
  const those = { tab: 'rows', currency, ...filter, ...(channel && { payment_channel_key: channel }) }
  const [over, under, unchecked] = [sum('over'), sum('under'), count('records') - count('checked')]
  return (
    <dl className={styles['currency']} data-card>
      <FigureCell
        to="reconFees"
        title={t(($) => $.reconFees.over)}
        search={isPositive(over) && { ...those, direction: 'over' }}
        tone="bad"
        value={<ExactAmount value={over} currency={currency} />}
      />
      <FigureCell
        to="reconFees"
        title={t(($) => $.reconFees.under)}
        search={isPositive(under) && { ...those, direction: 'under' }}
        value={<ExactAmount value={under} currency={currency} />}
      />
      <FigureCell
        to="reconFees"
        title={t(($) => $.reconFees.claimed)}
        search={isPositive(sum('claimed')) && { tab: 'claims', state: 'open,sent' }}
        value={<ExactAmount value={sum('claimed')} currency={currency} />}
      />
      <FigureCell
        to="reconFees"
        title={t(($) => $.reconFees.recovered)}
        search={isPositive(sum('recovered')) && { tab: 'claims', state: 'recovered' }}
        value={<ExactAmount value={sum('recovered')} currency={currency} />}
      />
      <FigureCell
        to="reconFees"
        title={t(($) => $.reconFees.unchecked)}
        search={unchecked > 0 && { ...those, outcome: 'no_plan,no_base' }}
        value={t(($) => $.reconFees.ofRecords, { count: count('records'), unchecked: numberText(unchecked, language) })}
      />
    </dl>
  )
}
