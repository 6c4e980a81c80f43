import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { momentOf } from '#contract/kit/text-forms.ts'
import { timestampText } from '#contract/kit/wire.ts'
import { reconRunStates } from '#contract/recon-run-states.ts'
import { cancelReconRun, listReconRuns, readReconRun, type ReconRun } from '#contract/recon-runs.ts'
import { useAction, useCall } from '#console/kit/api/use-call.ts'
import { environmentOf, useUser } from '#console/kit/auth/session.ts'
import { ButtonLink } from '#console/kit/routing/screen-link.tsx'
import { useDenied } from '#console/kit/routing/use-denied.ts'

/** A run under way is cancelled; one that is done leads to its records and to what it changed. */
export function RunActs({ run }: { run: ReconRun }): ReactNode {
  const { t } = useTranslation()
  const environment = environmentOf(useUser())
  const denied = useDenied('reconData')
  const mayShow = useDenied('reconDashboard') === null
  const { act, pending } = useAction(cancelReconRun, { refreshes: [readReconRun, listReconRuns] })
  // Times are of whole seconds: one that was asked for in the same second came before it too.
  const until = timestampText(new Date(momentOf(run.asked_at).getTime() + 1_000))
  const before = useCall(listReconRuns, {
    body: { environment, pagesize: 50, filters: { data_source: run.data_source_a, status: 'done', asked_at: { to: until } } },
  })
  const former = before.data?.content
    .filter(({ msm_id, run_no }) => msm_id === run.msm_id && run_no < run.run_no)
    .toSorted((a, b) => b.run_no - a.run_no)[0]
  if (reconRunStates.can(run.status, 'cancel'))
    return (
      !denied && (
        <Button variant="default" loading={pending} onClick={() => void act({ path: { run_id: run.run_id }, body: { environment } })}>
          {t(($) => $.reconRuns.cancel)}
        </Button>
      )
    )
  if (run.status !== 'done') return null
  return (
    <>
      {former && (
        <ButtonLink variant="default" to="reconRunChanges" search={{ run: former.run_id, other: run.run_id } as never}>
          {t(($) => $.reconRuns.compareFormer, { number: former.run_no })}
        </ButtonLink>
      )}
      {run.is_answer && mayShow && (
        <ButtonLink to="reconDashboard" search={{ pair: String(run.msm_id) } as never}>
          {t(($) => $.reconRuns.toDashboard)}
        </ButtonLink>
      )}
    </>
  )
} // prettier-ignore
