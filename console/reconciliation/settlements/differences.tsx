import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { allowed } from '#contract/access.ts'
import type { Settlement } from '#contract/settlement-shapes.ts'
import { accessOf, useUser } from '#console/kit/auth/session.ts'
import { Section } from '#console/kit/details/detail.tsx'
import { CutShort, Nothing, Reference } from '#console/kit/details/values.tsx'
import { codeWord } from '#console/kit/i18n/words.ts'
import { SmallTable } from '#console/kit/list/small-table.tsx'
import { ScreenLink } from '#console/kit/routing/screen-link.tsx'
import { ExactAmount } from '#console/kit/details/exact-amount.tsx'
import styles from './settlements.module.css'

type Difference = Settlement['differences'][number]

/** What the last closing put into suspense, and what took it out. */
export function Differences({ settlement: { msm_id, differences } }: { settlement: Settlement }): ReactNode {
  const { t } = useTranslation()
  return (
    <Section title={t(($) => $.reconSettlements.differences)}>
      <p className={styles['hint']}>{t(($) => $.reconSettlements.differencesText)}</p>
      <SmallTable
        rows={differences}
        rowKey={({ kind, key, currency }) => `${kind} ${key} ${currency}`}
        nothing={t(($) => $.reconSettlements.noDifferences)}
        columns={[
          { name: 'kind', title: t(($) => $.reconSettlements.difference), kind: 'text', place: 'head', cell: ({ kind }) => codeWord('settlementDifferences', kind) },
          { name: 'record', title: t(($) => $.reconSettlements.record), kind: 'text', place: 'line', cell: (one) => <Record of={one} msmId={msm_id} /> },
          { name: 'ended', title: t(($) => $.reconSettlements.ended), kind: 'text', place: 'line', cell: ({ ended_by }) => <Ended by={ended_by} /> },
          { name: 'amount', kind: 'amount', place: 'value', cell: ({ amount, currency }) => <ExactAmount value={amount} currency={currency} /> },
        ]}
      />
    </Section>
  )
} // prettier-ignore

/** The record that it is of; a difference of an amount or a fee names our own side. */
function Record({ of: { kind, key }, msmId }: { of: Difference; msmId: number }): ReactNode {
  const may = allowed('reconDashboard', accessOf(useUser()))
  if (key === '') return <Nothing />
  const shown = (
    <CutShort characters={28}>
      <Reference>{key}</Reference>
    </CutShort>
  )
  const side = kind === 'amount' || kind === 'fee' ? 'a' : 'b'
  if (!may) return shown
  return (
    <ScreenLink className={styles['link']} to="reconRecord" search={{ ref: `${msmId}.${side}.${key}` } as never}>
      {shown}
    </ScreenLink>
  )
}

/** What took it out of suspense: `recon-decision:<id>`, `settlement:<id>:<closing>`, or its own reopening. */
function Ended({ by }: { by: string }): ReactNode {
  const { t } = useTranslation()
  const [what, id = ''] = by.split(':')
  if (what === '') return t(($) => $.reconSettlements.endedOpen)
  if (what === 'recon-decision') return t(($) => $.reconSettlements.endedDecision)
  if (what !== 'settlement') return t(($) => $.reconSettlements.endedReopened)
  return (
    <ScreenLink className={styles['link']} to="reconSettlement" search={{ settlement_id: id } as never}>
      {t(($) => $.reconSettlements.endedSettlement)}
    </ScreenLink>
  )
}
