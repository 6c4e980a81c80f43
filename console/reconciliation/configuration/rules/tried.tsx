import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ReconDryRunResult } from '#contract/recon-rules.ts'
import { Status } from '#console/kit/details/status.tsx'
import { Nothing, Reference } from '#console/kit/details/values.tsx'
import { numberText } from '#console/kit/i18n/names.ts'
import { codeWord, useLanguage, wireWord } from '#console/kit/i18n/words.ts'
import { SmallTable } from '#console/kit/list/small-table.tsx'
import { ExactAmount } from '#console/kit/details/exact-amount.tsx'
import { ruleName } from '../../rule-words.ts'

type Shift = ReconDryRunResult['shifts'][number]

/** How many records would have another outcome, from which to which, and some of them. */
export function Tried({ result }: { result: ReconDryRunResult }): ReactNode {
  const { t } = useTranslation()
  const language = useLanguage()
  if (result.changed === 0) return <p>{t(($) => $.matchRules.changesNothing)}</p>
  const shift = (name: 'before' | 'after') => ({
    name,
    title: wireWord('columns', name === 'before' ? 'said_before' : 'said_after'),
    kind: 'status' as const,
    place: name === 'before' ? ('head' as const) : ('line' as const),
    cell: (one: Pick<Shift, 'before' | 'after'>) => <Outcome of={one[name]} />,
  })
  return (
    <>
      <p>
        <strong>{t(($) => $.matchRules.changes, { count: result.changed })}</strong>
      </p>
      <SmallTable
        rows={result.shifts}
        rowKey={({ before, after }) => `${before} ${after}`}
        nothing=""
        columns={[
          shift('before'),
          shift('after'),
          { name: 'records', title: t(($) => $.reconDashboard.measures.count), kind: 'number', place: 'value', cell: ({ records }) => numberText(records, language) },
        ]}
      />
      <h3>{t(($) => $.matchRules.samples)}</h3>
      <SmallTable
        rows={result.samples}
        rowKey={({ side, key }) => `${side} ${key}`}
        nothing=""
        columns={[
          { name: 'provider_ref', kind: 'reference', place: 'head', cell: (one) => <Reference>{one.provider_ref || one.merchant_ref}</Reference> },
          { name: 'side', kind: 'text', place: 'line', cell: ({ side }) => codeWord('reconSides', side) },
          { ...shift('before'), place: 'line' },
          shift('after'),
          { name: 'rule_key', kind: 'text', place: 'more', cell: ({ rule_key: key }) => (key ? <bdi>{ruleName(key)}</bdi> : <Nothing />) },
          { name: 'amount', kind: 'amount', place: 'value', cell: ({ gross, currency }) => <ExactAmount value={gross} currency={currency} /> },
        ]}
      />
    </>
  )
} // prettier-ignore

const Outcome = ({ of }: { of: Shift['before'] }): ReactNode =>
  of === null ? <Nothing /> : <Status of="reconOutcome" state={of} />
