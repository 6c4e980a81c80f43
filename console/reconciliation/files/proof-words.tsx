import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ReconFileRow } from '#contract/recon-files.ts'
import type { ProofState } from '#contract/recon-file-states.ts'
import { ExactAmount } from '../exact-amount.tsx'
import styles from './files.module.css'

/** Whether the file proves itself, per currency, and by how much it does not. */
export function Proofs({ of }: { of: ReconFileRow['proof'] }): ReactNode {
  if (of.length === 0) return null
  return (
    <ul className={styles['proofs']}>
      {of.map(({ currency, state, difference }) => (
        <li key={currency} data-state={state}>
          <bdi dir="ltr">{currency}</bdi> <ProofWord state={state} />
          {state === 'unproven' && (
            <>
              {' '}
              <ExactAmount value={difference} currency="" />
            </>
          )}
        </li>
      ))}
    </ul>
  )
}

export function ProofWord({ state }: { state: ProofState }): ReactNode {
  const { t } = useTranslation()
  return t(($) => $.reconFiles.proofStates[state])
}
