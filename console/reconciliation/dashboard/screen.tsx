import { lazy, Suspense, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ReconPair } from '#contract/recon-runs.ts'
import { useDenied } from '#console/kit/routing/use-denied.ts'
import { Empty, Unanswered } from '#console/kit/list/unanswered.tsx'
import { Screen } from '#console/kit/routing/screen.tsx'
import { ButtonLink, useScreenSearch, type RawSearch } from '#console/kit/routing/screen-link.tsx'
import { TabLinks } from '#console/kit/ui/tab-links.tsx'
import { Controls } from './controls.tsx'
import { EmailRecords } from './email-records.tsx'
import { FlowView } from './flow-view.tsx'
import { sharedSearch } from './narrowing.ts'
import { chosenPair, recordTabs, sideOfTab, usePairs, type RecordTab } from './pairs.ts'

const Records = lazy(async () => ({ default: (await import('./records.tsx')).Records }))

const tabs = ['flow', ...recordTabs] as const

/** What became of the records of a pair: what matches, what is missing and what differs. */
export default function ReconDashboard(): ReactNode {
  const pairs = usePairs()
  const search = useScreenSearch('reconDashboard') as RawSearch
  const pair = pairs.data && chosenPair(pairs.data, search['pair'])
  if (!pairs.data || !pair)
    return (
      <Screen name="reconDashboard" wide>
        {pairs.data ? <NoPair /> : <Unanswered query={pairs} lines={10} />}
      </Screen>
    )
  const tab = tabs.find((name) => name === search['tab']) ?? 'flow'
  const above = (isList: boolean) => (
    <>
      <Controls pairs={pairs.data} pair={pair} isList={isList} />
      <Tabs open={tab} search={search} />
    </>
  )
  if (tab === 'flow')
    return (
      <Screen name="reconDashboard" wide actions={pair.answer_run_id !== null && <EmailRecords pair={pair} />}>
        {above(false)}
        {pair.answer_run_id === null ? <NoAnswer pair={pair} /> : <FlowView pair={pair} />}
      </Screen>
    )
  return <RecordsOf {...{ pairs: pairs.data, pair, tab }} above={above(true)} />
}

interface RecordsProps {
  pairs: readonly ReconPair[]
  pair: ReconPair
  tab: RecordTab
  above: ReactNode
}
function RecordsOf({ pairs, pair, tab, above }: RecordsProps): ReactNode {
  const { t } = useTranslation()
  const of = sideOfTab(pairs, pair, tab)
  if (of && of.pair.answer_run_id !== null)
    return (
      <Suspense>
        <Records key={tab} of={of} above={above} />
      </Suspense>
    )
  return (
    <Screen name="reconDashboard" wide>
      {above}
      {of ? (
        <NoAnswer pair={of.pair} />
      ) : (
        <Empty title={t(($) => $.reconDashboard.noSideTitle)} text={t(($) => $.reconDashboard.noSideText)}>
          <AddFiles />
        </Empty>
      )}
    </Screen>
  )
}

function Tabs({ open, search }: { open: (typeof tabs)[number]; search: RawSearch }): ReactNode {
  const { t } = useTranslation()
  return (
    <TabLinks
      screen="reconDashboard"
      label={t(($) => $.reconDashboard.tabsLabel)}
      tabs={tabs.map((tab) => ({
        tab,
        title: t(($) => $.reconDashboard.tabs[tab]),
        ...(tab === 'flow' && { search: {} }),
      }))}
      open={open}
      keep={sharedSearch(search)}
    />
  )
}

/** Without two sources that are compared, there is nothing to show; mappings make them. */
function NoPair(): ReactNode {
  const { t } = useTranslation()
  const mayConfigure = useDenied('reconConfiguration') === null
  return (
    <Empty title={t(($) => $.reconDashboard.noPairTitle)} text={t(($) => $.reconDashboard.noPairText)}>
      {mayConfigure ? (
        <ButtonLink to="reconConfiguration" search={{ tab: 'channels' } as never}>
          {t(($) => $.reconDashboard.setUp)}
        </ButtonLink>
      ) : (
        <AddFiles />
      )}
    </Empty>
  )
}

/** Before the first answer: files are missing, or are being compared. */
function NoAnswer({ pair: { wanted_at } }: { pair: ReconPair }): ReactNode {
  const { t } = useTranslation()
  return wanted_at === null ? (
    <Empty title={t(($) => $.reconDashboard.noFileTitle)} text={t(($) => $.reconDashboard.noFileText)}>
      <AddFiles />
    </Empty>
  ) : (
    <Empty title={t(($) => $.reconDashboard.soonTitle)} text={t(($) => $.reconDashboard.soonText)}>
      <ButtonLink to="reconRuns" variant="default">
        {t(($) => $.reconDashboard.toRuns)}
      </ButtonLink>
    </Empty>
  )
}

function AddFiles(): ReactNode {
  const { t } = useTranslation()
  return <ButtonLink to="reconData">{t(($) => $.reconFiles.add)}</ButtonLink>
}
