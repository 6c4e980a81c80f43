import { Progress } from '@mantine/core'
import '@mantine/core/styles/Progress.css'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { readReconRun, type ReconRun } from '#contract/recon-runs.ts'
import { useCall } from '#console/kit/api/use-call.ts'
import { useFresh } from '#console/kit/api/use-fresh.ts'
import { environmentOf, useUser } from '#console/kit/auth/session.ts'
import { Facts, Section } from '#console/kit/details/detail.tsx'
import { History } from '#console/kit/details/history.tsx'
import { Missing } from '#console/kit/details/missing.tsx'
import { HeadFacts, Who } from '#console/kit/details/object-head.tsx'
import { Status } from '#console/kit/details/status.tsx'
import { CopiedReference, Day, LeftToRight, Time } from '#console/kit/details/values.tsx'
import { numberText } from '#console/kit/i18n/names.ts'
import { useLanguage, wireWord } from '#console/kit/i18n/words.ts'
import { Unanswered } from '#console/kit/list/unanswered.tsx'
import { ActingFor } from '#console/kit/routing/acting-for.tsx'
import { Screen } from '#console/kit/routing/screen.tsx'
import { ScreenLink, useScreenSearch } from '#console/kit/routing/screen-link.tsx'
import { pairWords } from '../dashboard/pairs.ts'
import { RunActs } from './acts.tsx'
import { causeWords, stageWords } from './run-words.ts'
import { RunTotals } from './run-totals.tsx'
import styles from './runs.module.css'

/** One run: how far it is, why it was begun, by what it was worked out, and what it comes to. */
export default function ReconRunDetails(): ReactNode {
  const { run_id = '', merchant = '' } = useScreenSearch('reconRun')
  return (
    <ActingFor merchant={merchant}>
      <Asked key={run_id} runId={run_id} />
    </ActingFor>
  )
}

function Asked({ runId }: { runId: string }): ReactNode {
  const environment = environmentOf(useUser())
  const query = useCall(readReconRun, { path: { id: runId }, query: { environment } }, { enabled: runId !== '' })
  const { data, refetch } = query
  useFresh(data?.status === 'queued' || data?.status === 'running', () => void refetch(), 1_000)
  if (data) return <Shown run={data} />
  return (
    <Screen name="reconRun" back="reconRuns">
      <Unanswered query={query} lines={10} absent={runId === ''} missing={<Missing what="reconRun" />} />
    </Screen>
  )
}

function Shown({ run }: { run: ReconRun }): ReactNode {
  const { t } = useTranslation()
  const language = useLanguage()
  return (
    <Screen
      name="reconRun"
      title={t(($) => $.reconRuns.title, { number: run.run_no })}
      back="reconRuns"
      wide
      facts={
        <HeadFacts
          facts={[
            { name: 'state', fact: <Status of="reconRun" state={run.status} /> },
            { name: 'pair', fact: pairWords(run) },
            { name: 'who', fact: run.asked_by && <Who>{run.asked_by}</Who> },
            { name: 'time', fact: <Time at={run.asked_at} zoned /> },
          ]}
        />
      }
      actions={<RunActs run={run} />}
    >
      {(run.status === 'queued' || run.status === 'running') && <HowFar run={run} />}
      {run.reason && (
        <p role="alert" className={styles['reason']} data-card>
          {t(($) => $.reconRuns.failed)} <bdi>{run.reason}</bdi>
        </p>
      )}
      {run.totals.length > 0 && <RunTotals run={run} />}
      <Section title={t(($) => $.reconRuns.workedOutBy)}>
        <Facts
          facts={[
            [t(($) => $.reconRuns.cause), causeWords(run)],
            [t(($) => $.reconRuns.files), files(run).length === 0 ? undefined : files(run)],
            [wireWord('columns', 'as_of'), <Day key="day" of={run.as_of} />],
            [t(($) => $.reconEvidence.rulesVersion), numberText(run.rules_version, language)],
            [t(($) => $.reconConfiguration.toleranceTitle), <LeftToRight key="tolerance">{numberText(run.tolerance, language)}</LeftToRight>],
            [wireWord('columns', 'rows_done'), numberText(run.rows_done, language)],
            [wireWord('columns', 'changed'), run.status === 'done' ? numberText(run.changed, language) : undefined],
            [wireWord('columns', 'finished_at'), run.finished_at ? <Time key="end" at={run.finished_at} exact zoned /> : undefined],
            [wireWord('columns', 'digest'), run.digest ? <CopiedReference key="digest" copy={run.digest}>{run.digest}</CopiedReference> : undefined],
          ]}
        />
        {run.digest && <p className={styles['hint']}>{t(($) => $.reconRuns.digestMeans)}</p>}
      </Section>
      <History object="recon-run" objectRef={run.run_id} />
    </Screen>
  )
} // prettier-ignore

/** The files that a run was begun by. */
const files = ({ causes }: ReconRun): ReactNode[] =>
  causes.flatMap(({ kind, ref }) =>
    kind === 'file' && ref !== ''
      ? [
          <ScreenLink key={ref} to="reconFile" search={{ recon_id: ref } as never} className={styles['file']}>
            <LeftToRight>{ref.slice(-8)}</LeftToRight>
          </ScreenLink>,
        ]
      : [],
  )

function HowFar({ run }: { run: ReconRun }): ReactNode {
  const { t } = useTranslation()
  const language = useLanguage()
  const words = run.status === 'queued' ? t(($) => $.reconRuns.waits) : stageWords(run, language)
  return (
    <section className={styles['far']} data-card aria-live="polite">
      <p>{words || t(($) => $.reconRuns.begins)}</p>
      <Progress value={run.rows_all === 0 ? 0 : (100 * run.rows_done) / run.rows_all} aria-label={words} animated />
      <p className={styles['hint']}>{t(($) => $.reconRuns.formerStands)}</p>
    </section>
  )
}
