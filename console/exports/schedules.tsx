import { Button } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import {
  deleteExportSchedule, listExportSchedules, updateExportSchedule, type ExportSchedule,
} from '#contract/export-schedules.ts' // prettier-ignore
import { ruleWords } from '#i18n/calendar-words.ts'
import { useAction, useCall } from '#console/kit/api/use-call.ts'
import { useUser } from '#console/kit/auth/session.ts'
import { Status } from '#console/kit/details/status.tsx'
import { Time } from '#console/kit/details/values.tsx'
import { useAreaTexts, useLanguage, wireWord } from '#console/kit/i18n/words.ts'
import { Empty, Unanswered } from '#console/kit/list/list-screen.tsx'
import { SmallTable } from '#console/kit/list/small-table.tsx'
import { Screen } from '#console/kit/routing/screen.tsx'
import { Confirm } from '#console/kit/ui/confirm.tsx'
import { EditSchedule } from './edit-schedule.tsx'
import styles from './exports.module.css'

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
            { name: 'status', kind: 'status', cell: (schedule) => <Standing schedule={schedule} /> },
            { name: 'schedule', kind: 'text', cell: (schedule) => <When schedule={schedule} /> },
            { name: 'next_export', kind: 'time', cell: ({ next_at: at }) => at && <Time at={at} zoned /> },
            { name: 'recipients', kind: 'text', cell: namesOf },
            { name: 'actions', kind: 'text', cell: (schedule) => <Acts schedule={schedule} /> },
          ]}
        />
      )}
    </Screen>
  )
}

function namesOf({ created_by: by, recipients }: ExportSchedule): ReactNode {
  return [by, ...recipients.map(({ name }) => name)].map((name, at) => (
    <span key={name}>
      {at > 0 && ', '}
      <bdi>{name}</bdi>
    </span>
  ))
}

function Standing({ schedule: { status, reason } }: { schedule: ExportSchedule }): ReactNode {
  return (
    <>
      <Status of="exportSchedule" state={status} />
      {reason && <p className={styles['hint']}>{wireWord('exportPauses', reason)}</p>}
    </>
  )
}

/** 'every day at 08:00, Singapore time: yesterday'. */
function When({ schedule }: { schedule: ExportSchedule }): ReactNode {
  const language = useLanguage()
  const texts = useAreaTexts('calendar')
  const { time_zone } = useUser()
  const { every, weekday, month_day: day, hour, period: rows } = schedule
  const rule = {
    frequency: 1,
    period: ({ day: 'D', week: 'W', month: 'M' } as const)[every],
    time_zone,
    time: `${String(hour).padStart(2, '0')}:00`,
    weekday: every === 'week' ? weekday : null,
    month: null,
    day: every === 'month' ? day : null,
    or_last_day: day > 28,
  }
  return (
    <>
      {ruleWords(rule, { language, texts })}
      <p className={styles['hint']}>{wireWord('exportPeriods', rows)}</p>
    </>
  )
}

function Acts({ schedule }: { schedule: ExportSchedule }): ReactNode {
  const { t } = useTranslation()
  const [asking, setAsking] = useState(false)
  const [editing, setEditing] = useState(false)
  const change = useAction(updateExportSchedule, { refreshes: [listExportSchedules] })
  const remove = useAction(deleteExportSchedule, { refreshes: [listExportSchedules] })
  const { schedule_id, name, every, weekday, month_day, hour, period, status } = schedule
  const path = { schedule_id }
  const next = status === 'active' ? 'paused' : 'active'
  const body = { name, every, weekday, month_day, hour, period, status: next } as const
  return (
    <span className={styles['acts']}>
      <Button
        size="compact-sm"
        variant="default"
        loading={change.pending}
        onClick={() => void change.act({ path, body })}
      >
        {t(($) => (status === 'active' ? $.exports.pause : $.exports.resume))}
      </Button>
      <Button size="compact-sm" variant="default" onClick={() => setEditing(true)}>
        {t(($) => $.exports.change)}
      </Button>
      <Button size="compact-sm" variant="default" onClick={() => setAsking(true)}>
        {t(($) => $.exports.remove)}
      </Button>
      {editing && <EditSchedule schedule={schedule} onClose={() => setEditing(false)} />}
      {asking && (
        <Confirm
          title={t(($) => $.exports.removeTitle)}
          confirm={t(($) => $.exports.remove)}
          danger
          pending={remove.pending}
          onConfirm={() => void remove.act({ path, query: {} }).then(() => setAsking(false))}
          onClose={() => setAsking(false)}
        >
          {t(($) => $.exports.removeText)}
        </Confirm>
      )}
    </span>
  )
}
