import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { listExportSchedules, type ExportSchedule } from '#contract/export-schedules.ts'
import { listReconReports, type ScheduledReport } from '#contract/recon-reports.ts'
import type { ReconPair } from '#contract/recon-runs.ts'
import { Time } from '#console/kit/details/values.tsx'
import { Empty } from '#console/kit/list/unanswered.tsx'
import { recipientsOf, ScheduleActs, ScheduleStanding, ScheduleTimes } from '#console/kit/list/schedule-row.tsx'
import { SmallTable } from '#console/kit/list/small-table.tsx'
import { sourcesOf } from './pairs.ts'

/** The reports that are made again and again: they can be paused, changed and removed. */
export function ScheduledReports({ reports, pairs }: { reports: readonly ScheduledReport[]; pairs: readonly ReconPair[] }): ReactNode {
  const { t } = useTranslation()
  if (reports.length === 0)
    return <Empty title={t(($) => $.reconReports.noSchedules)} text={t(($) => $.reconReports.noSchedulesText)} />
  return (
    <SmallTable
      rows={reports.map((report) => ({ ...report, schedule: scheduleOf(report) }))}
      rowKey={(report) => report.report_id}
      nothing=""
      columns={[
        { name: 'name', kind: 'text', cell: ({ name }) => <bdi>{name}</bdi> },
        { name: 'report', title: t(($) => $.reconReports.kind), kind: 'text', cell: ({ kind }) => t(($) => $.reconReports.kinds[kind]) },
        { name: 'pair', title: t(($) => $.reconReports.pair), kind: 'text', cell: ({ msm_id }) => sourcesOf(pairs, msm_id) },
        { name: 'status', kind: 'status', cell: ({ schedule }) => <ScheduleStanding schedule={schedule} /> },
        { name: 'schedule', kind: 'text', cell: ({ schedule }) => <ScheduleTimes schedule={schedule} /> },
        { name: 'next_export', kind: 'time', cell: ({ next_at: at }) => at && <Time at={at} zoned /> },
        { name: 'recipients', kind: 'text', cell: ({ schedule }) => recipientsOf(schedule) },
        {
          name: 'actions',
          kind: 'text',
          cell: ({ schedule }) => <ScheduleActs schedule={schedule} refreshes={[listReconReports, listExportSchedules]} />,
        },
      ]}
    />
  )
} // prettier-ignore

const scheduleOf = ({ report_id, kind: _, msm_id: _pair, ...report }: ScheduledReport): ExportSchedule => ({
  ...report,
  schedule_id: report_id,
  of: 'exportReconReport',
})
