import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ReconProposal } from '#contract/recon-proposals.ts'
import { ExactAmount } from '#console/kit/details/exact-amount.tsx'
import { sumOfTexts } from '../fees/decimal-sums.ts'
import { shownOf } from './shown.ts'
import styles from './exceptions.module.css'

/** How many proposals there are in each currency, and what they are about. */
export function ProposalSums({ of }: { of: readonly ReconProposal[] }): ReactNode {
  const { t } = useTranslation()
  return (
    <ul className={styles['sums']}>
      {[...Map.groupBy(of, ({ currency }) => currency)].map(([currency, proposals]) => (
        <li key={currency}>
          {t(($) => $.reconExceptions.proposals, { count: proposals.length })}
          {' · '}
          <strong>
            <ExactAmount value={sumOfTexts(proposals.map((one) => shownOf(one).difference))} currency={currency} />
          </strong>
        </li>
      ))}
    </ul>
  )
}
