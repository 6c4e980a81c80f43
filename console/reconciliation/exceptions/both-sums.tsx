import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ReconOutcomeRow } from '#contract/recon-dashboard-records.ts'
import { codeWord } from '#console/kit/i18n/words.ts'
import { ExactAmount } from '#console/kit/details/exact-amount.tsx'
import { sumOfTexts } from '../fees/decimal-sums.ts'
import { sideOf } from './acts.ts'
import styles from './exceptions.module.css'

type Summed = Pick<ReconOutcomeRow, 'record_ref' | 'amount' | 'net' | 'currency' | 'net_currency'>
const negative = (value: string): string => (value.startsWith('-') ? value.slice(1) : `-${value}`)

/** What the records of each side come to, and by how much they differ; theirs less ours. Currencies stay apart. */
export function BothSums({ rows }: { rows: readonly Summed[] }): ReactNode {
  const { t } = useTranslation()
  const of = (side: 'a' | 'b') => rows.filter(({ record_ref: ref }) => sideOf(ref) === side)
  const currencies = [...new Set(rows.map(({ currency, net_currency: net }) => currency || net))]
  const sum = (side: 'a' | 'b', currency: string) =>
    sumOfTexts(of(side).filter((row) => (row.currency || row.net_currency) === currency).map(({ amount, net }) => amount ?? net ?? '0'))
  return (
    <dl className={styles['both']}>
      {(['a', 'b'] as const).map((side) => (
        <div key={side}>
          <dt>{codeWord('reconSides', side)} · {t(($) => $.reconDashboard.records, { count: of(side).length })}</dt>
          {currencies.map((currency) => (
            <dd key={currency}><ExactAmount value={sum(side, currency)} currency={currency} /></dd>
          ))}
        </div>
      ))}
      <div data-total>
        <dt>{t(($) => $.reconExceptions.difference)}</dt>
        {currencies.map((currency) => (
          <dd key={currency}><ExactAmount value={sumOfTexts([sum('b', currency), negative(sum('a', currency))])} currency={currency} /></dd>
        ))}
      </div>
    </dl>
  )
} // prettier-ignore
