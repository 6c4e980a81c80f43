import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { listExportSchedules } from '#contract/export-schedules.ts'
import { useCall } from '#console/kit/api/use-call.ts'
import { Time } from '#console/kit/details/values.tsx'
import { wireWord } from '#console/kit/i18n/words.ts'
import { Empty, Unanswered } from '#console/kit/list/unanswered.tsx'
import { recipientsOf, ScheduleActs, ScheduleStanding, ScheduleTimes } from '#console/kit/list/schedule-row.tsx'
import { SmallTable } from '#console/kit/list/small-table.tsx'
import { Screen } from '#console/kit/routing/screen.tsx'

/** The exports that are made again and again. */
export default function Schedules({ tabs }: { tabs: ReactNode }): ReactNode {
  const { t } = useTranslation()
  const schedules = useCall(listExportSchedules, { query: {} })
  const { data } = schedules
  return (
    <Screen name="exports" wide>
      {tabs}
      {!data ? (
        <Unanswered query={schedules} lines={4} />
      ) : data.length === 0 ? (
        <Empty title={t(($) => $.exports.noSchedules)} text={t(($) => $.exports.noSchedulesText)} />
      ) : (
        <SmallTable
          rows={data}
          rowKey={(schedule) => schedule.schedule_id}
          nothing=""
          columns={[
            { name: 'name', kind: 'text', cell: (schedule) => <bdi>{schedule.name}</bdi> },
            { name: 'of', kind: 'text', cell: (schedule) => wireWord('exportOf', schedule.of) },
            { name: 'status', kind: 'status', cell: (schedule) => <ScheduleStanding schedule={schedule} /> },
            { name: 'schedule', kind: 'text', cell: (schedule) => <ScheduleTimes schedule={schedule} /> },
            { name: 'next_export', kind: 'time', cell: ({ next_at: at }) => at && <Time at={at} zoned /> },
            { name: 'recipients', kind: 'text', cell: recipientsOf },
            {
              name: 'actions',
              kind: 'text',
              cell: (schedule) => <ScheduleActs schedule={schedule} refreshes={[listExportSchedules]} />,
            },
          ]}
        />
      )}
    </Screen>
  )
}
