import { useMemo, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { compareReconRuns, readReconRun, reconChangeList } from '#contract/recon-runs.ts'
import type { WireOutput } from '#contract/kit/call.ts'
import { useCall } from '#console/kit/api/use-call.ts'
import { environmentOf, useUser } from '#console/kit/auth/session.ts'
import { Status } from '#console/kit/details/status.tsx'
import { Day, Nothing, Time } from '#console/kit/details/values.tsx'
import { useLanguage } from '#console/kit/i18n/words.ts'
import { ListScreen } from '#console/kit/list/list-screen.tsx'
import { ScreenLink, useScreenSearch, type RawSearch } from '#console/kit/routing/screen-link.tsx'
import { exponentOf } from '#contract/iso-currencies.ts'
import { exactWords } from '#console/kit/details/exact-amount.tsx'
import { pairWords } from '../dashboard/pairs.ts'
import styles from './runs.module.css'

type Change = WireOutput<typeof compareReconRuns>['content'][number]

/** The records of which two runs say different things, each with what both say and why. */
export default function ReconRunChanges(): ReactNode {
  const { t } = useTranslation()
  const { run = '', other = '' } = useScreenSearch('reconRunChanges') as RawSearch
  const path = useMemo(() => ({ run_id: run }), [run])
  const fixed = useMemo(() => ({ other_run_id: other }), [other])
  return (
    <ListScreen
      name="reconRunChanges"
      table="recon-changes"
      call={compareReconRuns}
      list={reconChangeList}
      status="reconOutcome"
      rowKey={({ side, key }) => `${side}.${key}`}
      keep={['run', 'other']}
      path={path}
      fixed={fixed}
      back="reconRuns"
      above={<Both ids={[run, other]} />}
      cells={{
        before: ({ before, currency }) => <Said said={before} currency={currency} />,
        after: ({ after, currency }) => <Said said={after} currency={currency} />,
        causes: ({ causes }) => causes.map((cause) => t(($) => $.reconRuns.changeCauses[cause])).join(t(($) => $.app.comma)),
        booked_on: ({ booked_on: day }) => (day ? <Day of={day} /> : <Nothing />),
      }}
      searchFinds={t(($) => $.reconFees.searchFinds)}
      empty={{ title: t(($) => $.reconRuns.sameTitle), text: t(($) => $.reconRuns.sameText) }}
    />
  )
} // prettier-ignore

function Said({ said, currency }: { said: Change['before']; currency: string }): ReactNode {
  const language = useLanguage()
  if (!said) return <Nothing />
  const { status, gross, amount_off: off } = said
  const words = (value: string) => exactWords(value, language, exponentOf(currency))
  return (
    <span className={styles['said']}>
      <Status of="reconOutcome" state={status} />
      {gross !== null && <small><bdi dir="ltr">{words(gross)} {currency}{off === '0' ? '' : ` (${words(off)})`}</bdi></small>}
    </span>
  )
} // prettier-ignore

/** The two runs, the earlier one first. */
function Both({ ids }: { ids: readonly [string, string] }): ReactNode {
  const { t } = useTranslation()
  const environment = environmentOf(useUser())
  const [one, other] = ids
  const first = useCall(readReconRun, { path: { id: one }, query: { environment } }, { enabled: one !== '' })
  const second = useCall(readReconRun, { path: { id: other }, query: { environment } }, { enabled: other !== '' })
  const runs = [first.data, second.data].flatMap((run) => (run ? [run] : [])).toSorted((a, b) => a.run_no - b.run_no)
  const [earlier] = runs
  if (!earlier) return null
  return (
    <div className={styles['both']}>
      <p>{pairWords(earlier)}</p>
      <ol>
        {runs.map((run, at) => (
          <li key={run.run_id}>
            {t(($) => (at === 0 ? $.reconRuns.earlier : $.reconRuns.later))}{' '}
            <ScreenLink to="reconRun" search={{ run_id: run.run_id }}>
              {t(($) => $.reconRuns.title, { number: run.run_no })}
            </ScreenLink>{' '}
            <Time at={run.asked_at} zoned />
          </li>
        ))}
      </ol>
    </div>
  )
}
