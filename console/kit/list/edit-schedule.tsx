import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { updateExportSchedule, type ExportSchedule } from '#contract/export-schedules.ts'
import type { Call } from '#contract/kit/call.ts'
import { FormDialogue } from '#console/kit/form/form-dialogue.tsx'
import { useCallForm } from '#console/kit/form/use-call-form.ts'
import {
  ScheduleFields, ScheduleName, scheduleBody, scheduleField, type ScheduleValues,
} from './schedule-fields.tsx' // prettier-ignore
import { toastSuccess } from '#console/kit/ui/toast.ts'
import styles from './schedules.module.css'

interface EditScheduleProps {
  schedule: ExportSchedule
  /** The calls that list it. */
  refreshes: readonly Call[]
  onClose: () => void
}
/** The form that changes when a schedule makes its export and for whom. What it exports stays. */
export function EditSchedule({ schedule, refreshes, onClose }: EditScheduleProps): ReactNode {
  const { t } = useTranslation()
  const { schedule_id, name, format, every, period, status } = schedule
  const [initial] = useState<ScheduleValues>(() => ({
    name,
    format,
    every,
    weekday: String(schedule.weekday),
    month_day: String(schedule.month_day),
    hour: String(schedule.hour),
    period,
    recipients: schedule.recipients.map(({ sub_user_id: id }) => id),
  }))
  const callForm = useCallForm(updateExportSchedule, {
    initial,
    path: { schedule_id },
    toBody: ({ format: _, ...values }) => ({ ...scheduleBody(values), status }),
    fieldOf: scheduleField,
    refreshes,
    onDone: () => {
      toastSuccess(t(($) => $.exports.changed))
      onClose()
    },
  })
  return (
    <FormDialogue
      {...callForm}
      title={t(($) => $.exports.changeTitle)}
      submit={t(($) => $.exports.save)}
      onClose={onClose}
    >
      <p className={styles['hint']}>{t(($) => $.exports.staysFixed)}</p>
      <ScheduleName form={callForm.form} />
      <ScheduleFields form={callForm.form} zone={schedule.time_zone} />
    </FormDialogue>
  )
}
