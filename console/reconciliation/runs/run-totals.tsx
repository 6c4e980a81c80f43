import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { outcomeStatuses } from '#contract/recon-outcomes.ts'
import type { ReconRun } from '#contract/recon-runs.ts'
import { Section } from '#console/kit/details/detail.tsx'
import { Status } from '#console/kit/details/status.tsx'
import { Nothing } from '#console/kit/details/values.tsx'
import { numberText } from '#console/kit/i18n/names.ts'
import { codeWord, useLanguage, wireWord } from '#console/kit/i18n/words.ts'
import { SmallTable } from '#console/kit/list/small-table.tsx'
import { ExactAmount } from '#console/kit/details/exact-amount.tsx'

type Total = ReconRun['totals'][number]
const order = (status: Total['status']) => outcomeStatuses.indexOf(status)

/** What a run comes to: records and amounts of each side, currency and outcome. */
export function RunTotals({ run }: { run: ReconRun }): ReactNode {
  const { t } = useTranslation()
  const language = useLanguage()
  const rows = run.totals.toSorted(
    (a, b) => a.side.localeCompare(b.side) || a.currency.localeCompare(b.currency) || order(a.status) - order(b.status),
  )
  const off = (name: 'amount_off' | 'fee_off' | 'tax_off' | 'tolerated', column: string) => ({
    name,
    title: wireWord('columns', column),
    kind: 'amount' as const,
    place: 'more' as const,
    cell: (row: Total) => (row[name] === '0' ? <Nothing /> : <ExactAmount value={row[name]} currency={row.currency} />),
  })
  return (
    <Section title={t(($) => $.reconRuns.totals)}>
      <SmallTable
        rows={rows}
        rowKey={({ side, currency, status }) => [side, currency, status].join(' ')}
        nothing=""
        columns={[
          {
            name: 'status',
            kind: 'status',
            place: 'head',
            cell: ({ status }) => <Status of="reconOutcome" state={status} />,
          },
          { name: 'side', kind: 'text', place: 'line', cell: ({ side }) => codeWord('reconSides', side) },
          {
            name: 'records',
            title: t(($) => $.reconDashboard.measures.count),
            kind: 'number',
            place: 'line',
            cell: ({ count }) => numberText(count, language),
          },
          off('amount_off', 'amount_mismatch'),
          off('fee_off', 'fee_mismatch'),
          off('tax_off', 'tax_mismatch'),
          off('tolerated', 'tolerance'),
          {
            name: 'amount',
            kind: 'amount',
            place: 'value',
            cell: ({ amount, currency }) => <ExactAmount value={amount} currency={currency} />,
          },
        ]}
      />
    </Section>
  )
}
