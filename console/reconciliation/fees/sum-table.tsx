import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { FeeSummary } from '#contract/fee-checks.ts'
import { Nothing } from '#console/kit/details/values.tsx'
import { numberText } from '#console/kit/i18n/names.ts'
import { codeWord, useLanguage } from '#console/kit/i18n/words.ts'
import { SmallTable } from '#console/kit/list/small-table.tsx'
import { ScreenLink } from '#console/kit/routing/screen-link.tsx'
import { ExactAmount } from '#console/kit/details/exact-amount.tsx'
import { useChannels } from './channels.ts'
import { rowsOf } from './charts.tsx'
import { isPositive } from './decimal-sums.ts'
import { methodWord } from './method-word.ts'
import { usePeriod } from './use-period.ts'
import styles from './fees.module.css'

type Amounts = 'charged' | 'expected' | 'over' | 'under' | 'passed_on'

/** All sums of the period, each a link to its rows. */
export function SumTable({ rows }: { rows: readonly FeeSummary[] }): ReactNode {
  const { t } = useTranslation()
  const language = useLanguage()
  const { nameOf } = useChannels()
  const { filter } = usePeriod()
  const link = (row: FeeSummary, more: object, shown: ReactNode) => (
    <ScreenLink to="reconFees" search={{ ...rowsOf(row), ...filter, ...more } as never} className={styles['link']}>
      {shown}
    </ScreenLink>
  )
  const amount = (name: Amounts, direction?: 'over' | 'under') => ({
    name,
    title: t(($) => $.reconFees[name]),
    kind: 'amount' as const,
    cell: (row: FeeSummary) => {
      if (!isPositive(row[name])) return <Nothing />
      const shown = <ExactAmount value={row[name]} currency={row.currency} />
      return direction ? link(row, { direction }, shown) : shown
    },
  })
  return (
    <div className={styles['table']}>
      <h2>{t(($) => $.reconFees.byMethod)}</h2>
      <SmallTable
        rows={rows}
        rowKey={(row) => `${row.payment_channel_key} ${row.txn_type} ${row.payment_method} ${row.currency}`}
        nothing={t(($) => $.reconFees.nothingTitle)}
        columns={[
          {
            name: 'payment_channel_key',
            kind: 'text',
            place: 'head',
            cell: (row) => <bdi>{nameOf(row.payment_channel_key)}</bdi>,
          },
          { name: 'payment_method', kind: 'text', place: 'line', cell: (row) => row.payment_method ? <bdi>{methodWord(row.payment_method)}</bdi> : <Nothing /> },
          { name: 'txn_type', title: t(($) => $.columns.line_type), kind: 'text', place: 'line', cell: (row) => codeWord('feeTypes', row.txn_type) },
          {
            name: 'checked',
            title: t(($) => $.reconFees.checked),
            kind: 'number',
            cell: (row) =>
              link(row, { outcome: row.checked > 0 ? 'exact,within,mismatch' : 'no_plan,no_base' }, t(($) => $.reconFees.checkedOf, { checked: numberText(row.checked, language), records: numberText(row.records, language) })),
          },
          amount('charged'),
          amount('expected'),
          { ...amount('over', 'over'), place: 'value' },
          amount('under', 'under'),
          amount('passed_on'),
        ]}
      />
    </div>
  )
} // prettier-ignore
