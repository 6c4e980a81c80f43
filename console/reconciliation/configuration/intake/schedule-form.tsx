import '@mantine/core/styles/NumberInput.css'
import { NumberInput, Select, TextInput } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { intakeLimits } from '#contract/recon-intake-limits.ts'
import { saveReconSchedule } from '#contract/recon-intake.ts'
import { listReconChannels } from '#contract/recon-sources.ts'
import { FormDialogue } from '#console/kit/form/form-dialogue.tsx'
import { RadioChoices } from '#console/kit/form/radio-choices.tsx'
import { timeZoneChoices } from '#console/kit/form/time-zones.ts'
import { useCallForm } from '#console/kit/form/use-call-form.ts'
import { isolatedLtr } from '#console/kit/i18n/bidi.ts'
import { useTimeZone } from '#console/kit/routing/acting-for.tsx'
import { NextLooks } from './next-looks.tsx'
import { looksOf, scheduleBody, scheduleErrors, scheduleValues } from './schedule-values.ts'
import { TimesOfDays } from './times-of-days.tsx'
import { intakeReads, useIntakeOf, type Schedule } from './use-intake.ts'

interface ScheduleFormProps {
  channelKey: string
  source: string
  schedule: Schedule | undefined
  onClose: () => void
}

/** When a source is looked for, with the next five times as they are typed, and until when a file should have come. */
export function ScheduleForm({ channelKey, source, schedule, onClose }: ScheduleFormProps): ReactNode {
  const { t } = useTranslation()
  const ownZone = useTimeZone()
  const { path, environment } = useIntakeOf(channelKey)
  const [zones] = useState(() => timeZoneChoices(new Date(), schedule?.time_zone ?? ownZone))
  const [now] = useState(() => new Date())
  const callForm = useCallForm(saveReconSchedule, {
    initial: scheduleValues(schedule, ownZone),
    toBody: (values) => ({ environment, source, ...scheduleBody(values) }),
    blanks: 'sent',
    check: scheduleErrors,
    path,
    refreshes: [...intakeReads, listReconChannels],
    onDone: onClose,
  })
  const { form } = callForm
  const { getInputProps, values } = form
  return (
    <FormDialogue
      {...callForm}
      size="lg"
      title={t(($) => $.reconIntake.scheduleOf, { source: isolatedLtr(source) })}
      submit={t(($) => $.settings.save)}
      onClose={onClose}
    >
      <RadioChoices
        label={t(($) => $.reconIntake.looks)}
        choices={[
          { value: 'interval', label: t(($) => $.reconIntake.rhythms.interval) },
          { value: 'times', label: t(($) => $.reconIntake.rhythms.times) },
          { value: 'none', label: t(($) => $.reconIntake.rhythms.none), description: t(($) => $.reconIntake.noneHint) },
        ]}
        {...getInputProps('rhythm')}
      />
      {values.rhythm === 'interval' && (
        <NumberInput
          label={t(($) => $.reconIntake.minutes)}
          description={t(($) => $.reconIntake.minutesHint, { least: intakeLimits.leastMinutes })}
          min={intakeLimits.leastMinutes}
          max={intakeLimits.mostMinutes}
          clampBehavior="none"
          allowDecimal={false}
          allowNegative={false}
          required
          {...getInputProps('every_minutes')}
        />
      )}
      {values.rhythm === 'times' && <TimesOfDays form={form} />}
      <Select
        label={t(($) => $.settings.timeZone)}
        description={t(($) => $.reconIntake.zoneHint)}
        data={zones}
        limit={100}
        searchable
        allowDeselect={false}
        dir="ltr"
        nothingFoundMessage={t(($) => $.list.noMatchTitle)}
        {...getInputProps('time_zone')}
      />
      <NextLooks looks={looksOf(values, now)} zone={values.time_zone} />
      <TextInput
        type="time"
        label={t(($) => $.reconIntake.expectedBy)}
        description={t(($) => $.reconIntake.expectedHint)}
        {...getInputProps('expected_by')}
      />
      <TextInput
        label={t(($) => $.reconIntake.sourcePattern)}
        description={t(($) => $.reconIntake.sourcePatternHint)}
        placeholder="settlement_{yyyy}{MM}{dd}*.csv"
        dir="ltr"
        autoComplete="off"
        spellCheck={false}
        {...getInputProps('file_prefix')}
      />
    </FormDialogue>
  )
}
