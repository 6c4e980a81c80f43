import { Button } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ReconRule } from '#contract/recon-rule-shapes.ts'
import {
  dryRunReconRules,
  listReconRules,
  readReconDryRun,
  saveReconRules,
  type ReconRules,
} from '#contract/recon-rules.ts'
import { listReconPairs } from '#contract/recon-runs.ts'
import { useAction, useCall } from '#console/kit/api/use-call.ts'
import { useFresh } from '#console/kit/api/use-fresh.ts'
import { environmentOf, useUser } from '#console/kit/auth/session.ts'
import { FormFailure } from '#console/kit/form/form-screen.tsx'
import { Unanswered } from '#console/kit/list/unanswered.tsx'
import { Tried } from './tried.tsx'
import styles from './rules.module.css'

interface DryRunProps {
  latest: ReconRules
  rules: readonly ReconRule[]
  isChanged: boolean
  /** There is an answer to compare with. */
  hasAnswer: boolean
}
/** Shows what edited rules would change; only rules of which that was seen are saved. */
export function DryRun({ latest, rules, isChanged, hasAnswer }: DryRunProps): ReactNode {
  const { t } = useTranslation()
  const environment = environmentOf(useUser())
  const [tried, setTried] = useState<{ id: string; rules: string } | null>(null)
  const drafted = JSON.stringify(rules)
  const isOfThese = tried?.rules === drafted
  const ask = useAction(dryRunReconRules)
  const save = useAction(saveReconRules, { refreshes: [listReconRules, listReconPairs] })
  const query = useCall(
    readReconDryRun,
    { path: { dry_run_id: tried?.id ?? '' }, query: { environment } },
    { enabled: tried !== null && isOfThese },
  )
  const { data, refetch } = query
  const isUnderWay = isOfThese && (data?.status === 'queued' || data?.status === 'running')
  useFresh(isUnderWay, () => void refetch(), 500)
  if (!isChanged) return null
  const start = async () => {
    save.reset()
    const outcome = await ask.act({ body: { environment, msm_id: latest.msm_id, rules: [...rules] } })
    if (outcome.ok) setTried({ id: outcome.answer.dry_run_id, rules: drafted })
  }
  const isDone = isOfThese && data?.status === 'done'
  return (
    <section className={styles['dry']} data-card aria-live="polite">
      <h3>{t(($) => $.matchRules.dryTitle)}</h3>
      <p>{t(($) => (hasAnswer ? $.matchRules.dryAbout : $.matchRules.noAnswer))}</p>
      {ask.error && <FormFailure error={ask.error} />}
      {save.error && <FormFailure error={save.error} />}
      {isOfThese && query.error && <Unanswered query={query} lines={3} />}
      {isUnderWay && <p>{t(($) => $.matchRules.tries)}</p>}
      {isOfThese && data?.status === 'failed' && <p role="alert">{t(($) => $.matchRules.failed)}</p>}
      {isDone && data.result && <Tried result={data.result} />}
      <div className={styles['foot']}>
        {isDone ? (
          <Button loading={save.pending} onClick={() => void save.act({ body: { environment, dry_run_id: data.dry_run_id } })}>
            {t(($) => $.matchRules.save)}
          </Button>
        ) : (
          <Button loading={ask.pending || isUnderWay} disabled={!hasAnswer} onClick={() => void start()}>
            {t(($) => $.matchRules.try)}
          </Button>
        )}
      </div>
    </section>
  )
} // prettier-ignore
