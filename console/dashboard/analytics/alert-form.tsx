import { MultiSelect, Select, TextInput } from '@mantine/core'
import '@mantine/core/styles/Pill.css'
import '@mantine/core/styles/PillsInput.css'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import {
  alertComparisons, alertErrors, alertMetricNames, alertMetrics, createAlert, listAlerts, needsCases, updateAlert,
  type Alert, type AlertMetric,
} from '#contract/alerts.ts' // prettier-ignore
import { limits } from '#contract/limits.ts'
import { FormDialogue } from '#console/kit/form/form-dialogue.tsx'
import { useCallForm, type CallForm } from '#console/kit/form/use-call-form.ts'
import { wireWord } from '#console/kit/i18n/words.ts'
import { toastSuccess } from '#console/kit/ui/toast.ts'

interface Values {
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
interface FormProps extends AlertChoices {
  onClose: () => void
}

const isOfChannel = (metric: AlertMetric) => alertMetrics[metric].of === 'payments'
const numberOf = (text: string) => (text.trim() === '' ? undefined : Number(text))
/** What has no field for the chosen metric is not sent. */
const bodyOf = ({ metric, channel_key, comparison, threshold, minutes, least_cases, ...values }: Values) => ({
  ...values,
  metric,
  comparison: needsCases(metric) ? comparison : ('above' as const),
  threshold: numberOf(threshold),
  minutes: numberOf(minutes),
  ...(isOfChannel(metric) && { channel_key }),
  ...(needsCases(metric) && { least_cases: numberOf(least_cases) }),
})
const common = {
  toBody: bodyOf,
  refreshes: [listAlerts],
  fieldOf: (path: string) => path.replace(/^recipients\..*/, 'recipients'),
  check: (values: Values) => alertErrors({ ...bodyOf(values), threshold: numberOf(values.threshold) ?? 0 }),
}

/** The form of a new alert. It begins with what most want to know: that fewer attempts succeed. */
export function CreateAlert({ own, onClose, ...choices }: FormProps & { own: string }): ReactNode {
  const { t } = useTranslation()
  const isOneOf = choices.people.some(({ sub_user_id }) => sub_user_id === own)
  const initial: Values = {
    name: '',
    metric: 'success_rate',
    channel_key: '',
    comparison: 'below',
    threshold: '80',
    minutes: '15',
    least_cases: '20',
    recipients: isOneOf ? [own] : [],
  }
  const onDone = () => {
    toastSuccess(t(($) => $.alerts.created))
    onClose()
  }
  const form = useCallForm(createAlert, { ...common, initial, onDone })
  const words = { title: t(($) => $.alerts.createTitle), submit: t(($) => $.alerts.create) }
  return <Fields {...words} {...form} {...choices} onClose={onClose} />
}

/** The form that changes an alert. */
export function EditAlert({ alert, onClose, ...choices }: FormProps & { alert: Alert }): ReactNode {
  const { t } = useTranslation()
  const [initial] = useState<Values>(() => ({
    ...alert,
    threshold: String(alert.threshold),
    minutes: String(alert.minutes),
    least_cases: String(alert.least_cases ?? ''),
    recipients: alert.recipients.map(({ sub_user_id: id }) => id),
  }))
  const { name, metric, channel_key, comparison, threshold, minutes, least_cases, recipients } = initial
  const onDone = () => {
    toastSuccess(t(($) => $.alerts.changed))
    onClose()
  }
  const form = useCallForm(updateAlert, {
    ...common,
    initial: { name, metric, channel_key, comparison, threshold, minutes, least_cases, recipients },
    path: { alert_id: alert.alert_id },
    onDone,
  })
  const words = { title: t(($) => $.alerts.changeTitle), submit: t(($) => $.alerts.save) }
  return <Fields {...words} {...form} {...choices} onClose={onClose} />
}

interface FieldsProps extends CallForm<Values>, FormProps {
  title: string
  submit: string
}
function Fields({
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
      <TextInput
        label={t(($) => $.alerts.threshold)}
        description={t(($) => $.alerts.units[alertMetrics[metric].unit])}
        inputMode="decimal"
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
