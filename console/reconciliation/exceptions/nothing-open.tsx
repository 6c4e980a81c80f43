import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { allowed } from '#contract/access.ts'
import { readReconFlow } from '#contract/recon-dashboard.ts'
import type { ReconPair } from '#contract/recon-runs.ts'
import { useCall } from '#console/kit/api/use-call.ts'
import { accessOf, environmentOf, useUser } from '#console/kit/auth/session.ts'
import { ButtonLink } from '#console/kit/routing/screen-link.tsx'
import { AllMatched } from '../dashboard/all-matched.tsx'
import styles from './exceptions.module.css'

/** Where nothing is open: what all matched, with its proof beside it; before the first answer, where files come in. */
export function NothingOpen({ pairs }: { pairs: readonly ReconPair[] }): ReactNode {
  const { t } = useTranslation()
  const mayRead = allowed('reconDashboard', accessOf(useUser()))
  const answered = pairs.filter(({ answer_run_id: run }) => run !== null)
  if (answered.length === 0) return <ButtonLink to="reconData">{t(($) => $.reconFiles.add)}</ButtonLink>
  return (
    <div className={styles['matched']}>
      {mayRead && answered.map((pair) => <OfPair key={pair.msm_id} pair={pair} />)}
      <ButtonLink to="reconDashboard" variant="default">
        {t(($) => $.reconRuns.toDashboard)}
      </ButtonLink>
    </div>
  )
}

function OfPair({ pair }: { pair: ReconPair }): ReactNode {
  const { data_source_a, data_source_b } = pair
  const flow = useCall(readReconFlow, { body: { environment: environmentOf(useUser()), data_source_a, data_source_b } })
  return flow.data ? <AllMatched flow={flow.data} pair={pair} /> : null
}
