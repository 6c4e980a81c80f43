import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { typesChosen } from '#contract/recon-dashboard-shapes.ts'
import { readReconFlow, type FlowId } from '#contract/recon-dashboard.ts'
import type { ReconPair } from '#contract/recon-runs.ts'
import { useCall } from '#console/kit/api/use-call.ts'
import { dayWords } from '#console/kit/details/values.tsx'
import { isolatedLtr } from '#console/kit/i18n/bidi.ts'
import { useLanguage } from '#console/kit/i18n/words.ts'
import { Empty, Unanswered } from '#console/kit/list/unanswered.tsx'
import { ButtonLink, useScreenSearch, type RawSearch } from '#console/kit/routing/screen-link.tsx'
import { AllMatched } from './all-matched.tsx'
import { Totals } from './totals.tsx'
import { FlowChart } from './flow-chart.tsx'
import { filtersOf, flowTypeOf, sharedSearch, sideOf } from './narrowing.ts'
import { tabOfSide } from './pairs.ts'
import { useAsked } from './use-asked.ts'
import styles from './dashboard.module.css'

/** The answer of a pair as a flow chart: from transactions and settlements to what is missing, matches and differs. */
export function FlowView({ pair }: { pair: ReconPair }): ReactNode {
  const { t } = useTranslation()
  const language = useLanguage()
  const search = useScreenSearch('reconDashboard') as RawSearch
  const { asked, chosenDays } = useAsked(search, pair)
  const flow = useCall(
    readReconFlow,
    { body: { ...asked, data_source_a: pair.data_source_a, data_source_b: pair.data_source_b, ...(pair.answer_run_id !== null && { run_id: pair.answer_run_id }) } },
    { keepPrevious: true },
  )
  if (!flow.data) return <Unanswered query={flow} lines={10} />
  const { dataFields, currency } = flow.data
  const measure = search['measure'] === 'amount' && currency !== '' ? 'amount' : 'count'
  const toRecords = (id: FlowId, begins: FlowId): RawSearch => {
    const box = dataFields.find((field) => field.id === id)
    return {
      ...sharedSearch(search),
      tab: tabOfSide(pair, sideOf(begins)),
      ...(pair.leg === 'settlement' && { record_type: typesChosen[flowTypeOf(search)].join(',') }),
      ...(box && filtersOf(box)),
    }
  }
  if (dataFields.every(({ count }) => count === 0))
    return (
      <Empty title={t(($) => $.reconDashboard.nothingTitle)} text={t(($) => $.reconDashboard.nothingText)}>
        {chosenDays !== 'all' && (
          <ButtonLink to="reconDashboard" search={{ ...sharedSearch(search), days: 'all' } as never} variant="default">
            {t(($) => $.reconFees.showAll)}
          </ButtonLink>
        )}
      </Empty>
    )
  return (
    <>
      <AllMatched flow={flow.data} pair={pair} />
      <FlowChart {...{ pair, measure, toRecords }} flow={flow.data} waiting={flow.isPlaceholderData} />
      <p className={styles['hint']}>
        {search['measure'] === 'amount' && currency === '' && <>{t(($) => $.reconDashboard.severalCurrencies)} </>}
        {t(($) => $.reconDashboard.zone, { zone: isolatedLtr(flow.data.time_zone) })}{' '}
        {t(($) => $.reconDashboard.asOf, { day: dayWords(flow.data.as_of, language) })}
      </p>
      {pair.leg === 'settlement' && <Totals search={search} />}
    </>
  )
} // prettier-ignore
