import { NativeSelect, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { listExportSchedules } from '#contract/export-schedules.ts'
import { exportFormats } from '#contract/kit/columns.ts'
import { dayAfter } from '#contract/kit/zoned-day.ts'
import { reconReportKinds } from '#contract/recon-report-kinds.ts'
import { createReconReport, listReconReports } from '#contract/recon-reports.ts'
import type { ReconPair } from '#contract/recon-runs.ts'
import { environmentOf, useUser } from '#console/kit/auth/session.ts'
import { FormDialogue } from '#console/kit/form/form-dialogue.tsx'
import { timeZoneChoices } from '#console/kit/form/time-zones.ts'
import { useCallForm } from '#console/kit/form/use-call-form.ts'
import { languages } from '#i18n/languages.ts'
import { useLanguage, wireWord } from '#console/kit/i18n/words.ts'
import {
  ScheduleFields, ScheduleRecipients, scheduleBody, scheduleField, type ScheduleValues,
} from '#console/kit/list/schedule-fields.tsx' // prettier-ignore
import { useActingFor, useTimeZone } from '#console/kit/routing/acting-for.tsx'
import { toastSuccess } from '#console/kit/ui/toast.ts'
import { chosenPair, pairWords } from '../dashboard/pairs.ts'
import { useReconDays } from '../days.ts'
import { Narrowing, narrowings, type ReportValues } from './narrowing.tsx'
import styles from './reports.module.css'

/** The form of a report: what of, which days, and whether now or again and again. */
export function CreateReport({ pairs, onClose }: { pairs: readonly ReconPair[]; onClose: () => void }): ReactNode {
  const { t } = useTranslation()
  const language = useLanguage()
  const zone = useTimeZone()
  const environment = environmentOf(useUser())
  const actingFor = useActingFor()
  const { from = '', to = '' } = useReconDays().days
  const [initial] = useState<ReportValues>({
    kind: 'reconciled', msm_id: String(chosenPair(pairs)?.msm_id ?? ''), when: 'once', from, to, by: 'transaction',
    currencies: [], brands: [], countries: [], marketplaces: [], account_ids: [], time_zone: zone,
    name: '', format: 'xlsx', every: 'day', weekday: '1', month_day: '1', hour: '8', period: 'yesterday', recipients: [],
  }) // prettier-ignore
  const callForm = useCallForm(createReconReport, {
    initial,
    toBody(values) {
      const { kind, msm_id, name, format, by, recipients, time_zone, when, from, to } = values
      const filters = Object.fromEntries(narrowings.flatMap((of) => (values[of].length > 0 ? [[of, values[of]]] : [])))
      const { name: _name, recipients: _recipients, ...schedule } = scheduleBody(onlySchedule(values)) as Partial<ReportValues>
      return {
        environment, kind, msm_id: Number(msm_id), name, format, by, recipients, time_zone, language,
        right_to_left: languages[language].direction === 'rtl',
        ...(Object.keys(filters).length > 0 && { filters }),
        ...(when === 'again' ? { schedule: { ...schedule, time_zone } } : { from, to: to === '' ? '' : dayAfter(to, 1) }),
        ...(actingFor && { sub_merchant: actingFor }),
      } // prettier-ignore
    },
    check: ({ when, name }) =>
      when === 'again' && name.trim() === '' ? [{ path: 'name', reason: 'required', text: '' }] : [],
    fieldOf: (path) => scheduleField(path.replace(/^schedule\./, '').replace(/^filters\.(\w+).*/, '$1')),
    refreshes: [listReconReports, listExportSchedules],
    quiet: true,
    onDone({ answer }) {
      toastSuccess(t(($) => (answer.scheduled ? $.reconReports.scheduledToast : $.reconReports.made)))
      onClose()
    },
  })
  const { form } = callForm
  const { kind, when } = form.getValues()
  const ofSchedule = form as unknown as UseFormReturnType<ScheduleValues>
  return (
    <FormDialogue
      {...callForm}
      size="lg"
      title={t(($) => $.reconReports.createTitle)}
      submit={t(($) => (when === 'again' ? $.reconReports.submitSchedule : $.reconReports.submitNow))}
      onClose={onClose}
    >
      <NativeSelect
        label={t(($) => $.reconReports.kind)}
        description={t(($) => $.reconReports.kindTexts[kind])}
        data={reconReportKinds.map((value) => ({ value, label: t(($) => $.reconReports.kinds[value]) }))}
        {...form.getInputProps('kind')}
      />
      <NativeSelect
        label={t(($) => $.reconReports.pair)}
        data={pairs.map((pair) => ({ value: String(pair.msm_id), label: pairWords(pair) }))}
        {...form.getInputProps('msm_id')}
      />
      <NativeSelect
        label={t(($) => $.reconReports.when)}
        data={(['once', 'again'] as const).map((value) => ({ value, label: t(($) => $.reconReports[value]) }))}
        {...form.getInputProps('when')}
      />
      <TextInput
        label={t(($) => $.exports.name)}
        description={t(($) => $.reconReports.nameHint)}
        dir="auto"
        required={when === 'again'}
        {...form.getInputProps('name')}
      />
      <div className={styles['pair']}>
        {when === 'once' && (
          <>
            <TextInput type="date" label={t(($) => $.reconReports.from)} {...form.getInputProps('from')} />
            <TextInput type="date" label={t(($) => $.reconReports.to)} {...form.getInputProps('to')} />
          </>
        )}
        <NativeSelect
          label={t(($) => $.reconReports.date)}
          data={(['transaction', 'settlement'] as const).map((value) => ({ value, label: t(($) => $.reconReports.by[value]) }))}
          {...form.getInputProps('by')}
        />
        <NativeSelect
          label={t(($) => $.reconReports.format)}
          data={exportFormats.map((value) => ({ value, label: wireWord('exportFormats', value) }))}
          {...form.getInputProps('format')}
        />
      </div>
      {when === 'again' ? (
        <>
          <NativeSelect
            label={t(($) => $.reconReports.zone)}
            data={timeZoneChoices(new Date(), zone)}
            {...form.getInputProps('time_zone')}
          />
          <ScheduleFields form={ofSchedule} zone={form.getValues().time_zone} />
        </>
      ) : (
        <ScheduleRecipients form={ofSchedule} />
      )}
      <Narrowing form={form} pair={pairs.find(({ msm_id }) => String(msm_id) === form.getValues().msm_id)} />
    </FormDialogue>
  )
} // prettier-ignore

const onlySchedule = ({ name, every, weekday, month_day, hour, period, recipients }: ReportValues) => ({
  name, every, weekday, month_day, hour, period, recipients,
}) // prettier-ignore
