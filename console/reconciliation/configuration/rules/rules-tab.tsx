import { NativeSelect } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ReconPair } from '#contract/recon-runs.ts'
import { listReconRules } from '#contract/recon-rules.ts'
import { useCall } from '#console/kit/api/use-call.ts'
import { environmentOf, useUser } from '#console/kit/auth/session.ts'
import { Section } from '#console/kit/details/detail.tsx'
import { Empty, Unanswered } from '#console/kit/list/unanswered.tsx'
import { ButtonLink, useGo, useScreenSearch, type RawSearch } from '#console/kit/routing/screen-link.tsx'
import { WhyNot } from '#console/kit/routing/why-not.tsx'
import { chosenPair, pairWords, usePairs } from '../../dashboard/pairs.ts'
import { RulesEditor } from './rules-editor.tsx'
import { Versions } from './versions.tsx'
import styles from './rules.module.css'

/** How the records of a pair are matched: an ordered list of rules, of which each change makes a new version. */
export function RulesTab(): ReactNode {
  const { t } = useTranslation()
  const pairs = usePairs()
  const { pair: chosen } = useScreenSearch('reconConfiguration') as RawSearch
  const pair = pairs.data && chosenPair(pairs.data, chosen)
  if (!pairs.data) return <Unanswered query={pairs} lines={8} />
  if (!pair)
    return (
      <Empty title={t(($) => $.reconDashboard.noPairTitle)} text={t(($) => $.reconDashboard.noPairText)}>
        <ButtonLink to="reconConfiguration" search={{ tab: 'channels' } as never}>
          {t(($) => $.reconDashboard.setUp)}
        </ButtonLink>
      </Empty>
    )
  return <OfPair key={pair.msm_id} pairs={pairs.data} pair={pair} />
}

function OfPair({ pairs, pair }: { pairs: readonly ReconPair[]; pair: ReconPair }): ReactNode {
  const { t } = useTranslation()
  const go = useGo()
  const environment = environmentOf(useUser())
  const rules = useCall(listReconRules, { query: { environment, msm_id: pair.msm_id } })
  return (
    <Section title={t(($) => $.matchRules.title)} end={<WhyNot rule="reconConfiguration" />}>
      <p className={styles['about']}>{t(($) => $.matchRules.about)}</p>
      <NativeSelect
        className={styles['pair'] ?? ''}
        label={t(($) => $.reconDashboard.pair)}
        value={String(pair.msm_id)}
        data={pairs.map((one) => ({ value: String(one.msm_id), label: pairWords(one) }))}
        onChange={(event) => void go({ to: 'reconConfiguration', search: { tab: 'rules', pair: event.currentTarget.value } as never })}
      />
      {rules.data ? (
        <>
          <RulesEditor key={`${rules.data.msm_id} ${rules.data.newest}`} latest={rules.data} hasAnswer={pair.answer_run_id !== null} />
          <Versions latest={rules.data} />
        </>
      ) : (
        <Unanswered query={rules} lines={10} />
      )}
    </Section>
  )
} // prettier-ignore
