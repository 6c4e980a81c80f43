import { MultiSelect, NativeSelect, TextInput } from '@mantine/core'
import '@mantine/core/styles/Pill.css'
import '@mantine/core/styles/PillsInput.css'
import { useEffect, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { allowed } from '#contract/access.ts'
import { createExportSchedule, listExportSchedules } from '#contract/export-schedules.ts'
import { exportPeriods, exportRhythms } from '#contract/export-times.ts'
import type { Call } from '#contract/kit/call.ts'
import { listUsers } from '#contract/users.ts'
import { exportFormats } from '#contract/kit/columns.ts'
import { dateLocale } from '#i18n/languages.ts'
import { useCall } from '#console/kit/api/use-call.ts'
import { accessOf, useUser } from '#console/kit/auth/session.ts'
import { FormDialogue } from '#console/kit/form/form-dialogue.tsx'
import { useCallForm } from '#console/kit/form/use-call-form.ts'
import { numberText } from '#console/kit/i18n/names.ts'
import { useLanguage, wireWord } from '#console/kit/i18n/words.ts'
import { toastSuccess } from '#console/kit/ui/toast.ts'
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
  const language = useLanguage()
  const user = useUser()
  const mayChoose = allowed('administration', accessOf(user))
  const [initial] = useState(() => ({
    name: wireWord('exportOf', asked.of),
    format: 'xlsx' as (typeof exportFormats)[number],
    every: 'day' as (typeof exportRhythms)[number],
    weekday: '1',
    month_day: '1',
    hour: '8',
    period: 'yesterday' as (typeof exportPeriods)[number],
    recipients: [] as string[],
  }))
  const callForm = useCallForm(createExportSchedule, {
    initial,
    toBody: ({ format, weekday, month_day: monthDay, hour, recipients, ...values }) => ({
      ...asked,
      ...values,
      request: { ...asked.request, format },
      hour: Number(hour),
      ...(values.every === 'week' && { weekday: Number(weekday) }),
      ...(values.every === 'month' && { month_day: Number(monthDay) }),
      recipients,
    }),
    fieldOf: (path) => path.replace(/^recipients\..*/, 'recipients'),
    refreshes: [listExportSchedules],
    onDone: () => {
      toastSuccess(t(($) => $.exports.scheduled))
      onClose()
    },
  })
  const { form } = callForm
  const { every } = form.getValues()
  const written = (options: Intl.DateTimeFormatOptions, at: number) =>
    new Intl.DateTimeFormat(dateLocale(language), { timeZone: 'UTC', ...options }).format(at)
  const hours = Array.from({ length: 24 }, (_, hour) => ({
    value: String(hour),
    label: written({ hour: '2-digit', minute: '2-digit' }, Date.UTC(2024, 0, 1, hour)),
  }))
  // 1 January 2024 was a Monday.
  const weekdays = Array.from({ length: 7 }, (_, day) => ({
    value: String(day + 1),
    label: written({ weekday: 'long' }, Date.UTC(2024, 0, day + 1)),
  }))
  const days = Array.from({ length: 31 }, (_, day) => ({
    value: String(day + 1),
    label: numberText(day + 1, language),
  }))
  return (
    <FormDialogue
      {...callForm}
      title={t(($) => $.exports.schedule)}
      submit={t(($) => $.exports.schedule)}
      onClose={onClose}
    >
      <p>{t(($) => $.exports.scheduleText)}</p>
      <TextInput label={t(($) => $.exports.name)} dir="auto" required {...form.getInputProps('name')} />
      <NativeSelect
        label={wireWord('columns', 'format')}
        data={exportFormats.map((value) => ({ value, label: wireWord('exportFormats', value) }))}
        {...form.getInputProps('format')}
      />
      <NativeSelect
        label={t(($) => $.exports.every)}
        data={exportRhythms.map((value) => ({ value, label: wireWord('exportRhythms', value) }))}
        {...form.getInputProps('every')}
      />
      {every === 'week' && (
        <NativeSelect label={t(($) => $.exports.weekday)} data={weekdays} {...form.getInputProps('weekday')} />
      )}
      {every === 'month' && (
        <NativeSelect
          label={t(($) => $.exports.monthDay)}
          description={t(($) => $.exports.monthDayHint)}
          data={days}
          {...form.getInputProps('month_day')}
        />
      )}
      <NativeSelect
        label={t(($) => $.exports.hour)}
        description={t(($) => $.exports.hourHint, { zone: user.time_zone })}
        data={hours}
        {...form.getInputProps('hour')}
      />
      <NativeSelect
        label={t(($) => $.exports.period)}
        data={exportPeriods.map((value) => ({ value, label: wireWord('exportPeriods', value) }))}
        {...form.getInputProps('period')}
      />
      {mayChoose && <Recipients {...form.getInputProps('recipients')} />}
    </FormDialogue>
  )
}

/** Active users of the merchant other than the author. Who may not see the list is refused when the form is sent. */
function Recipients(field: { value?: string[]; onChange?: (value: string[]) => void; error?: ReactNode }): ReactNode {
  const { t } = useTranslation()
  const { merchantUuid, subUserUuid } = useUser()
  const { data = [] } = useCall(listUsers, { path: { key: merchantUuid } })
  const offered = data
    .filter((one) => one.status === 'active' && one.subUserUuid !== subUserUuid)
    .map((one) => ({ value: one.subUserUuid, label: one.name }))
  return <MultiSelect label={t(($) => $.exports.recipients)} data={offered} searchable clearable {...field} />
}
