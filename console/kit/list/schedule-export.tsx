import { NativeSelect } from '@mantine/core'
import { useEffect, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { createExportSchedule, listExportSchedules } from '#contract/export-schedules.ts'
import type { Call } from '#contract/kit/call.ts'
import { exportFormats } from '#contract/kit/columns.ts'
import { FormDialogue } from '#console/kit/form/form-dialogue.tsx'
import { useCallForm } from '#console/kit/form/use-call-form.ts'
import { wireWord } from '#console/kit/i18n/words.ts'
import { toastSuccess } from '#console/kit/ui/toast.ts'
import { ScheduleFields, ScheduleName, scheduleBody, scheduleField, type ScheduleValues } from './schedule-fields.tsx'
import { useAsked, type AskedExport } from './use-prepare.ts'

interface ScheduleProps {
  call: Call
  path: Record<string, string>
  /** The body of the export but for its format. */
  request: object
  onClose: () => void
}

/** The form of an export that is made again and again. It opens when the call's name is known. */
export default function ScheduleExport({ call, path, request, onClose }: ScheduleProps): ReactNode {
  const asked = useAsked(call, path)
  const [found, setFound] = useState<AskedExport | null>(null)
  useEffect(() => {
    if (!found) void asked(request).then(setFound)
  }, [asked, found, request])
  return found && <ScheduleForm asked={found} onClose={onClose} />
}

function ScheduleForm({ asked, onClose }: { asked: AskedExport; onClose: () => void }): ReactNode {
  const { t } = useTranslation()
  const [initial] = useState<ScheduleValues>(() => ({
    name: wireWord('exportOf', asked.of),
    format: 'xlsx',
    every: 'day',
    weekday: '1',
    month_day: '1',
    hour: '8',
    period: 'yesterday',
    recipients: [],
  }))
  const callForm = useCallForm(createExportSchedule, {
    initial,
    toBody: ({ format, ...values }) => ({
      ...asked,
      ...scheduleBody(values),
      request: { ...asked.request, format },
    }),
    fieldOf: scheduleField,
    refreshes: [listExportSchedules],
    onDone: () => {
      toastSuccess(t(($) => $.exports.scheduled))
      onClose()
    },
  })
  const { form } = callForm
  return (
    <FormDialogue
      {...callForm}
      title={t(($) => $.exports.schedule)}
      submit={t(($) => $.exports.schedule)}
      onClose={onClose}
    >
      <p>{t(($) => $.exports.scheduleText)}</p>
      <ScheduleName form={form} />
      <NativeSelect
        label={wireWord('columns', 'format')}
        data={exportFormats.map((value) => ({ value, label: wireWord('exportFormats', value) }))}
        {...form.getInputProps('format')}
      />
      <ScheduleFields form={form} />
    </FormDialogue>
  )
}
