import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ReconFileRow } from '#contract/recon-files.ts'
import type { ProofState } from '#contract/recon-file-states.ts'
import { ExactAmount } from '#console/kit/details/exact-amount.tsx'
import styles from './files.module.css'

/** Whether the file proves itself: the currencies of each answer, and by how much it does not. */
export function Proofs({ of }: { of: ReconFileRow['proof'] }): ReactNode {
  const proven = of.filter(({ state }) => state === 'proven').map(({ currency }) => currency)
  const open = of.filter(({ state }) => state === 'unproven')
  const unsaid = of.filter(({ state }) => state === 'not_stated').map(({ currency }) => currency)
  if (of.length === 0) return null
  return (
    <ul className={styles['proofs']}>
      {open.map(({ currency, difference }) => (
        <li key={currency} data-state="unproven">
          <ProofWord state="unproven" /> <ExactAmount value={difference} currency={currency} />
        </li>
      ))}
      {proven.length > 0 && (
        <li>
          <ProofWord state="proven" /> <bdi dir="ltr">{proven.join(' ')}</bdi>
        </li>
      )}
      {unsaid.length > 0 && open.length + proven.length === 0 && (
        <li>
          <ProofWord state="not_stated" />
        </li>
      )}
    </ul>
  )
}

export function ProofWord({ state }: { state: ProofState }): ReactNode {
  const { t } = useTranslation()
  return t(($) => $.reconFiles.proofStates[state])
}
