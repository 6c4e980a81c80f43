import type { ReactNode } from 'react'
import { ExactAmount } from '#console/kit/details/exact-amount.tsx'
import type { Step } from './formula-steps.ts'
import styles from './fees.module.css'

/** Steps of a sum below each other, the amounts at the end of their lines. */
export const Steps = ({ steps }: { steps: readonly Step[] }): ReactNode => (
  <dl className={styles['steps']}>
    {steps.map(({ what, amount, currency, total }) => (
      <div key={what} data-total={total}>
        <dt>{what}</dt>
        <dd>
          <ExactAmount value={amount} currency={currency} />
        </dd>
      </div>
    ))}
  </dl>
)
