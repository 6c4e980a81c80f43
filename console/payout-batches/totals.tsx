import type { ReactNode } from 'react'
import type { PayoutBatch } from '#contract/payout-batches.ts'
import { isCurrency } from '#contract/kit/money.ts'
import { Amount, Nothing } from '#console/kit/details/values.tsx'
import styles from './payout-batches.module.css'

/** What the payouts of a sheet come to, by currency. */
export function Totals({ of: { totals } }: { of: Pick<PayoutBatch, 'totals'> }): ReactNode {
  if (totals.length === 0) return <Nothing />
  return totals.map(({ currency, amount }) => (
    <span key={currency} className={styles['total']}>
      {isCurrency(currency) && <Amount value={Number(amount)} currency={currency} />}
    </span>
  ))
}
