import { Button } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { deleteExportSchedule, updateExportSchedule, type ExportSchedule } from '#contract/export-schedules.ts'
import type { Call } from '#contract/kit/call.ts'
import { ruleWords } from '#i18n/calendar-words.ts'
import { useAction } from '#console/kit/api/use-call.ts'
import { Status } from '#console/kit/details/status.tsx'
import { useAreaTexts, useLanguage, wireWord } from '#console/kit/i18n/words.ts'
import { Confirm } from '#console/kit/ui/confirm.tsx'
import { EditSchedule } from './edit-schedule.tsx'
import styles from './schedules.module.css'

/** For whom its files are. */
export function recipientsOf({ created_by: by, recipients }: ExportSchedule): ReactNode {
  return [by, ...recipients.map(({ name }) => name)].map((name, at) => (
    <span key={name}>
      {at > 0 && ', '}
      <bdi>{name}</bdi>
    </span>
  ))
}

/** Whether it is active, and why not. */
export function ScheduleStanding({ schedule: { status, reason } }: { schedule: ExportSchedule }): ReactNode {
  return (
    <>
      <Status of="exportSchedule" state={status} />
      {reason && <p className={styles['hint']}>{wireWord('exportPauses', reason)}</p>}
    </>
  )
}

/** 'every day at 08:00, Singapore time: yesterday'. */
export function ScheduleTimes({ schedule }: { schedule: ExportSchedule }): ReactNode {
  const language = useLanguage()
  const texts = useAreaTexts('calendar')
  const { every, weekday, month_day: day, hour, time_zone, period: rows } = schedule
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

/** Pauses, changes or removes it. `refreshes` are the calls that list it. */
export function ScheduleActs({
  schedule,
  refreshes,
}: {
  schedule: ExportSchedule
  refreshes: readonly Call[]
}): ReactNode {
  const { t } = useTranslation()
  const [asking, setAsking] = useState(false)
  const [editing, setEditing] = useState(false)
  const change = useAction(updateExportSchedule, { refreshes })
  const remove = useAction(deleteExportSchedule, { refreshes })
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
      {editing && <EditSchedule schedule={schedule} refreshes={refreshes} onClose={() => setEditing(false)} />}
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
