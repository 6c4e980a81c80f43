import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { PayoutRow } from '#contract/payout-shapes.ts'
import { Amount, LeftToRight } from '#console/kit/details/values.tsx'
import { largestOf, sumsOf } from '../acts-on.ts'
import { accountTail } from '../payout-words.ts'
import styles from '../payouts.module.css'

/** What an act is for: how many payouts, what they come to, and the largest with the last digits of their accounts. */
export function Listed({ payouts }: { payouts: readonly PayoutRow[] }): ReactNode {
  const { t } = useTranslation()
  const largest = largestOf(payouts)
  return (
    <div>
      <strong>
        {t(($) => $.payouts.counted, { count: payouts.length })} · <Sums payouts={payouts} />
      </strong>
      <ul className={styles['listed']}>
        {largest.map((payout) => (
          <li key={payout.txn_ref}>
            <span>
              <bdi>{payout.beneficiary_name}</bdi> <LeftToRight>{accountTail(payout.to_account_no)}</LeftToRight>
            </span>
            <Amount value={payout.amount} currency={payout.currency} />
          </li>
        ))}
      </ul>
      {payouts.length > largest.length && (
        <p className={styles['hint']}>{t(($) => $.payouts.andMore, { count: payouts.length - largest.length })}</p>
      )}
    </div>
  )
}

/** The totals, one for each currency. */
export const Sums = ({ payouts }: { payouts: readonly PayoutRow[] }): ReactNode =>
  sumsOf(payouts).map(({ currency, amount }, at) => (
    <span key={currency}>
      {at > 0 && ' + '}
      <Amount value={amount} currency={currency} />
    </span>
  ))
