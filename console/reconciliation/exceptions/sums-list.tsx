import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ReconOutcomeRow } from '#contract/recon-dashboard-records.ts'
import { sumReconExceptions, type ExceptionSum } from '#contract/recon-exceptions.ts'
import { useCall } from '#console/kit/api/use-call.ts'
import { environmentOf, useUser } from '#console/kit/auth/session.ts'
import type { FoundRows } from '#console/kit/list/choosing.tsx'
import { ExactAmount } from '#console/kit/details/exact-amount.tsx'
import { sumsOf } from './sums.ts'
import styles from './exceptions.module.css'

/** Some exceptions by their rows, or all that a list's filters find. */
export interface ChosenExceptions {
  rows: readonly ReconOutcomeRow[]
  found: FoundRows | null
}

/** What the chosen ones come to, by currency. */
export function SumsOfChosen({ of: { rows, found } }: { of: ChosenExceptions }): ReactNode {
  const environment = environmentOf(useUser())
  const all = useCall(sumReconExceptions, { body: { environment, ...found?.asked } }, { enabled: found !== null })
  return <Sums sums={found ? (all.data ?? []) : sumsOf(rows)} />
}

export function Sums({ sums }: { sums: readonly ExceptionSum[] }): ReactNode {
  const { t } = useTranslation()
  return (
    <ul className={styles['sums']}>
      {sums.map(({ currency, count, amount, difference }) => (
        <li key={currency}>
          {count > 0 && `${t(($) => $.reconDashboard.records, { count })} · `}
          <strong>
            <ExactAmount value={amount} currency={currency} />
          </strong>
          {difference !== '0' && (
            <>
              {' '}
              {t(($) => $.reconExceptions.differing)} <ExactAmount value={difference} currency={currency} />
            </>
          )}
        </li>
      ))}
    </ul>
  )
}
