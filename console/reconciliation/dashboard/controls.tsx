import { NativeSelect } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { reconDates, typesChosen } from '#contract/recon-dashboard-shapes.ts'
import { readReconChoicesWithin } from '#contract/recon-dashboard.ts'
import type { ReconPair } from '#contract/recon-runs.ts'
import { useCall } from '#console/kit/api/use-call.ts'
import { environmentOf, useUser } from '#console/kit/auth/session.ts'
import { countryName } from '#console/kit/i18n/names.ts'
import { useLanguage, wireWord } from '#console/kit/i18n/words.ts'
import { useGo, useScreenSearch, type RawSearch } from '#console/kit/routing/screen-link.tsx'
import { DaysSelect } from '../days-select.tsx'
import { flowTypeOf, flowTypes, narrowings, type FlowType, type Narrowing } from './narrowing.ts'
import { pairWords } from './pairs.ts'
import styles from './dashboard.module.css'

interface ControlsProps {
  pairs: readonly ReconPair[]
  pair: ReconPair
  /** A list has its own filters for the rest. */
  isList: boolean
}
const measures = ['count', 'amount'] as const

/** What is shown: which pair, which days by which date, and of the chart what it is narrowed to and measured in. */
export function Controls({ pairs, pair, isList }: ControlsProps): ReactNode {
  const { t } = useTranslation()
  const search = useScreenSearch('reconDashboard') as RawSearch
  const go = useGo()
  const change = (part: RawSearch) => {
    const { cursor: _, ...others } = search
    const next = Object.entries({ ...others, ...part }).filter(([, value]) => value !== '')
    void go({ to: 'reconDashboard', search: Object.fromEntries(next) as never, replace: true })
  }
  return (
    <div className={styles['controls']}>
      <NativeSelect
        label={t(($) => $.reconDashboard.pair)}
        value={String(pair.msm_id)}
        data={pairs.map((one) => ({ value: String(one.msm_id), label: pairWords(one) }))}
        onChange={(event) => change({ pair: event.currentTarget.value })}
      />
      <DaysSelect address={search['days']} onChoose={(days) => change({ days })} />
      <NativeSelect
        label={t(($) => $.reconDashboard.by)}
        value={search['by'] ?? 'transaction'}
        data={reconDates.map((value) => ({ value, label: t(($) => $.reconDashboard.dates[value]) }))}
        onChange={(event) => change({ by: event.currentTarget.value === 'transaction' ? '' : event.currentTarget.value })}
      />
      {!isList && <OfChart {...{ pair, search, change }} />}
    </div>
  )
} // prettier-ignore

interface OfChartProps {
  pair: ReconPair
  search: RawSearch
  change: (part: RawSearch) => void
}
function OfChart({ pair, search, change }: OfChartProps): ReactNode {
  const { t } = useTranslation()
  const { data: choices } = useCall(readReconChoicesWithin, {
    body: { environment: environmentOf(useUser()), data_source_a: pair.data_source_a, data_source_b: pair.data_source_b },
  })
  const language = useLanguage()
  const label = (name: Narrowing, value: string) => (name === 'country' ? countryName(value, language) : value)
  return (
    <>
      {pair.leg === 'settlement' && (
        <NativeSelect
          label={wireWord('columns', 'record_type')}
          value={flowTypeOf(search)}
          data={flowTypes.map((value) => ({ value, label: t(($) => $.reconDashboard.types[value]) }))}
          onChange={(event) => change({ record_type: typesOf(event.currentTarget.value) })}
        />
      )}
      {(Object.entries(narrowings) as [Narrowing, (typeof narrowings)[Narrowing]][]).map(([name, group]) => {
        const values = choices?.[group] ?? []
        const chosen = search[name] ?? ''
        if (values.length < 2 && chosen === '') return null
        return (
          <NativeSelect
            key={name}
            label={wireWord('columns', name)}
            value={chosen}
            data={[
              { value: '', label: t(($) => $.reconDashboard.all) },
              ...[...new Set([...values, ...(chosen ? [chosen] : [])])].map((value) => ({ value, label: label(name, value) })),
            ]}
            onChange={(event) => change({ [name]: event.currentTarget.value })}
          />
        )
      })}
      {pair.leg === 'settlement' && (
        <NativeSelect
          label={t(($) => $.reconDashboard.measure)}
          value={search['measure'] === 'amount' ? 'amount' : 'count'}
          data={measures.map((value) => ({ value, label: t(($) => $.reconDashboard.measures[value]) }))}
          onChange={(event) => change({ measure: event.currentTarget.value === 'amount' ? 'amount' : '' })}
        />
      )}
    </>
  )
} // prettier-ignore
const typesOf = (type: string): string =>
  type === 'payment' ? '' : (typesChosen[type as FlowType] ?? typesChosen.payment).join(',')
