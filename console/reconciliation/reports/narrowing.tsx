import { MultiSelect } from '@mantine/core'
import '@mantine/core/styles/Pill.css'
import '@mantine/core/styles/PillsInput.css'
import type { UseFormReturnType } from '@mantine/form'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ReconReportKind } from '#contract/recon-report-kinds.ts'
import { readReconReportChoices } from '#contract/recon-reports.ts'
import type { ReconPair } from '#contract/recon-runs.ts'
import { useCall } from '#console/kit/api/use-call.ts'
import { environmentOf, useUser } from '#console/kit/auth/session.ts'
import type { ScheduleValues } from '#console/kit/list/schedule-fields.tsx'

/** What the form of a report holds. */
export interface ReportValues extends ScheduleValues {
  kind: ReconReportKind
  msm_id: string
  when: 'once' | 'again'
  from: string
  to: string
  by: 'transaction' | 'settlement'
  currencies: string[]
  brands: string[]
  countries: string[]
  marketplaces: string[]
  account_ids: string[]
  time_zone: string
}
export const narrowings = ['currencies', 'brands', 'countries', 'marketplaces', 'account_ids'] as const

/** What the report is narrowed to; only what records have is offered. */
export function Narrowing({
  form,
  pair,
}: {
  form: UseFormReturnType<ReportValues>
  pair: ReconPair | undefined
}): ReactNode {
  const { t } = useTranslation()
  const environment = environmentOf(useUser())
  const source = pair && { request_source: pair.data_source_a }
  const { data } = useCall(readReconReportChoices, { body: { environment, ...source } })
  return narrowings.map((of) => {
    const offered = data?.[of] ?? []
    if (offered.length < 2) return null
    return (
      <MultiSelect
        key={of}
        label={t(($) => $.reconReports[of === 'account_ids' ? 'accounts' : of])}
        description={t(($) => $.reconReports.anyHint)}
        data={offered}
        searchable
        clearable
        {...form.getInputProps(of)}
      />
    )
  })
}
