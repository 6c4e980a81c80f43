import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import {
  exportReconSettlements,
  exportReconTransactions,
  listReconSettlements,
  listReconTransactions,
  reconSettlementList,
  reconTransactionList,
} from '#contract/recon-dashboard-lists.ts'
import type { ReconOutcomeRow } from '#contract/recon-outcome-rows.ts'
import { mismatches } from '#contract/recon-outcomes.ts'
import { Day, Nothing } from '#console/kit/details/values.tsx'
import { Status } from '#console/kit/details/status.tsx'
import { codeWord } from '#console/kit/i18n/words.ts'
import { ListScreen } from '#console/kit/list/list-screen.tsx'
import { useScreenSearch, type AnyDestination, type RawSearch } from '#console/kit/routing/screen-link.tsx'
import { useReconDays } from '../days.ts'
import { ExactAmount, ExactNumber } from '#console/kit/details/exact-amount.tsx'
import { ruleName } from '../rule-words.ts'
import { ownParams } from './narrowing.ts'
import type { TabSide } from './pairs.ts'
import styles from './dashboard.module.css'

/** The records of one side of a pair, as a list of their own. */
export function Records({ of: { pair, side }, above }: { of: TabSide; above: ReactNode }): ReactNode {
  const { t } = useTranslation()
  const { days, by } = useScreenSearch('reconDashboard') as RawSearch
  const range = useReconDays(days).days
  const isBySettlement = by === 'settlement'
  const fixed = {
    msm_id: String(pair.msm_id),
    data_source: side === 'a' ? pair.data_source_a : pair.data_source_b,
    // Without days a list is of all; the filter is still not one of its own.
    [isBySettlement ? 'settlement_date' : 'transaction_date']: range,
  }
  const shared = {
    name: 'reconDashboard',
    status: 'reconOutcome',
    rowKey: ({ record_ref }: ReconOutcomeRow) => record_ref,
    to: ({ record_ref }: ReconOutcomeRow): AnyDestination => ({ to: 'reconRecord', search: { ref: record_ref } }),
    keep: ownParams,
    fixed,
    above,
    cells,
    choices: {
      mismatches: [...mismatches, 'no_mismatch' as const].map((value) => ({ value, label: t(($) => $.reconDashboard.mismatches[value]) })),
      sku: [{ value: 'spare', label: t(($) => $.reconDashboard.spareSku) }],
    },
    searchFinds: t(($) => $.reconFees.searchFinds),
    empty: { title: t(($) => $.reconDashboard.nothingTitle), text: t(($) => $.reconDashboard.nothingText) },
  } as const
  return side === 'a' ? (
    <ListScreen {...shared} table="recon-transactions" call={listReconTransactions} exports={exportReconTransactions} list={reconTransactionList} />
  ) : (
    <ListScreen {...shared} table="recon-settlements" call={listReconSettlements} exports={exportReconSettlements} list={reconSettlementList} />
  )
} // prettier-ignore

type Decimal = 'amount_mismatch' | 'fee' | 'expected_fee' | 'fee_mismatch' | 'tax' | 'expected_tax' | 'tax_mismatch' | 'passed_on' | 'tolerance' // prettier-ignore
const number = (name: Decimal) => (row: ReconOutcomeRow) =>
  row[name] === '0' ? <Nothing /> : <ExactNumber value={row[name]} currency={row.currency} />
const cells = {
  status: (row: ReconOutcomeRow) => (
    <span className={styles['state']}>
      <Status of="reconOutcome" state={row.status} />
      {row.suggested_strength && <small>{codeWord('matchStrengths', row.suggested_strength)}</small>}
    </span>
  ),
  settlement_date: ({ settlement_date: day }: ReconOutcomeRow) => (day ? <Day of={day} /> : <Nothing />),
  transaction_date: ({ transaction_date: day }: ReconOutcomeRow) => (day ? <Day of={day} /> : <Nothing />),
  due_on: ({ due_on: day }: ReconOutcomeRow) => (day ? <Day of={day} /> : <Nothing />),
  amount: ({ amount, currency }: ReconOutcomeRow) => <ExactNumber value={amount} currency={currency} />,
  net: ({ net, net_currency }: ReconOutcomeRow) => <ExactAmount value={net} currency={net_currency} />,
  rule_key: ({ rule_key }: ReconOutcomeRow) => (rule_key ? <bdi>{ruleName(rule_key)}</bdi> : <Nothing />),
  amount_mismatch: number('amount_mismatch'),
  fee: number('fee'),
  expected_fee: number('expected_fee'),
  fee_mismatch: number('fee_mismatch'),
  tax: number('tax'),
  expected_tax: number('expected_tax'),
  tax_mismatch: number('tax_mismatch'),
  passed_on: number('passed_on'),
  tolerance: number('tolerance'),
}
