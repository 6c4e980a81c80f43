import { MultiSelect, Select, TextInput } from '@mantine/core'
import '@mantine/core/styles/Pill.css'
import '@mantine/core/styles/PillsInput.css'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { DecimalInput } from '#console/kit/form/decimal-input.tsx'
import {
  alertComparisons,
  alertMetricNames,
  alertMetrics,
  needsCases,
  type Alert,
  type AlertMetric,
} from '#contract/alerts.ts'
import { limits } from '#contract/limits.ts'
import { FormDialogue } from '#console/kit/form/form-dialogue.tsx'
import type { CallForm } from '#console/kit/form/use-call-form.ts'
import { wireWord } from '#console/kit/i18n/words.ts'

/** The fields as the form holds them; numbers are texts. */
export interface AlertValues {
  name: string
  metric: AlertMetric
  channel_key: string
  comparison: Alert['comparison']
  threshold: string
  minutes: string
  least_cases: string
  recipients: string[]
}
/** What the alerts may be about, and whom they may tell. */
export interface AlertChoices {
  channels: readonly { channel_key: string; payment_channel_name: string }[]
  people: readonly { sub_user_id: string; name: string }[]
}
export const isOfChannel = (metric: AlertMetric) => alertMetrics[metric].of === 'payments'

interface FieldsProps extends CallForm<AlertValues>, AlertChoices {
  title: string
  submit: string
  onClose: () => void
}
/** The dialogue of an alert's form; what the chosen figure needs no field for has none. */
export function AlertFields({
  title,
  submit,
  form,
  onSubmit,
  pending,
  failure,
  channels,
  people,
  onClose,
}: FieldsProps): ReactNode {
  const { t } = useTranslation()
  const { metric } = form.getValues()
  return (
    <FormDialogue {...{ title, submit, onSubmit, pending, failure, onClose }}>
      <TextInput
        data-autofocus
        label={t(($) => $.alerts.name)}
        dir="auto"
        autoComplete="off"
        maxLength={80}
        required
        {...form.getInputProps('name')}
      />
      <Select
        label={t(($) => $.alerts.metric)}
        data={alertMetricNames.map((value) => ({ value, label: wireWord('alertMetrics', value) }))}
        allowDeselect={false}
        {...form.getInputProps('metric')}
      />
      {isOfChannel(metric) && (
        <Select
          label={t(($) => $.alerts.channel)}
          data={[
            { value: '', label: t(($) => $.alerts.allChannels) },
            ...channels.map((one) => ({ value: one.channel_key, label: one.payment_channel_name })),
          ]}
          allowDeselect={false}
          {...form.getInputProps('channel_key')}
        />
      )}
      {needsCases(metric) && (
        <Select
          label={t(($) => $.alerts.comparison)}
          data={alertComparisons.map((value) => ({ value, label: wireWord('alertComparisons', value) }))}
          allowDeselect={false}
          {...form.getInputProps('comparison')}
        />
      )}
      <DecimalInput
        label={t(($) => $.alerts.threshold)}
        description={t(($) => $.alerts.units[alertMetrics[metric].unit])}
        required
        {...form.getInputProps('threshold')}
      />
      <TextInput
        label={t(($) => $.alerts.minutes)}
        description={t(($) => $.alerts.minutesHint)}
        inputMode="numeric"
        required
        {...form.getInputProps('minutes')}
      />
      {needsCases(metric) && (
        <TextInput
          label={t(($) => $.alerts.leastCases)}
          description={t(($) => $.alerts.leastCasesHint)}
          inputMode="numeric"
          required
          {...form.getInputProps('least_cases')}
        />
      )}
      <MultiSelect
        label={t(($) => $.alerts.recipients)}
        description={t(($) => $.alerts.recipientsHint)}
        data={people.map((one) => ({ value: one.sub_user_id, label: one.name }))}
        maxValues={limits.alertRecipients}
        searchable
        required
        {...form.getInputProps('recipients')}
      />
    </FormDialogue>
  )
}
