import { MultiSelect, NativeSelect, TextInput } from '@mantine/core'
import '@mantine/core/styles/Pill.css'
import '@mantine/core/styles/PillsInput.css'
import type { UseFormReturnType } from '@mantine/form'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { allowed } from '#contract/access.ts'
import { exportPeriods, exportRhythms } from '#contract/export-times.ts'
import type { ExportFormat } from '#contract/kit/columns.ts'
import { listUsers } from '#contract/users.ts'
import { dateLocale } from '#i18n/languages.ts'
import { useCall } from '#console/kit/api/use-call.ts'
import { accessOf, useUser } from '#console/kit/auth/session.ts'
import { numberText } from '#console/kit/i18n/names.ts'
import { useLanguage, wireWord } from '#console/kit/i18n/words.ts'

/** The fields of a schedule as the form holds them; numbers are the texts of their choices. */
export interface ScheduleValues {
  name: string
  format: ExportFormat
  every: (typeof exportRhythms)[number]
  weekday: string
  month_day: string
  hour: string
  period: (typeof exportPeriods)[number]
  recipients: string[]
}
interface FormProps {
  form: UseFormReturnType<ScheduleValues>
}

/** What a call is asked for these values, but for the format. */
export const scheduleBody = ({
  weekday,
  month_day: monthDay,
  hour,
  ...values
}: Omit<ScheduleValues, 'format'>): object => ({
  ...values,
  hour: Number(hour),
  ...(values.every === 'week' && { weekday: Number(weekday) }),
  ...(values.every === 'month' && { month_day: Number(monthDay) }),
})
/** The field of a path in the body. */
export const scheduleField = (path: string): string => path.replace(/^recipients\..*/, 'recipients')

export function ScheduleName({ form }: FormProps): ReactNode {
  const { t } = useTranslation()
  return <TextInput label={t(($) => $.exports.name)} dir="auto" required {...form.getInputProps('name')} />
}

/** When an export is made, of which rows and for whom. */
export function ScheduleFields({ form, zone }: FormProps & { zone?: string }): ReactNode {
  const { t } = useTranslation()
  const language = useLanguage()
  const user = useUser()
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
    <>
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
        description={t(($) => $.exports.hourHint, { zone: zone ?? user.time_zone })}
        data={hours}
        {...form.getInputProps('hour')}
      />
      <NativeSelect
        label={t(($) => $.exports.period)}
        data={exportPeriods.map((value) => ({ value, label: wireWord('exportPeriods', value) }))}
        {...form.getInputProps('period')}
      />
      <ScheduleRecipients form={form} />
    </>
  )
}

/** For whom a file is beside its author; administrators alone know the users. */
export function ScheduleRecipients({ form }: FormProps): ReactNode {
  if (!allowed('administration', accessOf(useUser()))) return null
  return <Recipients {...form.getInputProps('recipients')} />
}

/** Active users of the merchant other than the reader, and those who are chosen. Who may not see the list is refused when the form is sent. */
function Recipients(field: { value?: string[]; onChange?: (value: string[]) => void; error?: ReactNode }): ReactNode {
  const { t } = useTranslation()
  const { merchantUuid, subUserUuid } = useUser()
  const { data = [] } = useCall(listUsers, { path: { key: merchantUuid } })
  const offered = data
    .filter(
      (one) => (one.status === 'active' && one.subUserUuid !== subUserUuid) || field.value?.includes(one.subUserUuid),
    )
    .map((one) => ({ value: one.subUserUuid, label: one.name }))
  return <MultiSelect label={t(($) => $.exports.recipients)} data={offered} searchable clearable {...field} />
}
