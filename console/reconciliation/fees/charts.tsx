import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { FeeSummary } from '#contract/fee-checks.ts'
import { exponentOf } from '#contract/iso-currencies.ts'
import { Card } from '#console/kit/charts/card.tsx'
import { LyingBars } from '#console/kit/charts/rows.tsx'
import { codeWord, useLanguage } from '#console/kit/i18n/words.ts'
import { exactWords } from '#console/kit/details/exact-amount.tsx'
import { useChannels } from './channels.ts'
import { isPositive } from './decimal-sums.ts'
import { methodWord } from './method-word.ts'
import { usePeriod } from './use-period.ts'
import styles from './fees.module.css'

/** So many bars a currency; the table below has all. */
const most = 8

/** Where most was charged too much, and where too little; a currency without differences has no chart. */
export function FeeCharts({ byCurrency }: { byCurrency: readonly (readonly [string, readonly FeeSummary[]])[] }): ReactNode {
  const shown = byCurrency.flatMap(([currency, rows]) =>
    (['over', 'under'] as const).flatMap((direction) => {
      const those = rows.filter((row) => isPositive(row[direction]))
      return those.length === 0 ? [] : [{ currency, direction, rows: those }]
    }),
  )
  if (shown.length === 0) return null
  return (
    <div className={styles['charts']}>
      <div className={styles['grid']}>
        {shown.map((one) => (
          <Chart key={`${one.currency} ${one.direction}`} {...one} size={shown.length === 1 ? 'row' : 'half'} />
        ))}
      </div>
    </div>
  )
} // prettier-ignore

interface ChartProps {
  currency: string
  direction: 'over' | 'under'
  rows: readonly FeeSummary[]
  size: 'row' | 'half'
}
function Chart({ currency, direction, rows, size }: ChartProps): ReactNode {
  const { t } = useTranslation()
  const language = useLanguage()
  const { nameOf } = useChannels()
  const { filter } = usePeriod()
  const sorted = rows.toSorted((a, b) => Number(b[direction]) - Number(a[direction]))
  const name = (row: FeeSummary) =>
    [nameOf(row.payment_channel_key), methodWord(row.payment_method), row.txn_type === 'payment' ? '' : codeWord('feeTypes', row.txn_type)]
      .filter((part) => part !== '')
      .join(' · ')
  const words = (row: FeeSummary) => `${exactWords(row[direction], language, exponentOf(currency))} ${currency}`
  return (
    <Card
      title={t(($) => $.reconFees.charts[direction], { currency })}
      ready
      waiting={false}
      error={null}
      onRetry={() => undefined}
      size={size}
      table={{
        head: [t(($) => $.reconFees.charged), t(($) => $.reconFees[direction])],
        rows: sorted.map((row) => ({ key: `${row.payment_channel_key} ${row.txn_type} ${row.payment_method}`, cells: [name(row), words(row)] })),
      }}
    >
      <LyingBars
        bars={sorted.slice(0, most).map((row) => ({
          key: `${row.payment_channel_key} ${row.txn_type} ${row.payment_method}`,
          name: name(row),
          value: Number(row[direction]),
          words: words(row),
          note: t(($) => $.reconFees.mismatchesOf, { count: row.mismatches, checked: row.checked }),
          to: { to: 'reconFees', search: { ...rowsOf(row), ...filter, direction } as never },
        }))}
      />
    </Card>
  )
} // prettier-ignore

/** The address of the rows that a sum is of. */
export const rowsOf = (row: FeeSummary): object => ({
  tab: 'rows',
  payment_channel_key: row.payment_channel_key,
  txn_type: row.txn_type,
  ...(row.payment_method && { payment_method: row.payment_method }),
  currency: row.currency,
})
