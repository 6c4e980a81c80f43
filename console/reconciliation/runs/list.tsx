import { Button, Menu } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { listReconRuns, readReconRun, reconRunList, startReconRun, type ReconRunRow } from '#contract/recon-runs.ts'
import { useAction } from '#console/kit/api/use-call.ts'
import { environmentOf, useUser } from '#console/kit/auth/session.ts'
import { Status } from '#console/kit/details/status.tsx'
import { CutShort, Day, LeftToRight, Nothing, Reference } from '#console/kit/details/values.tsx'
import { numberText } from '#console/kit/i18n/names.ts'
import { useLanguage } from '#console/kit/i18n/words.ts'
import { ListScreen } from '#console/kit/list/list-screen.tsx'
import { useDenied } from '#console/kit/routing/use-denied.ts'
import { ButtonLink, useGo } from '#console/kit/routing/screen-link.tsx'
import { Icon } from '#console/kit/ui/icons.tsx'
import { pairWords, usePairs } from '../dashboard/pairs.ts'
import { causeWords, stageWords } from './run-words.ts'
import styles from './runs.module.css'

/** The runs of all pairs, newest first. Two of one pair can be compared. */
export default function ReconRuns(): ReactNode {
  const { t } = useTranslation()
  const language = useLanguage()
  return (
    <ListScreen
      name="reconRuns"
      table="recon-runs"
      call={listReconRuns}
      list={reconRunList}
      status="reconRun"
      rowKey={({ run_id }) => run_id}
      to={({ run_id }) => ({ to: 'reconRun', search: { run_id } })}
      begin={<Start />}
      cells={{
        run_no: (run) => (
          <span className={styles['run']}>
            {numberText(run.run_no, language)}
            {run.is_answer && <small>{t(($) => $.reconRuns.isAnswer)}</small>}
          </span>
        ),
        data_source_a: ({ data_source_a }) => <LeftToRight>{data_source_a}</LeftToRight>,
        data_source_b: ({ data_source_b }) => <LeftToRight>{data_source_b}</LeftToRight>,
        status: (run) => (
          <span className={styles['run']}>
            <Status of="reconRun" state={run.status} />
            {run.status === 'running' && <small>{stageWords(run, language)}</small>}
          </span>
        ),
        as_of: ({ as_of }) => <Day of={as_of} />,
        asked_by: (run) => (
          <span className={styles['run']}>
            {causeWords(run)}
            {run.asked_by && <small><bdi>{run.asked_by}</bdi></small>}
          </span>
        ),
        rows_done: ({ status, rows_done }) => (status === 'queued' ? <Nothing /> : numberText(rows_done, language)),
        changed: ({ status, changed }) => (status === 'done' ? numberText(changed, language) : <Nothing />),
        digest: ({ digest }) => (digest ? <CutShort characters={14}><Reference>{digest}</Reference></CutShort> : <Nothing />),
      }}
      choosing={{ nameOf: (run) => t(($) => $.reconRuns.nameOf, { number: run.run_no, pair: pairWords(run) }), most: 2, acts: (runs) => <Compare runs={runs} /> }}
      searchFinds={t(($) => $.reconRuns.searchFinds)}
      empty={{ title: t(($) => $.reconRuns.emptyTitle), text: t(($) => $.reconRuns.emptyText) }}
    />
  )
} // prettier-ignore

/** Two runs of one pair that are done; anything else says what is missing. */
function Compare({ runs }: { runs: readonly ReconRunRow[] }): ReactNode {
  const { t } = useTranslation()
  const [one, other] = runs
  if (!one || !other) return <span>{t(($) => $.reconRuns.chooseTwo)}</span>
  if (one.msm_id !== other.msm_id) return <span>{t(($) => $.reconRuns.onePair)}</span>
  if (one.status !== 'done' || other.status !== 'done') return <span>{t(($) => $.reconRuns.onlyDone)}</span>
  return (
    <ButtonLink size="xs" to="reconRunChanges" search={{ run: one.run_id, other: other.run_id } as never}>
      {t(($) => $.reconRuns.compare)}
    </ButtonLink>
  )
}

/** Begins a run by hand; with several pairs, that of the chosen one. */
function Start(): ReactNode {
  const { t } = useTranslation()
  const environment = environmentOf(useUser())
  const denied = useDenied('reconData')
  const { data: pairs = [] } = usePairs()
  const go = useGo()
  const { act, pending } = useAction(startReconRun, { refreshes: [listReconRuns, readReconRun] })
  const start = async (msm_id: number) => {
    const outcome = await act({ body: { environment, msm_id } })
    if (outcome.ok) void go({ to: 'reconRun', search: { run_id: outcome.answer.run_id } })
  }
  if (denied || pairs.length === 0) return null
  const label = t(($) => $.reconRuns.start)
  const [only] = pairs
  if (pairs.length === 1 && only)
    return (
      <Button leftSection={<Icon name="refresh" />} loading={pending} onClick={() => void start(only.msm_id)}>
        {label}
      </Button>
    )
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button leftSection={<Icon name="refresh" />} loading={pending}>
          {label}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {pairs.map((pair) => (
          <Menu.Item key={pair.msm_id} onClick={() => void start(pair.msm_id)}>
            {pairWords(pair)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
