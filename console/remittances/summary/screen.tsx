import { NativeSelect, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { limits } from '#contract/limits.ts'
import { isCurrency, type Currency } from '#contract/kit/money.ts'
import { isDay } from '#contract/kit/text-forms.ts'
import { dayAfter, dayAt } from '#contract/kit/zoned-day.ts'
import {
  summariseRemittances,
  summariseRemittancesBy,
  summaryFields,
  summaryFrequencies,
} from '#contract/remittance-summary.ts'
import { useCall } from '#console/kit/api/use-call.ts'
import { environmentOf, useUser } from '#console/kit/auth/session.ts'
import { Empty, Unanswered } from '#console/kit/list/unanswered.tsx'
import { Screen } from '#console/kit/routing/screen.tsx'
import { ButtonLink, useGo, useScreenSearch, type RawSearch } from '#console/kit/routing/screen-link.tsx'
import { Pending } from './pending.tsx'
import { Sums } from './sums.tsx'
import styles from './summary.module.css'

const types = ['all', 'payment', 'refund'] as const

/** Settlements of sales abroad added up: by time or by a property of the sales, with what waits to be remitted. */
export default function RemittanceSummary(): ReactNode {
  const { t } = useTranslation()
  const user = useUser()
  const search = useScreenSearch('remittanceSummary') as RawSearch
  const asked = readAsked(search, dayAt(new Date(), user.time_zone))
  const body = {
    environment: environmentOf(user),
    from_date: asked.from,
    to_date: asked.to,
    recon_type: asked.type,
    pagesize: limits.summaryBuckets,
    filters: asked.filters,
  }
  const { frequency, field } = asked
  const byTime = useCall(
    summariseRemittances,
    { body: { ...body, frequency: frequency ?? 'week' } },
    { enabled: frequency !== null, keepPrevious: true },
  )
  const byField = useCall(
    summariseRemittancesBy,
    { body: { ...body, field: field ?? 'source_currency' } },
    { enabled: field !== null, keepPrevious: true },
  )
  const query = field === null ? byTime : byField
  const isEmpty = query.data?.content.every(({ settlements }) => settlements === 0)
  return (
    <Screen name="remittanceSummary" wide>
      <Controls {...{ search, asked }} />
      {!query.data ? (
        <Unanswered query={query} lines={8} />
      ) : (
        <>
          <Pending of={query.data.PSP_SETTLED} />
          {isEmpty ? (
            <Empty title={t(($) => $.remittances.summary.emptyTitle)} text={t(($) => $.remittances.summary.emptyText)}>
              <ButtonLink to="remittances">{t(($) => $.screens.remittances)}</ButtonLink>
            </Empty>
          ) : (
            <Sums rows={query.data.content} {...{ field, frequency }} filters={asked.filters} days={{ from: query.data.from_date, to: query.data.to_date }} />
          )}
        </>
      )}
    </Screen>
  )
} // prettier-ignore

export interface AskedSummary {
  /** By time, or else by a property of the sales. */
  frequency: (typeof summaryFrequencies)[number] | null
  field: (typeof summaryFields)[number] | null
  from: string
  to: string
  type: (typeof types)[number]
  filters: { source_currency?: Currency; destination_currency?: Currency }
}

/** The question in the address: by default the weeks of the last ninety days. */
export function readAsked(search: RawSearch, today: string): AskedSummary {
  const { by = '', from = '', to = '', of: type = '', source_currency = '', destination_currency = '' } = search
  const field = summaryFields.find((name) => name === by) ?? null
  const last = isDay(to) ? to : today
  const first = isDay(from) && from <= last ? from : dayAfter(last, -89)
  return {
    field,
    frequency: field === null ? (summaryFrequencies.find((name) => name === by) ?? 'week') : null,
    from: first,
    to: last,
    type: types.find((name) => name === type) ?? 'all',
    filters: {
      ...(isCurrency(source_currency) && { source_currency }),
      ...(isCurrency(destination_currency) && { destination_currency }),
    },
  }
}

function Controls({ search, asked }: { search: RawSearch; asked: AskedSummary }): ReactNode {
  const { t } = useTranslation()
  const go = useGo()
  const change = (part: RawSearch) => {
    const next = Object.entries({ ...search, ...part }).filter(([, value]) => value !== '')
    void go({ to: 'remittanceSummary', search: Object.fromEntries(next) as never, replace: true })
  }
  const by = [...summaryFrequencies, ...summaryFields] as const
  return (
    <div className={styles['controls']}>
      <NativeSelect
        label={t(($) => $.remittances.summary.by)}
        value={asked.field ?? asked.frequency ?? 'week'}
        data={by.map((value) => ({ value, label: t(($) => $.remittances.summary.bys[value]) }))}
        onChange={(event) => change({ by: event.currentTarget.value })}
      />
      <TextInput
        type="date"
        label={t(($) => $.remittances.summary.from)}
        value={asked.from}
        max={asked.to}
        onChange={(event) => change({ from: event.currentTarget.value })}
      />
      <TextInput
        type="date"
        label={t(($) => $.remittances.summary.to)}
        value={asked.to}
        min={asked.from}
        onChange={(event) => change({ to: event.currentTarget.value })}
      />
      <NativeSelect
        label={t(($) => $.remittances.summary.of)}
        value={asked.type}
        data={types.map((value) => ({ value, label: t(($) => $.remittances.summary.types[value]) }))}
        onChange={(event) => change({ of: event.currentTarget.value === 'all' ? '' : event.currentTarget.value })}
      />
    </div>
  )
}
