import type { ReactNode } from 'react'
import i18next from 'i18next'
import type { ReconException } from '#contract/recon-exceptions.ts'
import { Day, Nothing } from '#console/kit/details/values.tsx'
import { codeWord } from '#console/kit/i18n/words.ts'
import { ExactAmount, ExactNumber } from '#console/kit/details/exact-amount.tsx'
import { ruleName } from '../rule-words.ts'
import styles from './exceptions.module.css'

const t = i18next.t
type Row = ReconException
type Charge = 'fee' | 'tax' | 'passed_on' | 'fee_mismatch' | 'tax_mismatch' | 'tolerance' | 'expected_fee' | 'expected_tax' // prettier-ignore

/** What an exception differs by: in amount, and below that in what was charged. */
function Difference({ of: row }: { of: Row }): ReactNode {
  const charged = row.net_currency || row.currency
  const charges = (['fee_mismatch', 'tax_mismatch'] as const).filter((name) => row[name] !== '0')
  if (row.amount_mismatch === '0' && charges.length === 0) return <Nothing />
  return (
    <span className={styles['lines']}>
      {row.amount_mismatch !== '0' && <ExactAmount value={row.amount_mismatch} currency={row.currency} />}
      {charges.map((name) => (
        <small key={name}>
          {t(($) => (name === 'fee_mismatch' ? $.columns.fee : $.columns.tax))}{' '}
          <ExactAmount value={row[name]} currency={charged} />
        </small>
      ))}
    </span>
  )
}
const day = (name: 'settlement_date' | 'transaction_date' | 'due_on' | 'owner_due_on') => (row: Row) =>
  row[name] ? <Day of={row[name]} /> : <Nothing />
const charge = (name: Charge) => (row: Row) => row[name] === '0' ? <Nothing /> : <ExactNumber value={row[name]} currency={row.net_currency || row.currency} /> // prettier-ignore

export const exceptionCells = {
  amount: (row: Row) => <ExactAmount value={row.amount ?? row.net} currency={row.currency || row.net_currency} />,
  amount_mismatch: (row: Row) => <Difference of={row} />,
  suggested_strength: ({ suggested_strength: strength }: Row) =>
    strength ? <span className={styles['tag']} data-strength={strength}>{codeWord('matchStrengths', strength)}</span> : <Nothing />,
  waits_for: ({ waits_for: waits }: Row) => (waits ? codeWord('exceptionWaits', waits) : <Nothing />),
  rule_key: ({ rule_key: rule }: Row) => (rule ? <bdi>{ruleName(rule)}</bdi> : <Nothing />),
  net: ({ net, net_currency }: Row) => <ExactAmount value={net} currency={net_currency} />,
  settlement_date: day('settlement_date'),
  transaction_date: day('transaction_date'),
  due_on: day('due_on'),
  owner_due_on: day('owner_due_on'),
  fee: charge('fee'),
  tax: charge('tax'),
  passed_on: charge('passed_on'),
  fee_mismatch: charge('fee_mismatch'),
  tax_mismatch: charge('tax_mismatch'),
  expected_fee: charge('expected_fee'),
  expected_tax: charge('expected_tax'),
  tolerance: charge('tolerance'),
} // prettier-ignore
